import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair } from "jose";
import Provider, { type Configuration } from "oidc-provider";
import type { Handler } from "../external-site.ts";

export interface OpenIdPeer {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** What it knows of each account, by subject. */
  readonly people: Map<string, Record<string, unknown>>;
  /** Path of every request, in order. */
  readonly asked: string[];
  /** Answers a path in the provider's place, until told otherwise. */
  replace(path: string, handler: Handler | null): void;
  close(): Promise<void>;
}

interface Options {
  /** Whether email and name stand in the ID token, as Google has it, or are told by userinfo alone. */
  readonly claimsInIdToken?: boolean;
  readonly clientAuthentication?: "client_secret_basic" | "client_secret_post";
  readonly givesRefreshTokens?: boolean;
}

/** The name of the key that signs its ID tokens. */
export const signingKey = "key-of-the-tests";
const clientId = "cairn-at-openid";
const clientSecret = "a secret of the tests, with signs: +/%&";

/** A certified OpenID provider on loopback. Its sign-in page takes anyone at their word. */
export async function openOpenIdPeer(returnUrl: string, options: Options = {}): Promise<OpenIdPeer> {
  const {
    claimsInIdToken = true,
    clientAuthentication = "client_secret_post",
    givesRefreshTokens = false,
  } = options;
  const people = new Map<string, Record<string, unknown>>();
  const replaced = new Map<string, Handler>();
  const asked: string[] = [];
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  const configuration: Configuration = {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [returnUrl],
        post_logout_redirect_uris: [returnUrl],
        token_endpoint_auth_method: clientAuthentication,
        grant_types: ["authorization_code", "refresh_token"],
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), kid: signingKey, use: "sig" } as never] },
    cookies: { keys: ["a key of the tests"] },
    ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600 },
    claims: {
      openid: ["sub"],
      email: ["email", "email_verified"],
      profile: ["name", "preferred_username", "groups"],
    },
    issueRefreshToken: async () => givesRefreshTokens,
    conformIdTokenClaims: !claimsInIdToken,
    findAccount: (_context, id) =>
      people.has(id) ? { accountId: id, claims: async () => ({ sub: id, ...people.get(id) }) } : undefined,
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId,
        accountId: oidc.session?.accountId,
      });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
  };
  const provider = new Provider(issuer, configuration);
  const answer = provider.callback();

  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    const path = new URL(request.url ?? "", issuer).pathname;
    asked.push(path);
    const stand = replaced.get(path);
    if (stand) return stand(request, response);
    if (!path.startsWith("/interaction/")) return void answer(request, response);
    const as = new URL(request.url ?? "", issuer).searchParams.get("as");
    const result = as
      ? { login: { accountId: as } }
      : { error: "access_denied", error_description: "<b>words of the provider</b>" };
    return void provider.interactionFinished(request, response, result);
  });

  return {
    issuer,
    clientId,
    clientSecret,
    people,
    asked,
    replace(path, handler) {
      if (handler) replaced.set(path, handler);
      else replaced.delete(path);
    },
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
