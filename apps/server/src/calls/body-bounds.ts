import type { TSchema } from "typebox";

/** What the JSON of one call may amount to. */
export interface BodyBounds {
  /** Of its text in UTF-8, whatever escapes the sender used. */
  readonly bytes: number;
  /** As it is sent. */
  readonly escapedBytes: number;
  /** Values in it; lists and objects count twice. */
  readonly parts: number;
  /** Lists and objects around a value. */
  readonly depth: number;
}

declare module "fastify" {
  interface FastifyContextConfig {
    bodyBounds?: BodyBounds;
  }
}

/** The keywords of JSON Schema that the contract's bodies use. */
interface Schema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly format?: string;
  readonly maxLength?: number;
  readonly items?: Schema;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean;
  readonly maxProperties?: number;
}

type Size = Pick<BodyBounds, "bytes" | "parts" | "depth">;

/** Bytes of a character in UTF-8. Schemas count whole characters. */
const characterBytes = 4;
/** A character of two bytes takes six as an escape (`\u00e9`), one of four takes twelve. */
const escapedCost = 3;
/** Characters allowed for a format that sets no length. */
const formatLength: Readonly<Record<string, number>> = { date: 10, "date-time": 64, uuid: 36 };
const numberBytes = 32;
/** Quotation marks, comma, colon, and the indentation of a sender that writes one value a line. */
const aroundValue = 40;
/** Bytes of a name in an object that takes any. */
const freeNameBytes = 400;
/** What an object with free fields may contain. */
const unknownFields: Size = { bytes: 1_000, parts: 20, depth: 2 };
/** Slack beyond the valid maximum, so that a slightly too long value still gets an error that names its field. */
const spare: Size = { bytes: 128, parts: 50, depth: 8 };

const inBytes = (text: string) => Buffer.byteLength(text);
const sum = (sizes: readonly Size[]): Size => ({
  bytes: sizes.reduce((total, { bytes }) => total + bytes, 0),
  parts: sizes.reduce((total, { parts }) => total + parts, 0),
  depth: Math.max(0, ...sizes.map(({ depth }) => depth)),
});
const most = (sizes: readonly Size[]): Size => ({
  bytes: Math.max(...sizes.map(({ bytes }) => bytes)),
  parts: Math.max(...sizes.map(({ parts }) => parts)),
  depth: Math.max(...sizes.map(({ depth }) => depth)),
});
const value = (bytes: number): Size => ({ bytes: bytes + aroundValue, parts: 1, depth: 0 });
const times = ({ bytes, parts, depth }: Size, count: number): Size => ({
  bytes: bytes * count,
  parts: parts * count,
  depth,
});
const container = (inside: Size): Size => ({
  bytes: inside.bytes + aroundValue,
  parts: inside.parts + 2,
  depth: inside.depth + 1,
});
const withBytes = (size: Size, bytes: number): Size => ({ ...size, bytes: size.bytes + bytes });

function sizeOf(schema: Schema): Size {
  const { anyOf, enum: values, const: constant } = schema;
  if (anyOf) return most(anyOf.map(sizeOf));
  const named = values ?? (constant === undefined ? undefined : [constant]);
  if (named) return value(Math.max(...named.map((one) => inBytes(JSON.stringify(one)))));
  switch (schema.type) {
    case "string":
      return value(lengthOf(schema) * characterBytes);
    case "integer":
    case "number":
      return value(numberBytes);
    case "boolean":
    case "null":
      return value("false".length);
    case "array":
      return container(times(sizeOf(schema.items ?? {}), bounded(schema.maxItems, schema)));
    case "object":
      return container(insideOf(schema));
    default:
      return unbounded(schema);
  }
}

function insideOf({ properties, patternProperties, additionalProperties, maxProperties }: Schema): Size {
  const own = Object.entries(properties ?? {}).map(([name, of]) => withBytes(sizeOf(of), inBytes(name)));
  if (patternProperties) {
    const free = most(Object.values(patternProperties).map(sizeOf));
    return sum([
      ...own,
      times(withBytes(free, freeNameBytes), bounded(maxProperties, { patternProperties })),
    ]);
  }
  return sum(additionalProperties === false ? own : [...own, unknownFields]);
}

const lengthOf = (schema: Schema): number =>
  bounded(schema.maxLength ?? formatLength[schema.format ?? ""], schema);

function bounded(count: number | undefined, schema: Schema): number {
  return count ?? unbounded(schema);
}

function unbounded(schema: Schema): never {
  throw new Error(`the body of a call has a part without a bound: ${JSON.stringify(schema)}`);
}

const roundedUp = (bytes: number) => Math.ceil(bytes / 1024) * 1024;

/**
 * Derives a body's bounds from the lengths and counts of its schema. Every valid body fits, even with every character
 * escaped and one value a line. A call without a body accepts 1 KB, because clients send `{}` or null. @throws Error if
 * the schema has a text, list or object without a bound.
 */
export function boundsOf(schema: TSchema | undefined): BodyBounds {
  const size = sum([spare, ...(schema ? [sizeOf(schema as Schema)] : [])]);
  const bytes = roundedUp(size.bytes);
  return {
    bytes,
    escapedBytes: bytes * escapedCost,
    parts: size.parts,
    depth: spare.depth + (schema ? sizeOf(schema as Schema).depth : 0),
  };
}

export const noBody: BodyBounds = boundsOf(undefined);

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;

/**
 * Whether this JSON has more parts than the bounds allow. It stops at the first part too many and builds nothing.
 * Invalid JSON may pass.
 */
export function exceeds(json: string, { parts, depth }: Pick<BodyBounds, "parts" | "depth">): boolean {
  let counted = 1;
  let nested = 0;
  for (let at = 0; at < json.length; at += 1) {
    const sign = json.charCodeAt(at);
    if (sign === quote) {
      at = endOfText(json, at);
    } else if (sign === comma) {
      counted += 1;
    } else if (isOpening(sign)) {
      counted += 1;
      nested += 1;
    } else if (isClosing(sign)) {
      nested -= 1;
    }
    if (counted > parts || nested > depth) return true;
  }
  return false;
}

const isOpening = (sign: number) => sign === 0x5b || sign === 0x7b;
const isClosing = (sign: number) => sign === 0x5d || sign === 0x7d;

/** The end of the string that starts here; the end of the input if it is not closed. */
function endOfText(json: string, from: number): number {
  for (let end = json.indexOf('"', from + 1); end !== -1; end = json.indexOf('"', end + 1)) {
    let before = end - 1;
    while (json.charCodeAt(before) === backslash) before -= 1;
    if ((end - before) % 2 === 1) return end;
  }
  return json.length;
}

/** The same for values that a form has brought. */
export function hasMoreParts(values: Readonly<Record<string, unknown>>, { parts }: BodyBounds): boolean {
  const counted = Object.values(values).map((one) => (Array.isArray(one) ? one.length + 2 : 1));
  return counted.reduce((total, count) => total + count, 2) > parts;
}
