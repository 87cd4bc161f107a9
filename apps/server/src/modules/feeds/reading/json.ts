import { OutsideFailure } from "../../../lib/outside-failure.ts";

/** @throws OutsideFailure without the parser's words, which repeat what came. */
export function readJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw new OutsideFailure("it is no JSON");
  }
}
