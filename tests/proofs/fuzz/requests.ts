import fc from "fast-check";
import type { ListedCall, Parameter, Schema } from "../openapi/walk.ts";
import { validFor, wrongFor } from "./schema-arbitrary.ts";

export type Who = "nobody" | "member" | "author" | "admin" | "renewer";
export const everybody: readonly Who[] = ["nobody", "member", "author", "admin", "renewer"];

/** One call as it is sent, in words that a report can print. */
export interface FuzzRequest {
  readonly as: Who;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload?: string | Buffer;
  /** Nothing is wrong with it on purpose: it may succeed and change something. */
  readonly isMeant: boolean;
}

interface Parts {
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly header: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

const inPart = (call: ListedCall, where: Parameter["in"]) =>
  call.parameters?.filter((one) => one.in === where) ?? [];

const parametersFor = (list: readonly Parameter[]): fc.Arbitrary<Record<string, unknown>> => {
  const model = Object.fromEntries(list.map(({ name, schema }) => [name, validFor(schema, name)]));
  const requiredKeys = list.filter(({ required }) => required).map(({ name }) => name);
  return fc.record(model, { requiredKeys });
};

const bodySchema = (call: ListedCall) => call.requestBody?.content["application/json"]?.schema;

const validParts = (call: ListedCall): fc.Arbitrary<Parts> =>
  fc.record({
    path: parametersFor(inPart(call, "path")),
    query: parametersFor(inPart(call, "query")),
    header: parametersFor(inPart(call, "header")),
    body: bodyFor(bodySchema(call)),
  });

const bodyFor = (schema: Schema | undefined): fc.Arbitrary<unknown> =>
  schema ? validFor(schema) : fc.constant(undefined);

/** Where one thing can be wrong. */
type Place = { readonly part: keyof Parts; readonly name: string; readonly schema: Schema };

function placesIn(call: ListedCall): Place[] {
  const parameters = (["path", "query"] as const).flatMap((part) =>
    inPart(call, part).map(({ name, schema }) => ({ part, name, schema })),
  );
  const schemas = [bodySchema(call), ...(bodySchema(call)?.anyOf ?? [])];
  const fields = schemas.flatMap((schema) => Object.entries(schema?.properties ?? {}));
  const body = fields.map(([name, schema]) => ({ part: "body", name, schema }) as const);
  return [...parameters, ...body, { part: "query", name: "unheard_of", schema: { type: "string" } }];
}

const spoiled = (call: ListedCall): fc.Arbitrary<Parts> =>
  fc
    .tuple(validParts(call), fc.constantFrom(...placesIn(call)), fc.integer({ min: 0, max: 9 }))
    .chain(([parts, place, chance]) => {
      if (place.part === "body" && chance === 0)
        return fc.constant({ ...parts, body: without(parts.body, place.name) });
      if (chance === 1 && parts.body !== undefined)
        return wrongFor(bodySchema(call) ?? {}).map((body) => ({ ...parts, body }));
      return wrongFor(place.schema, place.name).map((value) => ({
        ...parts,
        [place.part]: { ...(parts[place.part] as object), [place.name]: value },
      }));
    });

function without(value: unknown, name: string): unknown {
  const { [name]: _gone, ...rest } = (value ?? {}) as Record<string, unknown>;
  return rest;
}

/** Text as it can stand in an address: half a surrogate cannot. */
const encode = (value: unknown) =>
  encodeURIComponent(String(typeof value === "object" ? JSON.stringify(value) : value).toWellFormed());

function toRequest(
  call: ListedCall,
  as: Who,
  { path, query, header, body }: Parts,
  isMeant: boolean,
): FuzzRequest {
  const filled = call.path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => encode(path[name]));
  const search = Object.entries(query).map(([name, value]) => `${name}=${encode(value)}`);
  const headers = Object.entries(header).map(([name, value]) => [name, String(value)]);
  return {
    as,
    method: call.method,
    url: search.length > 0 ? `${filled}?${search.join("&")}` : filled,
    headers: {
      ...(Object.fromEntries(headers) as Record<string, string>),
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { payload: JSON.stringify(body) }),
    isMeant,
  };
}

const callers = (call: ListedCall): fc.Arbitrary<Who> => {
  const needed: Who = call.path.startsWith("/admin/") ? "admin" : call.security ? "author" : "nobody";
  return fc.oneof({ arbitrary: fc.constant(needed), weight: 4 }, fc.constantFrom(...everybody));
};

/** Calls as the document describes them, most with one thing wrong. */
export const nearValid = (calls: readonly ListedCall[]): fc.Arbitrary<FuzzRequest> =>
  fc.constantFrom(...calls).chain((call) =>
    fc.oneof(
      {
        arbitrary: fc
          .tuple(callers(call), spoiled(call))
          .map(([as, parts]) => toRequest(call, as, parts, false)),
        weight: 3,
      },
      {
        arbitrary: fc
          .tuple(callers(call), validParts(call))
          .map(([as, parts]) => toRequest(call, as, parts, true)),
        weight: 1,
      },
    ),
  );
