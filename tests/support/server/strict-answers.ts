import { type EndpointDefinition, ErrorReply, FieldErrorReply } from "@cairn/contract";
import type { ValidateFunction } from "ajv";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { possibleErrorStatuses, possibleErrors } from "../../../apps/server/src/calls/possible-errors.ts";
import { inlineSchema } from "../../../apps/server/src/calls/schemas.ts";
import { newAjv } from "../../../apps/server/src/calls/validation.ts";

export interface StrictAnswers {
  /** Called with an answer that violates the contract. If it throws, the call fails. */
  onMisfit(problem: string, request: FastifyRequest): void;
}

/**
 * The serialiser drops undeclared fields and converts wrong types, so values are checked before it runs, and finished
 * bytes after it.
 */
export function useStrictAnswers(app: FastifyInstance, { onMisfit }: StrictAnswers): void {
  const watched = new WeakMap<FastifyRequest, EndpointDefinition>();

  app.addHook("onRequest", async (request) => {
    const { endpoint } = request.routeOptions.config;
    if (endpoint) watched.set(request, endpoint);
  });

  function judge(endpoint: EndpointDefinition, request: FastifyRequest, status: number, body: unknown): void {
    // Checked only once: the error answer to a violation also passes here.
    watched.delete(request);
    const problem = misfit(endpoint, status, body);
    if (problem) onMisfit(`${endpoint.method} ${endpoint.path} answered ${status}: ${problem}`, request);
  }

  app.addHook("preSerialization", async (request, reply, payload) => {
    const endpoint = watched.get(request);
    // As JSON has it: without undefined values.
    if (endpoint) judge(endpoint, request, reply.statusCode, JSON.parse(JSON.stringify(payload)));
    return payload;
  });

  app.addHook("onSend", async (request, reply, payload) => {
    const endpoint = watched.get(request);
    if (endpoint) judge(endpoint, request, reply.statusCode, finishedJson(reply, payload));
    return payload;
  });
}

/** undefined if it is not JSON, or is compressed: then it was checked when it was made. */
function finishedJson(reply: FastifyReply, payload: unknown): unknown {
  const isJson = String(reply.getHeader("content-type")).startsWith("application/json");
  const isPlain = reply.getHeader("content-encoding") === undefined;
  const isText = (typeof payload === "string" || Buffer.isBuffer(payload)) && payload.length > 0;
  return isJson && isPlain && isText ? JSON.parse(payload.toString()) : undefined;
}

/** The violation; null if the answer matches the contract. */
export function misfit(endpoint: EndpointDefinition, status: number, body: unknown): string | null {
  const statuses = [...Object.keys(endpoint.replies).map(Number), ...possibleErrorStatuses(endpoint)];
  // A 304 has no body.
  if (status === 304 && endpoint.method === "GET") return null;
  if (!statuses.includes(status)) return "this status is not declared";
  if (body === undefined) return null;
  const check = checkOf(endpoint, status);
  if (!check(body))
    return JSON.stringify(
      check.errors?.map(({ instancePath, message, params }) => [instancePath, message, params]),
    );
  const { code } = body as { code?: string };
  const isError = endpoint.replies[status] === undefined;
  const codes: ReadonlySet<string> = possibleErrors(endpoint);
  return isError && !codes.has(code ?? "") ? `the error ${code} is not declared` : null;
}

const ajv = newAjv({ coerceTypes: false, allErrors: true });
const checks = new WeakMap<EndpointDefinition, Map<number, ValidateFunction>>();

function checkOf(endpoint: EndpointDefinition, status: number): ValidateFunction {
  const known = checks.get(endpoint) ?? new Map<number, ValidateFunction>();
  checks.set(endpoint, known);
  const ofErrors = status === 400 && endpoint.errorField ? FieldErrorReply : ErrorReply;
  const check = known.get(status) ?? ajv.compile(closed(inlineSchema(endpoint.replies[status] ?? ofErrors)));
  known.set(status, check);
  return check;
}

/** The schema without additional properties. */
function closed(schema: unknown): Record<string, unknown> {
  const inner = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inner);
    if (typeof value !== "object" || value === null) return value;
    const parts = Object.fromEntries(Object.entries(value).map(([key, part]) => [key, inner(part)]));
    const isObject = parts.type === "object" && parts.properties !== undefined;
    return isObject ? { additionalProperties: false, ...parts } : parts;
  };
  return inner(schema) as Record<string, unknown>;
}
