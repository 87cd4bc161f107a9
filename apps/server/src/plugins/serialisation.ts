import build, { type Schema } from "fast-json-stringify";
import type { FastifyServerOptions } from "fastify";

type Compilers = NonNullable<NonNullable<FastifyServerOptions["schemaController"]>["compilersFactory"]>;
type BuildSerializer = NonNullable<Compilers["buildSerializer"]>;

/**
 * Works as the framework's default, but compiles each answer's serialiser when the first such answer is sent: most are
 * errors, which never use theirs, and compiling all of them at once took as long as the rest of the start.
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
