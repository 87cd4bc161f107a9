import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  type ExportedJWKSCache,
  enableNonRepudiationChecks,
  fetchUserInfo,
  getJwksCache,
  ResponseBodyError,
  type ServerMetadata,
  setJwksCache,
  WWWAuthenticateChallengeError,
} from "openid-client";
import type { OpenIdClient } from "../../config.ts";
import type { Clock } from "../../lib/clock.ts";
import type { AttemptSecrets, Identity, Provider, ProviderTerms } from "./provider.ts";
import type { ProviderFetch } from "./provider-fetch.ts";

/** Milliseconds for which a discovery document is cached. */
const freshFor = 60 * 60 * 1000;

interface Dependencies {
  client: OpenIdClient & { readonly scopes: string };
  terms: ProviderTerms;
  redirectUri: string;
  providerFetch: ProviderFetch;
  clock: Clock;
}

export function createOpenIdProvider(dependencies: Dependencies): Provider {
  const { client, terms, redirectUri, providerFetch, clock } = dependencies;
  const { clientId, clientSecret, issuer, scopes } = client;
  const isInsecure = issuer.startsWith("http:"); // loopback alone: the settings refuse any other
  let known: { metadata: ServerMetadata; at: number } | null = null;
  let jwks: ExportedJWKSCache | undefined;

  async function discover(): Promise<ServerMetadata> {
    const now = clock().getTime();
    if (known && now - known.at < freshFor) return known.metadata;
    try {
      const found = await discovery(new URL(issuer), clientId, undefined, undefined, {
        [customFetch]: providerFetch.withinDeadline(),
        execute: isInsecure ? [allowInsecureRequests] : [],
      });
      known = { metadata: found.serverMetadata(), at: now };
    } catch (error) {
      // An old document is better than none; a change in it shows when it is used.
      if (!known) throw error;
    }
    return known.metadata;
  }

  function configure(metadata: ServerMetadata, auth?: ClientAuth): Configuration {
    const configuration = new Configuration(metadata, clientId, undefined, auth);
    configuration[customFetch] = providerFetch.withinDeadline();
    if (isInsecure) allowInsecureRequests(configuration);
    // The ID token's signature is checked as well, though it comes straight from the provider.
    enableNonRepudiationChecks(configuration);
    if (jwks) setJwksCache(configuration, jwks);
    return configuration;
  }

  /** Providers differ in how a client authenticates, and some list methods that they then refuse. */
  async function exchange(metadata: ServerMetadata, returned: URL, secrets: AttemptSecrets) {
    const checks = {
      expectedState: secrets.state,
      expectedNonce: secrets.nonce,
      pkceCodeVerifier: secrets.codeVerifier,
      idTokenExpected: true,
    };
    const [first, second] = waysToProve(metadata, clientSecret);
    const configuration = configure(metadata, first);
    try {
      return { configuration, tokens: await authorizationCodeGrant(configuration, returned, checks) };
    } catch (error) {
      if (!second || !isRefusedClient(error)) throw error;
      const other = configure(metadata, second);
      return { configuration: other, tokens: await authorizationCodeGrant(other, returned, checks) };
    }
  }

  return {
    ...terms,
    async check() {
      const before = known;
      known = null;
      try {
        await discover();
      } finally {
        known ??= before;
      }
    },

    async signInPage({ state, codeVerifier, nonce }) {
      const configuration = configure(await discover());
      return buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: scopes,
        ...promptOf(issuer),
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: "S256",
      });
    },

    async identify(returned, secrets): Promise<Identity> {
      const metadata = await discover();
      const { configuration, tokens } = await exchange(metadata, returned, secrets);
      jwks = getJwksCache(configuration);
      const claims = tokens.claims();
      if (!claims) throw new Error("no ID token, which was demanded");
      // Providers that leave the email out of the ID token return it from the userinfo endpoint.
      const isSilent = claims.email === undefined && metadata.userinfo_endpoint !== undefined;
      const profile = isSilent ? await fetchUserInfo(configuration, tokens.access_token, claims.sub) : claims;
      return {
        issuer: metadata.issuer,
        subject: claims.sub,
        name: textOrNull(profile.name),
        ...mailboxOf({ ...profile }),
      };
    },
  };
}

/**
 * School computers are shared, so Google must not assume the previous user. Other providers may not know the parameter.
 */
export const promptOf = (issuer: string): { prompt?: string } =>
  issuer === "https://accounts.google.com" ? { prompt: "select_account" } : {};

function waysToProve(metadata: ServerMetadata, secret: string): ClientAuth[] {
  // Without a list, the standard's default is basic.
  const supported = metadata.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
  return [
    ...(supported.includes("client_secret_basic") ? [ClientSecretBasic(secret)] : []),
    ...(supported.includes("client_secret_post") ? [ClientSecretPost(secret)] : []),
  ];
}

const isRefusedClient = (error: unknown): boolean =>
  error instanceof WWWAuthenticateChallengeError ||
  (error instanceof ResponseBodyError && error.error === "invalid_client");

/**
 * Some providers send truth as text. Entra has no email of most of its users in a token, and their sign-in name in its place: a
 * name may be chosen freely, so it is never taken as verified.
 */
function mailboxOf(profile: Readonly<Record<string, unknown>>) {
  const email = textOrNull(profile.email);
  if (email === null) return { email: textOrNull(profile.preferred_username), emailVerified: false };
  const said = profile.email_verified;
  return { email, emailVerified: said === undefined ? null : said === true || said === "true" };
}

const textOrNull = (value: unknown): string | null => (typeof value === "string" ? value : null);
