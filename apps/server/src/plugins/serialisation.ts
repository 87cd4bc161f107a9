import build, { type Schema } from "fast-json-stringify";
import type { FastifyServerOptions } from "fastify";

type Compilers = NonNullable<NonNullable<FastifyServerOptions["schemaController"]>["compilersFactory"]>;
type BuildSerializer = NonNullable<Compilers["buildSerializer"]>;

/**
 * Like Fastify's default, but compiles each serialiser when its answer is first sent: most are for errors that never
 * occur, and compiling all at once took as long as the rest of the start.
 */
export const buildSerializer: BuildSerializer = (named, options) => {
  return ({ schema }) => {
    let serialise: ((value: unknown) => string) | undefined;
    return (value: unknown) => {
      serialise ??= build(schema as Schema, { ...options, schema: named as Record<string, Schema> });
      return serialise(value);
    };
  };
};
