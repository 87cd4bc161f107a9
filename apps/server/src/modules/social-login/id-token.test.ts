import { sendJson } from "@tests/support/server/external-site.ts";
import { type OpenIdPeer, openOpenIdPeer } from "@tests/support/server/providers/openid-peer.ts";
import { passProvider } from "@tests/support/server/providers/sign-in.ts";
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from "jose";
import { randomNonce, randomPKCECodeVerifier, randomState } from "openid-client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemClock } from "../../lib/clock.ts";
import type { Provider } from "./provider.ts";
import { createProviders } from "./providers.ts";

const publicUrl = "http://localhost:5000";
const person = { name: "Amina", email: "amina@example.test", email_verified: true };

let peer: OpenIdPeer;
let provider: Provider;
let close: () => Promise<void>;
let key: Awaited<ReturnType<typeof generateKeyPair>>;
beforeAll(async () => {
  peer = await openOpenIdPeer(`${publicUrl}/auth/login/google/return`);
  peer.people.set("amina", person);
  const { issuer, clientId, clientSecret } = peer;
  const config = { publicUrl, github: null, signIn: [], google: { issuer, clientId, clientSecret } };
  const providers = createProviders({
    areGroupsNamed: () => false,
    config,
    clock: systemClock,
  });
  provider = providers.byId.get("google") as Provider;
  close = providers.close;
  key = await generateKeyPair("RS256");
  const jwk = { ...(await exportJWK(key.publicKey)), kid: "own", use: "sig", alg: "RS256" };
  peer.replace("/jwks", sendJson({ keys: [jwk] }));
});
afterAll(async () => {
  await close();
  await peer.close();
});

/** Signs in by a provider that answers with this ID token. */
async function signInWith(
  claims: object,
  sign: (claims: Record<string, unknown>) => string | Promise<string>,
) {
  const secrets = { state: randomState(), codeVerifier: randomPKCECodeVerifier(), nonce: randomNonce() };
  const returned = await passProvider(await provider.signInPage(secrets), "amina");
  const now = Math.floor(Date.now() / 1000);
  const times = { iat: now, exp: now + 60 };
  const right = {
    iss: peer.issuer,
    aud: peer.clientId,
    sub: "amina",
    nonce: secrets.nonce,
    ...times,
    ...person,
  };
  const idToken = await sign({ ...right, ...claims });
  peer.replace("/token", sendJson({ access_token: "a", token_type: "bearer", id_token: idToken }));
  return provider.identify(returned, secrets);
}

const signed = (claims: Record<string, unknown>) =>
  new SignJWT(claims).setProtectedHeader({ alg: "RS256", kid: "own" }).sign(key.privateKey);
const unsigned = (claims: Record<string, unknown>) => new UnsecuredJWT(claims).encode();

test("a valid ID token is accepted", async () => {
  expect(await signInWith({}, signed)).toMatchObject({ issuer: peer.issuer, subject: "amina" });
});

test.each<[string, object, typeof signed | typeof unsigned]>([
  ["for another client", { aud: "somebody-else" }, signed],
  ["for several clients, and for another of them", { aud: ["cairn-at-openid", "b"], azp: "b" }, signed],
  ["of another issuer", { iss: "https://elsewhere.example" }, signed],
  ["that is over", { exp: 1 }, signed],
  ["of nobody", { sub: undefined }, signed],
  ["without the attempt's nonce", { nonce: undefined }, signed],
  ["without a signature", {}, unsigned],
])("an ID token %s is refused", async (_what, claims, sign) => {
  await expect(signInWith(claims, sign)).rejects.toThrow();
});
