/** A JSON schema as it stands in the OpenAPI document. */
export interface Schema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxItems?: number;
  readonly maxProperties?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly anyOf?: readonly Schema[];
}

export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required?: boolean;
  readonly schema: Schema;
}

export interface Operation {
  readonly operationId: string;
  readonly security?: readonly object[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: {
    readonly required?: boolean;
    readonly content: Readonly<Record<string, { readonly schema: Schema }>>;
  };
  readonly responses: Readonly<Record<string, unknown>>;
}

/** One call as the document lists it. */
export interface ListedCall extends Operation {
  readonly method: string;
  /** With parameters as {name}. */
  readonly path: string;
}

export interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

export const callsOf = ({ paths }: OpenApiDocument): ListedCall[] =>
  Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
    })),
  );

/** Everything that a call takes, each part by its name. */
export function inputsOf({ parameters = [], requestBody }: Operation): [name: string, schema: Schema][] {
  const bodies = Object.entries(requestBody?.content ?? {});
  return [
    ...parameters.map(({ name, schema }): [string, Schema] => [name, schema]),
    ...bodies.map(([type, { schema }]): [string, Schema] => [type, schema]),
  ];
}

/** What can be longer than anybody has said, each by its path. */
export function unbounded(schema: Schema, path = ""): string[] {
  const inner: [string, Schema][] = [
    ...Object.entries(schema.properties ?? {}).map(([name, part]): [string, Schema] => [
      `${path}/${name}`,
      part,
    ]),
    ...(schema.anyOf ?? []).map((part, index): [string, Schema] => [`${path}|${index}`, part]),
    ...anyName(schema).map((part): [string, Schema] => [`${path}/*`, part]),
    ...(schema.items ? [[`${path}[]`, schema.items] as [string, Schema]] : []),
  ];
  return [...(isBounded(schema) ? [] : [path]), ...inner.flatMap(([where, part]) => unbounded(part, where))];
}

function isBounded(schema: Schema): boolean {
  if (schema.type === "string") return isBoundedText(schema);
  if (schema.type === "array") return schema.maxItems !== undefined;
  if (schema.type === "integer" || schema.type === "number") return schema.maximum !== undefined;
  if (anyName(schema).length > 0) return schema.maxProperties !== undefined;
  // Whatever has no type at all may be anything.
  return schema.type !== undefined || schema.anyOf !== undefined || isOneOfSome(schema);
}

/** What stands under names that nobody has said. */
export const anyName = ({ patternProperties, additionalProperties }: Schema): Schema[] => [
  ...Object.values(patternProperties ?? {}),
  ...(typeof additionalProperties === "object" ? [additionalProperties] : []),
];

const isOneOfSome = (schema: Schema) => schema.enum !== undefined || schema.const !== undefined;

/** The upload's limit is its own. */
const formatsOfKnownLength = ["uuid", "date", "date-time", "binary"];

function isBoundedText(schema: Schema): boolean {
  const { maxLength, format = "", pattern } = schema;
  if (maxLength !== undefined || isOneOfSome(schema) || formatsOfKnownLength.includes(format)) return true;
  return pattern !== undefined && /^\^.*\$$/.test(pattern) && !/[*+]|,\}/.test(pattern);
}
