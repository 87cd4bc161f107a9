/** A unique key for one submission. `crypto.randomUUID` does not exist where the site is served without TLS. */
export const newIdempotencyKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join(
    "",
  );

/** In milliseconds. The server forgets a key after 24 hours; sent again, the submission could be there twice. */
const keyLife = 23 * 60 * 60 * 1000;

/** Whether the server may have forgotten a key. `since`: when it was first used, ISO 8601. */
export const isKeyOld = (since: string, now = Date.now()) => now - Date.parse(since) > keyLife;
