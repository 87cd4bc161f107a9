import { encode, fromHex, toHex } from "@cairn/tlog";
import { sha256 as hashOf } from "@noble/hashes/sha2.js";

/** The same on every page: browsers offer their own on https pages only, and it answers later. */
export function sha256(...parts: readonly Uint8Array[]): Uint8Array {
  const hash = hashOf.create();
  for (const part of parts) hash.update(part);
  return hash.digest();
}

/** The commitment to a text in a row of the ledger (docs/guides/verify.md); it and its salt are hexadecimal. */
export const commitmentTo = (text: string, salt: string | null): string =>
  toHex(sha256(fromHex(salt ?? ""), encode(text)));
