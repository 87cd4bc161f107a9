import { createHash, randomBytes, randomUUID } from "node:crypto";
import { limits } from "@cairn/contract";
import { jwtVerify, SignJWT } from "jose";

/** Whose request it is. Authority is never in a token: it is read where it is needed. */
export interface Bearer {
  readonly userId: number;
  readonly sessionId: string;
}

const issuer = "cairn";
const algorithm = "HS256";

/** Signs and reads access tokens: 15 minutes, who and which session, nothing else (D19). */
export function createAccessTokens(secret: string) {
  const key = new TextEncoder().encode(secret);
  return {
    /** @param sessionEnd no token outlives its session. */
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

    /** null for anything that is not a living token of ours. */
    async read(token: string, now: Date): Promise<Bearer | null> {
      const verified = await jwtVerify(token, key, {
        issuer,
        algorithms: [algorithm],
        typ: "at+jwt",
        requiredClaims: ["sub", "exp"],
        currentDate: now,
      }).catch(() => null); // every reason reads the same outside: the token is dead
      const userId = Number(verified?.payload.sub);
      const sessionId = verified?.payload.sid;
      return Number.isSafeInteger(userId) && typeof sessionId === "string" ? { userId, sessionId } : null;
    },
  };
}
export type AccessTokens = ReturnType<typeof createAccessTokens>;

/** A refresh token means nothing to anybody but us: 256 random bits. */
export const newRefreshToken = (): string => randomBytes(32).toString("base64url");
export const hashRefreshToken = (token: string): Buffer => createHash("sha256").update(token).digest();
export const newSessionId = (): string => randomUUID();
