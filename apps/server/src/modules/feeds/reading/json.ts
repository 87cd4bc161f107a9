import { ExternalFailure } from "../../../lib/external-failure.ts";

/** Maximum number of objects and lists: 2 MB of empty ones would take up a hundred MB once parsed. */
const partCap = 100_000;
const opening = new Set([..."{["].map((sign) => sign.charCodeAt(0)));

/** @throws ExternalFailure without the parser's message, which quotes the input */
export function readJson(bytes: Uint8Array): unknown {
  let parts = 0;
  for (const byte of bytes) if (opening.has(byte)) parts += 1;
  if (parts > partCap) throw new ExternalFailure("it has too many parts");
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw new ExternalFailure("it is no JSON");
  }
}
