import type { FastifyInstance } from "fastify";

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null;

/** The schema as plain JSON without names: for input, where no parts are shared. */
export function inlineSchema(schema: unknown): Json {
  return rewrite(schema, (inner) => {
    const { $id: _name, ...rest } = inner;
    return rest;
  }) as Json;
}

/** The schema with every named part, itself included, replaced by a reference to its component. */
export function referTo(schema: unknown): Json {
  return rewrite(schema, refer) as Json;
}

/** Registers every named schema in `schema` with the app, once. */
export function collectNamedSchemas(app: FastifyInstance, schema: unknown): void {
  if (!isObject(schema)) return;
  for (const inner of Object.values(schema)) collectNamedSchemas(app, inner);
  const name = schema.$id;
  if (typeof name !== "string" || app.getSchema(name)) return;
  const parts = Object.entries(schema).map(([key, inner]) => [key, rewrite(inner, refer)] as const);
  app.addSchema({ ...Object.fromEntries(parts), $id: name });
}

const refer = (inner: Json): Json => (typeof inner.$id === "string" ? { $ref: `${inner.$id}#` } : inner);

/** Rebuilds plain data bottom up, passing each object through `change`. */
function rewrite(value: unknown, change: (inner: Json) => Json): unknown {
  if (Array.isArray(value)) return value.map((inner) => rewrite(inner, change));
  if (!isObject(value)) return value;
  return change(
    Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, rewrite(inner, change)])),
  );
}
