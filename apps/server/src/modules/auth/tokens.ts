import { createHash, randomBytes, randomUUID } from "node:crypto";
import { limits } from "@cairn/contract";
import { jwtVerify, SignJWT } from "jose";
import type { Bearer } from "../../plugins/bearer.ts";

const issuer = "cairn";
const algorithm = "HS256";

/** Signs and reads access tokens: valid for 15 minutes, with user and session only (docs/rules.md#d19). */
export function createAccessTokens(secret: string) {
  const key = new TextEncoder().encode(secret);
  return {
    /** @param sessionEnd the token expires no later than this. */
    sign: ({ userId, sessionId }: Bearer, now: Date, sessionEnd: Date): Promise<string> =>
      new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: algorithm, typ: "at+jwt" })
        .setIssuer(issuer)
        .setSubject(String(userId))
        .setIssuedAt(now)
        .setExpirationTime(
          new Date(Math.min(now.getTime() + limits.accessTokenSeconds * 1000, sessionEnd.getTime())),
        )
        .sign(key),

    /** null for anything that is not a valid token of ours. */
    async read(token: string, now: Date): Promise<Bearer | null> {
      const verified = await jwtVerify(token, key, {
        issuer,
        algorithms: [algorithm],
        typ: "at+jwt",
        requiredClaims: ["sub", "exp"],
        currentDate: now,
      }).catch(() => null); // callers see no reason, only that the token is invalid
      const userId = Number(verified?.payload.sub);
      const sessionId = verified?.payload.sid;
      return Number.isSafeInteger(userId) && typeof sessionId === "string" ? { userId, sessionId } : null;
    },
  };
}
export type AccessTokens = ReturnType<typeof createAccessTokens>;

/** A refresh token carries no meaning: 256 random bits. */
export const newRefreshToken = (): string => randomBytes(32).toString("base64url");
export const hashRefreshToken = (token: string): Buffer => createHash("sha256").update(token).digest();
export const newSessionId = (): string => randomUUID();
