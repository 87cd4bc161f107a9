import { OutsideFailure } from "../../../lib/outside-failure.ts";

/** Objects and lists: 2 MB of empty ones would become a hundred once parsed. */
const partCap = 100_000;
const opening = new Set([..."{["].map((sign) => sign.charCodeAt(0)));

/** @throws OutsideFailure without the parser's words, which repeat what came */
export function readJson(bytes: Uint8Array): unknown {
  let parts = 0;
  for (const byte of bytes) if (opening.has(byte)) parts += 1;
  if (parts > partCap) throw new OutsideFailure("it has too many parts");
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw new OutsideFailure("it is no JSON");
  }
}
