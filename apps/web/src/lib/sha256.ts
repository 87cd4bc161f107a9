import { concat, encode, fromHex, toHex } from "@cairn/tlog";

/** The browser's own: fast on large files. Needs a secure context, as `crypto.subtle` is undefined on plain http. */
export const sha256 = async (bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));

/** The commitment to a text in a row of the ledger (docs/guides/verify.md); it and its salt are hexadecimal. */
export const commitmentTo = async (text: string, salt: string | null): Promise<string> =>
  toHex(await sha256(concat(fromHex(salt ?? ""), encode(text))));
