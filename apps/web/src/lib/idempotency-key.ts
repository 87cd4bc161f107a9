/** A unique key for one submission. `crypto.randomUUID` does not exist where the site is served without TLS. */
export const newIdempotencyKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join(
    "",
  );
