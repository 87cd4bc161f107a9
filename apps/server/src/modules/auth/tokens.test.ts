import { generateKeyPair, SignJWT } from "jose";
import { expect, test } from "vitest";
import { createAccessTokens } from "./tokens.ts";

const secret = "a secret of the tests, long enough to sign";
const key = new TextEncoder().encode(secret);
const now = new Date("2026-11-20T12:00:00Z");
const later = new Date("2026-12-20T12:00:00Z");
const bearer = { userId: 7, sessionId: "0b54b9b2-7a55-4a38-9a53-5f6f3f7e9d01" };
const tokens = createAccessTokens(secret);

/** One of ours but for what a case changes. */
const forged = (header: object = {}, claims: object = {}) =>
  new SignJWT({
    iss: "cairn",
    sub: "7",
    sid: bearer.sessionId,
    exp: now.getTime() / 1000 + 60,
    ...claims,
  }).setProtectedHeader({ alg: "HS256", typ: "at+jwt", ...header });

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

test("a token names its member and session, and contains no rights", async () => {
  const token = await tokens.sign(bearer, now, later);
  expect(await tokens.read(token, now)).toEqual(bearer);
  const [header = "", claims = ""] = token
    .split(".")
    .map((part) => Buffer.from(part, "base64url").toString());
  expect(JSON.parse(header)).toEqual({ alg: "HS256", typ: "at+jwt" });
  expect(Object.keys(JSON.parse(claims)).sort()).toEqual(["exp", "iat", "iss", "sid", "sub"]);
  expect(await tokens.read(await forged().sign(key), now)).toEqual(bearer);
});

test("a token that was accepted before is refused once it is over, and so is one that is made of it", async () => {
  const token = await tokens.sign(bearer, now, later);
  const after = (seconds: number) => new Date(now.getTime() + seconds * 1000);
  for (const seconds of [0, 1, 15 * 60 - 1]) expect(await tokens.read(token, after(seconds))).toEqual(bearer);
  for (const seconds of [15 * 60, 15 * 60 + 1]) expect(await tokens.read(token, after(seconds))).toBeNull();
  const [header, claims, signature = ""] = token.split(".");
  expect(await tokens.read([header, claims, signature.toUpperCase()].join("."), now)).toBeNull();
  expect(await createAccessTokens(`${secret}, but another`).read(token, now)).toBeNull();
});

test.each<[string, () => string | Promise<string>]>([
  ["changed in its claims", () => changed(1)],
  ["changed in its header", () => changed(0)],
  ["without a signature", async () => (await forged().sign(key)).replace(/[^.]+$/, "")],
  ["of the algorithm none", () => `${encoded({ alg: "none", typ: "at+jwt" })}.${encoded(claimsOfNone)}.`],
  ["of another algorithm under the same secret", () => forged({ alg: "HS512" }).sign(key)],
  [
    "signed by a key pair",
    async () => forged({ alg: "RS256" }).sign((await generateKeyPair("RS256")).privateKey),
  ],
  ["signed by another secret", () => forged().sign(new TextEncoder().encode("x".repeat(43)))],
  ["that brings its own key", () => bringingItsKey()],
  ["of another type", () => forged({ typ: "JWT" }).sign(key)],
  ["without a type", () => forged({ typ: undefined }).sign(key)],
  ["of another issuer", () => forged({}, { iss: "elsewhere" }).sign(key)],
  ["that is over", () => forged({}, { exp: now.getTime() / 1000 - 1 }).sign(key)],
  ["that is for later", () => forged({}, { nbf: now.getTime() / 1000 + 60 }).sign(key)],
  ["without an end", () => forged({}, { exp: undefined }).sign(key)],
  ["of nobody", () => forged({}, { sub: undefined }).sign(key)],
  ["of somebody who is no number", () => forged({}, { sub: "7 or 1=1" }).sign(key)],
  ["without a session", () => forged({}, { sid: undefined }).sign(key)],
])("a token %s is refused", async (_what, make) => {
  expect(await tokens.read(await make(), now)).toBeNull();
});

const claimsOfNone = { iss: "cairn", sub: "7", sid: bearer.sessionId, exp: now.getTime() / 1000 + 60 };

/** A living token with other words in one of its parts, under its old signature. */
async function changed(part: 0 | 1): Promise<string> {
  const parts = (await forged().sign(key)).split(".");
  parts[part] = encoded(
    part === 0 ? { typ: "at+jwt", alg: "HS256", kid: "1" } : { ...claimsOfNone, sub: "8" },
  );
  return parts.join(".");
}

/** Signed well by a key that its own header offers. */
function bringingItsKey(): Promise<string> {
  const own = new TextEncoder().encode("y".repeat(43));
  const jwk = { kty: "oct", k: Buffer.from(own).toString("base64url") };
  return forged({ jwk, jku: "https://elsewhere.example/keys" }).sign(own);
}
