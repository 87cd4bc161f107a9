import { createHmac, timingSafeEqual } from "node:crypto";
import { publicAddress } from "../../lib/public-address.ts";

/** How long a signed address works: long enough to watch a video, short enough to be useless tomorrow. */
const lifeMs = 2 * 60 * 60 * 1000;

/** What a signed address says besides the file's key. `expires`: milliseconds since 1970. */
export interface MediaSignature {
  readonly expires?: string;
  readonly signature?: string;
}

/**
 * Addresses of stored files. A published file has a permanent address; any other file is available only through a
 * signed address that was issued to someone who may see it and soon expires.
 */
export function createMediaAddresses(secret: string) {
  const sign = (key: string, expires: string) =>
    createHmac("sha256", secret).update(`media\n${key}\n${expires}`).digest("base64url");
  return {
    published: publicAddress,
    signed(key: string, now: Date): string {
      const expires = String(now.getTime() + lifeMs);
      return `/media/${key}?expires=${expires}&signature=${sign(key, expires)}`;
    },
    /** When this address was signed; null if it was not signed here, or has expired. */
    signedAt(key: string, { expires = "", signature = "" }: MediaSignature, now: Date): Date | null {
      const right = Buffer.from(sign(key, expires));
      const given = Buffer.from(signature);
      const fits = right.length === given.length && timingSafeEqual(right, given);
      return fits && Number(expires) > now.getTime() ? new Date(Number(expires) - lifeMs) : null;
    },
  };
}
export type MediaAddresses = ReturnType<typeof createMediaAddresses>;
