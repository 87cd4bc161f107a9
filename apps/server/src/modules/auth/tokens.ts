import { createHash, randomBytes, randomUUID } from "node:crypto";
import { limits } from "@cairn/contract";
import { jwtVerify, SignJWT } from "jose";
import { LRUCache } from "lru-cache";
import type { SignedIn } from "../../calls/bearer.ts";

const issuer = "cairn";
const algorithm = "HS256";
/** Tokens whose signature was checked before. */
const maxKnown = 10_000;

interface KnownToken {
  readonly bearer: SignedIn;
  /** Seconds since 1970, as the token says. */
  readonly expires: number;
}

/** Signs and reads access tokens: valid for 15 minutes, with user and session only (docs/rules.md#tokens). */
export function createAccessTokens(secret: string) {
  // Imported once: from bytes, the key would be imported again for each token.
  const importing = crypto.subtle.importKey(
    "raw",
    new TextEncoder().encode(secret),
    { name: "HMAC", hash: "SHA-256" },
    false,
    ["sign", "verify"],
  );
  const known = new LRUCache<string, KnownToken>({ max: maxKnown });

  async function verify(token: string, now: Date): Promise<KnownToken | null> {
    const verified = await jwtVerify(token, await importing, {
      issuer,
      algorithms: [algorithm],
      typ: "at+jwt",
      requiredClaims: ["sub", "exp"],
      currentDate: now,
    }).catch(() => null); // callers see no reason, only that the token is invalid
    const userId = Number(verified?.payload.sub);
    const { sid: sessionId, exp: expires } = verified?.payload ?? {};
    const isOurs = Number.isSafeInteger(userId) && typeof sessionId === "string" && expires !== undefined;
    return isOurs ? { bearer: { userId, sessionId }, expires } : null;
  }

  return {
    /** @param sessionEnd the token expires no later than this. */
    sign: async ({ userId, sessionId }: SignedIn, now: Date, sessionEnd: Date): Promise<string> =>
      new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: algorithm, typ: "at+jwt" })
        .setIssuer(issuer)
        .setSubject(String(userId))
        .setIssuedAt(now)
        .setExpirationTime(
          new Date(Math.min(now.getTime() + limits.accessTokenSeconds * 1000, sessionEnd.getTime())),
        )
        .sign(await importing),

    /** null for anything that is not a valid token of ours. A token that was valid once stays so until it expires. */
    async read(token: string, now: Date): Promise<SignedIn | null> {
      const kept = known.get(token);
      if (kept) return kept.expires > Math.floor(now.getTime() / 1000) ? kept.bearer : null;
      const read = await verify(token, now);
      if (read) known.set(token, read);
      return read?.bearer ?? null;
    },
  };
}
export type AccessTokens = ReturnType<typeof createAccessTokens>;

/** A refresh token carries no meaning: 256 random bits. */
export const newRefreshToken = (): string => randomBytes(32).toString("base64url");
export const hashRefreshToken = (token: string): Buffer => createHash("sha256").update(token).digest();
export const newSessionId = (): string => randomUUID();
