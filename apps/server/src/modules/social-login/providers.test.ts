import type { ServerResponse } from "node:http";
import { type Handler, sendJson } from "@tests/support/server/external-site.ts";
import { type GitHubPeer, openGitHubPeer } from "@tests/support/server/providers/github-peer.ts";
import { type OpenIdPeer, openOpenIdPeer, signingKey } from "@tests/support/server/providers/openid-peer.ts";
import { passProvider } from "@tests/support/server/providers/sign-in.ts";
import { exportJWK, generateKeyPair } from "jose";
import { randomNonce, randomPKCECodeVerifier, randomState } from "openid-client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { systemClock } from "../../lib/clock.ts";
import { promptOf } from "./openid-provider.ts";
import type { Provider } from "./provider.ts";
import { createProviders } from "./providers.ts";

const publicUrl = "http://localhost:5000";
const discovery = "/.well-known/openid-configuration";
const minute = 60_000;
const person = { name: "Amina Otieno", email: "amina@example.test", email_verified: true };

const closing: (() => Promise<void>)[] = [];
afterAll(() => Promise.all(closing.map((close) => close())));

async function openPeer(options: Parameters<typeof openOpenIdPeer>[1] = {}): Promise<OpenIdPeer> {
  const peer = await openOpenIdPeer(`${publicUrl}/auth/login/google/return`, options);
  peer.people.set("amina", person);
  closing.push(peer.close);
  return peer;
}

/** Cairn's side alone, with a clock of its own and a short deadline where one is meant to be met. */
function googleAt({ issuer, clientId, clientSecret }: OpenIdPeer, deadlineMs = 8_000) {
  let ahead = 0;
  const providers = createProviders({
    areGroupsNamed: () => false,

    config: { publicUrl, github: null, signIn: [], google: { issuer, clientId, clientSecret } },
    clock: () => new Date(systemClock().getTime() + ahead),
    limits: { deadlineMs },
  });
  closing.push(providers.close);
  const provider = providers.byId.get("google") as Provider;
  return {
    provider,
    passTime(milliseconds: number) {
      ahead += milliseconds;
    },
  };
}

const newSecrets = () => ({
  state: randomState(),
  codeVerifier: randomPKCECodeVerifier(),
  nonce: randomNonce(),
});

/** As far as the return: what the browser brings back, and what belongs to the attempt. */
async function comeBack(provider: Provider, change: (page: URL) => void = () => {}) {
  const secrets = newSecrets();
  const page = await provider.signInPage(secrets);
  change(page);
  return { returned: await passProvider(page, "amina"), secrets };
}

async function identify(provider: Provider) {
  const { returned, secrets } = await comeBack(provider);
  return provider.identify(returned, secrets);
}

/** What a token endpoint can do instead of answering. */
const badExchanges: [string, Handler][] = [
  ["hangs", () => {}],
  ["hangs in the middle", (_request, response) => beginJson(response)],
  ["sends without end", (_request, response) => sendWithoutEnd(response)],
  ["breaks down", (_request, response) => response.writeHead(500).end("oh no")],
  [
    "answers a page",
    (_request, response) => response.setHeader("content-type", "text/html").end("<h1>Hi</h1>"),
  ],
  [
    "answers broken JSON",
    (_request, response) => response.setHeader("content-type", "application/json").end("{"),
  ],
  ["answers without a token", sendJson({ token_type: "bearer" })],
  [
    "leads elsewhere",
    (_request, response) => response.writeHead(307, { location: "http://127.0.0.1:9/" }).end(),
  ],
  ["hangs up", (request) => request.socket.destroy()],
];

