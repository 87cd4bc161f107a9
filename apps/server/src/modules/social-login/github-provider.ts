import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientSecretPost,
  Configuration,
  calculatePKCECodeChallenge,
  customFetch,
  fetchProtectedResource,
} from "openid-client";
import { type Static, type TSchema, Type } from "typebox";
import { Check } from "typebox/value";
import type { GitHubClient } from "../../config.ts";
import { ExternalFailure } from "../../lib/external-failure.ts";
import type { Identity, Provider } from "./provider.ts";
import type { ProviderFetch } from "./provider-fetch.ts";

const Account = Type.Object({
  id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
  login: Type.String(),
  name: Type.Optional(Type.Union([Type.String(), Type.Null()])),
});
const Emails = Type.Array(
  Type.Object({ email: Type.String(), primary: Type.Boolean(), verified: Type.Boolean() }),
);

interface Dependencies {
  client: GitHubClient;
  redirectUri: string;
  providerFetch: ProviderFetch;
}

/** GitHub, on github.com or a company's own host: OAuth without OpenID, so the identity is read from its API. */
export function createGitHubProvider({ client, redirectUri, providerFetch }: Dependencies): Provider {
  const { clientId, clientSecret, url, apiUrl } = client;
  const issuer = `${url}/login/oauth`;

  function configure(): Configuration {
    const metadata = {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/access_token`,
    };
    const configuration = new Configuration(metadata, clientId, undefined, ClientSecretPost(clientSecret));
    configuration[customFetch] = providerFetch.withinDeadline();
    if ([url, apiUrl].some((address) => address.startsWith("http:"))) allowInsecureRequests(configuration);
    return configuration;
  }

  async function ask<Schema extends TSchema>(
    configuration: Configuration,
    token: string,
    path: string,
    schema: Schema,
  ): Promise<Static<Schema>> {
    const headers = new Headers({
      accept: "application/vnd.github+json",
      "x-github-api-version": "2022-11-28",
    });
    const target = new URL(`${apiUrl}${path}`);
    const response = await fetchProtectedResource(configuration, token, target, "GET", undefined, headers);
    if (response.status !== 200) throw new ExternalFailure(`answered ${response.status}`);
    const answer: unknown = await response.json();
    if (!Check(schema, answer)) throw new ExternalFailure("answered something else");
    return answer;
  }

  return {
    id: "github",
    name: "GitHub",
    trustsEmails: false,
    domains: [],
    refusesUnverified: true,
    async signInPage({ state, codeVerifier }) {
      return buildAuthorizationUrl(configure(), {
        redirect_uri: redirectUri,
        scope: "read:user user:email",
        // School computers are shared, so the provider must not assume the previous user.
        prompt: "select_account",
        state,
        code_challenge: await calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: "S256",
      });
    },

    async identify(returned, { state, codeVerifier }): Promise<Identity> {
      const configuration = configure();
      const { access_token } = await authorizationCodeGrant(configuration, returned, {
        expectedState: state,
        pkceCodeVerifier: codeVerifier,
      });
      const [account, emails] = await Promise.all([
        ask(configuration, access_token, "/user", Account),
        ask(configuration, access_token, "/user/emails?per_page=100", Emails),
      ]);
      const primary = emails.find((item) => item.primary);
      return {
        issuer,
        subject: String(account.id),
        name: account.name || account.login,
        email: primary?.email ?? null,
        emailVerified: primary?.verified ?? false,
        groups: null,
        refreshToken: null,
      };
    },
  };
}
