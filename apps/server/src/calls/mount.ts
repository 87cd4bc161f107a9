import {
  type EndpointDefinition,
  ErrorReply,
  errorStatus,
  FieldErrorReply,
  oneLine,
  scopeOf,
} from "@cairn/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Static, TSchema } from "typebox";
import { boundsOf } from "./body-bounds.ts";
import { possibleErrorStatuses } from "./possible-errors.ts";
import { collectNamedSchemas, inlineSchema, referTo } from "./schemas.ts";

type Part<Schema> = Schema extends TSchema ? Static<Schema> : undefined;
export type ReplyOf<Endpoint extends EndpointDefinition> = Static<
  Extract<Endpoint["replies"][keyof Endpoint["replies"]], TSchema>
>;

/** A request typed by the endpoint's schemas. */
export type EndpointRequest<Endpoint extends EndpointDefinition> = FastifyRequest<{
  Params: Part<Endpoint["params"]>;
  Querystring: Part<Endpoint["query"]>;
  Body: Part<Endpoint["body"]>;
}>;

/** Returns a value, or the reply itself if it already sent the value's bytes. */
type Handler<Endpoint extends EndpointDefinition> = (
  request: EndpointRequest<Endpoint>,
  reply: FastifyReply,
) => Promise<ReplyOf<Endpoint> | FastifyReply>;

declare module "fastify" {
  interface FastifyContextConfig {
    endpoint?: EndpointDefinition;
    /** The fields of the body that are names or titles. */
    names?: readonly string[];
  }
}

/** Serves one endpoint of the contract, which defines its validation, its replies and its OpenAPI entry. */
export function mount<const Endpoint extends EndpointDefinition>(
  app: FastifyInstance,
  endpoint: Endpoint,
  handler: Handler<Endpoint>,
): void {
  const replies = Object.entries(endpoint.replies);
  for (const [, schema] of replies) collectNamedSchemas(app, schema);
  collectNamedSchemas(app, ErrorReply);
  if (endpoint.errorField) collectNamedSchemas(app, FieldErrorReply);
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    bodyLimit: boundsOf(endpoint).kilobytes * 1024,
    config: { endpoint, names: namesIn(endpoint.body) },
    schema: {
      operationId: endpoint.name,
      summary: endpoint.summary,
      tags: [endpoint.tag],
      // Calls are documented once, at the root, where the spec's table has them (docs/rules.md#api-and-site-on-one-port).
      hide: app.prefix !== "",
      ...(endpoint.access !== "visitor" && { security: securityOf(endpoint) }),
      ...(endpoint.params && { params: inlineSchema(endpoint.params) }),
      ...(endpoint.query && { querystring: inlineSchema(endpoint.query) }),
      ...(endpoint.body && { body: bodySchema(endpoint.body, endpoint) }),
      ...(endpoint.keyed && { headers: keyHeader }),
      response: {
        ...Object.fromEntries(replies.map(([status, schema]) => [status, referTo(schema)])),
        ...errorResponses(endpoint),
      },
    },
    handler: handler as (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
  });
}

/** Which tokens the call takes, and the scope that a program's needs. */
function securityOf(endpoint: EndpointDefinition): Record<string, string[]>[] {
  if (endpoint.access === "refreshToken") return [{ refreshToken: [] }];
  const scope = scopeOf(endpoint);
  return [{ accessToken: [] }, ...(scope === null ? [] : [{ programToken: [scope] }])];
}

/** The fields of a body that are one line of text. */
const namesIn = (body: TSchema | undefined): string[] =>
  Object.entries((body as { properties?: Record<string, { format?: string }> } | undefined)?.properties ?? {})
    .filter(([, { format }]) => format === oneLine)
    .map(([name]) => name);

/** A call with a file is documented as JSON and as a form. */
function bodySchema(body: TSchema, { upload, poster }: EndpointDefinition) {
  const schema = inlineSchema(body);
  if (upload === undefined) return schema;
  const file = { type: "string", format: "binary" };
  const properties = {
    ...(schema.properties as object),
    [upload]: file,
    ...(poster !== undefined && { [poster]: file }),
  };
  return {
    content: {
      "application/json": { schema },
      "multipart/form-data": { schema: { ...schema, properties } },
    },
  };
}

const keyHeader = {
  type: "object",
  properties: {
    "idempotency-key": {
      type: "string",
      description:
        "1 to 200 visible ASCII characters. The same key within 24 hours gives the first answer again",
      pattern: "^[!-~]{1,200}$",
    },
  },
};

function errorResponses(endpoint: EndpointDefinition): Record<number, unknown> {
  const schemaOf = (status: number) =>
    status === errorStatus.invalid_input && endpoint.errorField ? FieldErrorReply : ErrorReply;
  const statuses = possibleErrorStatuses(endpoint);
  return Object.fromEntries(statuses.map((status) => [status, referTo(schemaOf(status))]));
}