describe("an OpenID provider", () => {
  let peer: OpenIdPeer;
  beforeAll(async () => {
    peer = await openPeer();
  });
  const identity = () => ({
    issuer: peer.issuer,
    subject: "amina",
    name: person.name,
    email: person.email,
    emailVerified: true,
    groups: null,
    refreshToken: null,
  });

  test("identifies a person by the ID token", async () => {
    const { provider } = googleAt(peer);
    expect(await identify(provider)).toEqual(identity());
    expect(peer.asked).not.toContain("/me");
  });

  test("is asked for email and name when its ID token lacks them", async () => {
    const silent = await openPeer({ claimsInIdToken: false });
    const { provider } = googleAt(silent);
    expect(await identify(provider)).toEqual({ ...identity(), issuer: silent.issuer });
    expect(silent.asked).toContain("/me");
  });

  test("may require the client secret in a header", async () => {
    const strict = await openPeer({ clientAuthentication: "client_secret_basic" });
    const { provider } = googleAt(strict);
    expect(await identify(provider)).toEqual({ ...identity(), issuer: strict.issuer });
  });

  test.each([
    [true, true],
    ["true", true],
    [false, false],
    ["false", false],
    ["yes", false],
    [1, false],
    [null, false],
    [undefined, null],
  ])("with email_verified %j says %j of the mailbox", async (value, emailVerified) => {
    peer.people.set("amina", { ...person, email_verified: value });
    const { provider } = googleAt(peer);
    expect(await identify(provider)).toMatchObject({ emailVerified });
    peer.people.set("amina", person);
  });

  test("has the sign-in name in the place of an email that it does not tell, which is never verified", async () => {
    const { email: _, ...silent } = person;
    peer.people.set("amina", { ...silent, preferred_username: "amina@school.example" });
    const { provider } = googleAt(peer);
    expect(await identify(provider)).toMatchObject({ email: "amina@school.example", emailVerified: false });
    peer.people.set("amina", person);
  });

  test("has its discovery fetched once an hour; the last copy is used when it does not answer", async () => {
    const { provider, passTime } = googleAt(peer);
    const questions = () => peer.asked.filter((path) => path === discovery).length;
    const before = questions();
    await identify(provider);
    await identify(provider);
    expect(questions()).toBe(before + 1);
    passTime(61 * minute);
    peer.replace(discovery, (_request, response) => response.writeHead(500).end());
    expect(await identify(provider)).toEqual(identity());
    expect(questions()).toBeGreaterThan(before + 1);
    peer.replace(discovery, null);
  });

  test.each<[string, Parameters<OpenIdPeer["replace"]>[1]]>([
    ["answers 500", (_request, response) => response.writeHead(500).end()],
    ["answers a page", (_request, response) => response.setHeader("content-type", "text/html").end("<h1>")],
    ["names another issuer", sendJson({ issuer: "https://elsewhere.example" })],
    ["hangs", () => {}],
    ["sends without end", (_request, response) => sendWithoutEnd(response)],
  ])("cannot be used while its discovery %s, and can afterwards", async (_how, handler) => {
    const { provider } = googleAt(peer, 2_500);
    peer.replace(discovery, handler);
    await expect(provider.signInPage(newSecrets())).rejects.toThrow();
    peer.replace(discovery, null);
    expect((await provider.signInPage(newSecrets())).origin).toBe(peer.issuer);
  });

  test("is refused when its ID token is for another attempt", async () => {
    const { provider } = googleAt(peer);
    const { returned, secrets } = await comeBack(provider, (page) => {
      page.searchParams.set("nonce", randomNonce());
    });
    await expect(provider.identify(returned, secrets)).rejects.toThrow(/claim/);
  });

  test("is refused when its ID token is signed by another key", async () => {
    const { provider } = googleAt(peer);
    const { publicKey } = await generateKeyPair("RS256");
    const { returned, secrets } = await comeBack(provider);
    const keys = [{ ...(await exportJWK(publicKey)), kid: signingKey, use: "sig", alg: "RS256" }];
    peer.replace("/jwks", sendJson({ keys }));
    await expect(provider.identify(returned, secrets)).rejects.toMatchObject({
      cause: { message: expect.stringContaining("signature") },
    });
    peer.replace("/jwks", null);
  });

  test.each(badExchanges)("whose exchange %s signs nobody in", async (_how, handler) => {
    const { returned, secrets } = await comeBack(googleAt(peer).provider);
    const impatient = googleAt(peer, 1_000).provider;
    peer.replace("/token", handler);
    await expect(impatient.identify(returned, secrets)).rejects.toThrow();
    peer.replace("/token", null);
  });

  test("does not exchange a code without its verifier", async () => {
    const { provider } = googleAt(peer);
    const { returned, secrets } = await comeBack(provider);
    const stolen = { ...secrets, codeVerifier: randomPKCECodeVerifier() };
    await expect(provider.identify(returned, stolen)).rejects.toMatchObject({ error: "invalid_grant" });
  });
});

test("only Google is asked to show its account chooser", () => {
  expect(promptOf("https://accounts.google.com")).toEqual({ prompt: "select_account" });
  expect(promptOf("https://id.example")).toEqual({});
});

describe("GitHub", () => {
  let peer: GitHubPeer;
  beforeAll(async () => {
    peer = await openGitHubPeer();
    closing.push(peer.close);
  });
  function gitHub(change: { clientSecret?: string } = {}, deadlineMs = 8_000): Provider {
    const { url, clientId, clientSecret } = peer;
    const client = { clientId, clientSecret, url, apiUrl: `${url}/api/v3`, ...change };
    const providers = createProviders({
      areGroupsNamed: () => false,

      config: { publicUrl, google: null, signIn: [], github: client },
      clock: systemClock,
      limits: { deadlineMs },
    });
    closing.push(providers.close);
    return providers.byId.get("github") as Provider;
  }
  const octo = {
    id: 583_231,
    login: "octo",
    name: null,
    emails: [
      { email: "other@example.test", primary: false, verified: true },
      { email: "octo@example.test", primary: true, verified: true },
    ],
  };

  test("identifies a person by id and primary email, and uses the login where a name is missing", async () => {
    peer.person = octo;
    expect(await identify(gitHub())).toEqual({
      issuer: `${peer.url}/login/oauth`,
      subject: "583231",
      name: "octo",
      email: "octo@example.test",
      emailVerified: true,
      groups: null,
      refreshToken: null,
    });
  });

  test.each(badExchanges)("whose exchange %s signs nobody in", async (_how, handler) => {
    peer.person = octo;
    const { returned, secrets } = await comeBack(gitHub());
    peer.replace("/login/oauth/access_token", handler);
    await expect(gitHub({}, 1_000).identify(returned, secrets)).rejects.toThrow();
    peer.replace("/login/oauth/access_token", null);
  });

  test("answers refusals with status 200, which still count as refusals", async () => {
    peer.person = octo;
    const provider = gitHub({ clientSecret: "not the secret" });
    const { returned, secrets } = await comeBack(provider);
    await expect(provider.identify(returned, secrets)).rejects.toThrow();
    expect(peer.asked.at(-1)).toBe("/login/oauth/access_token");
  });

  test("does not exchange a code without its verifier", async () => {
    peer.person = octo;
    const provider = gitHub();
    const { returned, secrets } = await comeBack(provider);
    const stolen = { ...secrets, codeVerifier: randomPKCECodeVerifier() };
    await expect(provider.identify(returned, stolen)).rejects.toThrow();
  });
});

function beginJson(response: ServerResponse): void {
  response.writeHead(200, { "content-type": "application/json" }).write("{");
}

function sendWithoutEnd(response: ServerResponse): void {
  beginJson(response);
  const more = () => void response.write(" ".repeat(64 * 1024));
  response.on("drain", more);
  more();
}
