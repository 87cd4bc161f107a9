import { createHmac, timingSafeEqual } from "node:crypto";

/** How long a signed address works: long enough to watch a video, short enough to be useless tomorrow. */
const lifeSeconds = 2 * 60 * 60;

/**
 * Addresses of stored files. A published file has a permanent address; any other file is available only through a
 * signed address that was issued to someone who may see it and soon expires.
 */
export function createMediaAddresses(secret: string) {
  const sign = (key: string, expires: string) =>
    createHmac("sha256", secret).update(`media\n${key}\n${expires}`).digest("base64url");
  return {
    published: (key: string): string => `/media/${key}`,
    signed(key: string, now: Date): string {
      const expires = String(Math.floor(now.getTime() / 1000) + lifeSeconds);
      return `/media/${key}?expires=${expires}&signature=${sign(key, expires)}`;
    },
    isSigned(key: string, expires: string, signature: string, now: Date): boolean {
      const right = Buffer.from(sign(key, expires));
      const given = Buffer.from(signature);
      const fits = right.length === given.length && timingSafeEqual(right, given);
      return fits && Number(expires) * 1000 > now.getTime();
    },
  };
}
export type MediaAddresses = ReturnType<typeof createMediaAddresses>;
