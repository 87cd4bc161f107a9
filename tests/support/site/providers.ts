import { createHash, generateKeyPairSync, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import Provider from "oidc-provider";

/** A person as a provider knows them, with a verified email. */
export interface Person {
  readonly id: number;
  readonly name: string;
  readonly email: string;
}

export interface Peer {
  /** Settings of the server that signs people in here. */
  readonly settings: Record<string, string>;
  close(): Promise<void>;
}

/** A provider's page with one button. */
const buttonPage = (
  label: string,
  href: string,
) => `<!doctype html><html lang="en"><head><meta charset="utf-8">
<title>Sign in</title><link rel="icon" href="data:,"></head><body><a href="${href.replaceAll("&", "&amp;")}">${label}</a></body></html>`;

const sendPage = (response: ServerResponse, page: string) =>
  response.setHeader("content-type", "text/html; charset=utf-8").end(page);
const sendJson = (response: ServerResponse, value: unknown) =>
  response.setHeader("content-type", "application/json").end(JSON.stringify(value));

async function listen(): Promise<{
  url: string;
  answer(listener: RequestListener): void;
  close(): Promise<void>;
}> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("No port was free.");
  return {
    url: `http://127.0.0.1:${address.port}`,
    answer: (listener) => void server.on("request", listener),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** A real OpenID provider in place of Google, where one person only has to confirm. */
export async function openGoogle(person: Person): Promise<Peer & { knowClient(siteUrl: string): void }> {
  const { url, answer, close } = await listen();
  const client = { client_id: "cairn", client_secret: "secret of the journeys" };
  const jwk = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey.export({ format: "jwk" });

  return {
    settings: {
      GOOGLE_ISSUER: url,
      GOOGLE_CLIENT_ID: client.client_id,
      GOOGLE_CLIENT_SECRET: client.client_secret,
    },
    close,
    /** Called once the site is up, because the redirect URL is not known before. */
    knowClient(siteUrl) {
      const provider = new Provider(url, {
        clients: [
          {
            ...client,
            redirect_uris: [`${siteUrl}/auth/login/google/return`],
            post_logout_redirect_uris: [`${siteUrl}/auth/login/google/return`],
          },
        ],
        jwks: { keys: [{ ...jwk, kid: "journeys", use: "sig" } as never] },
        cookies: { keys: ["journeys"] },
        ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600 },
        claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
        conformIdTokenClaims: false,
        findAccount: (_context, accountId) => ({
          accountId,
          claims: async () => ({
            sub: accountId,
            name: person.name,
            email: person.email,
            email_verified: true,
          }),
        }),
        features: {
          devInteractions: { enabled: false },
          rpInitiatedLogout: {
            // Its own page loads a font from another site.
            logoutSource: (context, form) => {
              context.body = `${form}<button form="op.logoutForm" name="logout" value="yes">Yes, sign me out</button>`;
            },
          },
        },
        interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
        loadExistingGrant: async ({ oidc }) => {
          const { clientId } = oidc.client ?? {};
          const grant = new oidc.provider.Grant({ clientId, accountId: oidc.session?.accountId });
          grant.addOIDCScope("openid email profile");
          await grant.save();
          return grant;
        },
      });
      const pages = provider.callback();
      answer((request, response) => {
        const path = request.url ?? "";
        if (!path.startsWith("/interaction/")) return void pages(request, response);
        if (!path.endsWith("/yes"))
          return void sendPage(response, buttonPage(`Continue as ${person.name}`, `${path}/yes`));
        const result = { login: { accountId: String(person.id) } };
        return void provider.interactionFinished(request, response, result);
      });
    },
  };
}

/** Implements the part of GitHub's OAuth and API that one person's sign-in needs. */
export async function openGitHub(person: Person): Promise<Peer> {
  const { url, answer, close } = await listen();
  const token = randomBytes(20).toString("hex");
  const challenges = new Map<string, string>();

  function authorize(query: URLSearchParams, response: ServerResponse): void {
    const code = randomBytes(10).toString("hex");
    challenges.set(code, query.get("code_challenge") ?? "");
    const back = `${query.get("redirect_uri")}?code=${code}&state=${query.get("state")}`;
    sendPage(response, buttonPage("Authorize Cairn", back));
  }

  async function exchange(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const sent = new URLSearchParams(await text(request));
    const proof = createHash("sha256")
      .update(sent.get("code_verifier") ?? "")
      .digest("base64url");
    const isRight = challenges.get(sent.get("code") ?? "") === proof;
    sendJson(
      response,
      isRight
        ? { access_token: token, token_type: "bearer", scope: "read:user,user:email" }
        : { error: "bad_verification_code" },
    );
  }

  answer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", url);
    const isBearer = request.headers.authorization === `Bearer ${token}`;
    if (pathname === "/login/oauth/authorize") authorize(searchParams, response);
    else if (pathname === "/login/oauth/access_token") void exchange(request, response);
    else if (pathname === "/api/v3/user" && isBearer)
      sendJson(response, { id: person.id, login: "octo", name: person.name });
    else if (pathname === "/api/v3/user/emails" && isBearer)
      sendJson(response, [{ email: person.email, primary: true, verified: true }]);
    else response.writeHead(404).end();
  });
  return {
    settings: { GITHUB_URL: url, GITHUB_CLIENT_ID: "cairn", GITHUB_CLIENT_SECRET: "secret of the journeys" },
    close,
  };
}
