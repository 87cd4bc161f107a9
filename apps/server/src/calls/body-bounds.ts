import type { EndpointDefinition } from "@cairn/contract";

/** Limits of the JSON body of one call. */
export interface BodyBounds {
  /** As it is sent: a character of two bytes takes six as an escape (`\u00e9`). */
  readonly kilobytes: number;
  /** Values in it; lists and objects count twice. */
  readonly parts: number;
}

const sizes: Readonly<Record<NonNullable<EndpointDefinition["bodySize"]> | "usual", BodyBounds>> = {
  /** Enough for the longest comment with every character escaped. */
  usual: { kilobytes: 64, parts: 200 },
  text: { kilobytes: 784, parts: 700 },
  decision: { kilobytes: 640, parts: 4_100 },
};
/** Lists and objects around a value. */
const maxDepth = 8;

/** @param endpoint undefined for an address without a call */
export const boundsOf = (endpoint: EndpointDefinition | undefined): BodyBounds =>
  sizes[endpoint?.bodySize ?? "usual"];

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;

/**
 * Whether this JSON has more parts than the bounds allow, or more than eight levels. It stops at the first part too
 * many and builds nothing. Invalid JSON may pass.
 */
export function exceeds(json: string, { parts }: BodyBounds): boolean {
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
    if (counted > parts || nested > maxDepth) return true;
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
