/** The browser's own: fast on large files. Needs a secure context, as `crypto.subtle` is undefined on plain http. */
export const sha256 = async (bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
