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
  refreshTokenGrant,
  type ServerMetadata,
  setJwksCache,
  type TokenEndpointResponse,
  type TokenEndpointResponseHelpers,
  WWWAuthenticateChallengeError,
} from "openid-client";
import type { OpenIdClient } from "../../config.ts";
import type { Clock } from "../../lib/clock.ts";
import { type Identity, type Provider, type ProviderTerms, SessionOver } from "./provider.ts";
import type { ProviderFetch } from "./provider-fetch.ts";

type Tokens = TokenEndpointResponse & TokenEndpointResponseHelpers;

/** Milliseconds for which a discovery document is cached. */
const freshFor = 60 * 60 * 1000;

interface Dependencies {
  client: OpenIdClient & { readonly scopes: string };
  terms: ProviderTerms;
  /** The claim that has the user's groups; null: none is asked for. */
  groupsClaim: () => string | null;
  redirectUri: string;
  providerFetch: ProviderFetch;
  clock: Clock;
}

export function createOpenIdProvider(dependencies: Dependencies): Provider {
  const { client, terms, groupsClaim, redirectUri, providerFetch, clock } = dependencies;
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
  async function exchange(
    metadata: ServerMetadata,
    grant: (configuration: Configuration) => Promise<Tokens>,
  ) {
    const [first, second] = waysToProve(metadata, clientSecret);
    const configuration = configure(metadata, first);
    try {
      return { configuration, tokens: await grant(configuration) };
    } catch (error) {
      if (!second || !isRefusedClient(error)) throw error;
      const other = configure(metadata, second);
      return { configuration: other, tokens: await grant(other) };
    }
  }

  /** What the ID token says, and where it is silent the userinfo endpoint. */
  async function profileOf(
    { userinfo_endpoint: userinfo }: ServerMetadata,
    { configuration, tokens }: Awaited<ReturnType<typeof exchange>>,
    subject: string,
  ): Promise<Readonly<Record<string, unknown>>> {
    const claims = { ...tokens.claims() };
    const claim = groupsClaim();
    const isSilent = claims.email === undefined || (claim !== null && claims[claim] === undefined);
    if (!isSilent || userinfo === undefined) return claims;
    return { ...claims, ...(await fetchUserInfo(configuration, tokens.access_token, subject)) };
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

    async signOutPage() {
      const { end_session_endpoint: endpoint } = await discover();
      if (endpoint === undefined) return null;
      const page = new URL(endpoint);
      page.searchParams.set("client_id", clientId);
      // Most providers allow the registered return address here, and no other.
      page.searchParams.set("post_logout_redirect_uri", redirectUri);
      return page;
    },

    async identify(returned, secrets): Promise<Identity> {
      const metadata = await discover();
      const exchanged = await exchange(metadata, (configuration) =>
        authorizationCodeGrant(configuration, returned, {
          expectedState: secrets.state,
          expectedNonce: secrets.nonce,
          pkceCodeVerifier: secrets.codeVerifier,
          idTokenExpected: true,
        }),
      );
      jwks = getJwksCache(exchanged.configuration);
      const subject = exchanged.tokens.claims()?.sub;
      if (subject === undefined) throw new Error("no ID token, which was demanded");
      const profile = await profileOf(metadata, exchanged, subject);
      return {
        issuer: metadata.issuer,
        subject,
        name: textOrNull(profile.name),
        ...mailboxOf(profile),
        groups: groupsIn(profile, groupsClaim()),
        refreshToken: exchanged.tokens.refresh_token ?? null,
      };
    },

    async renew(refreshToken, subject) {
      const metadata = await discover();
      try {
        const renewed = await exchange(metadata, (configuration) =>
          refreshTokenGrant(configuration, refreshToken),
        );
        const profile = await profileOf(metadata, renewed, subject);
        return {
          groups: groupsIn(profile, groupsClaim()),
          refreshToken: renewed.tokens.refresh_token ?? null,
        };
      } catch (error) {
        if (error instanceof ResponseBodyError && error.error === "invalid_grant") throw new SessionOver();
        throw error;
      }
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
    // First, because some providers do not decode what basic encodes: a hyphen in a secret is enough.
    ...(supported.includes("client_secret_post") ? [ClientSecretPost(secret)] : []),
    ...(supported.includes("client_secret_basic") ? [ClientSecretBasic(secret)] : []),
  ];
}

const isRefusedClient = (error: unknown): boolean =>
  error instanceof WWWAuthenticateChallengeError ||
  (error instanceof ResponseBodyError && ["invalid_client", "unauthorized_client"].includes(error.error));

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

/** Groups of one user that are looked at. */
const mostGroups = 1_000;

/**
 * None where the claim is missing, as some providers leave an empty list out. Entra sends a link in place of more than 200
 * groups: that says nothing.
 */
function groupsIn(profile: Readonly<Record<string, unknown>>, claim: string | null): string[] | null {
  if (claim === null) return null;
  const elsewhere = profile._claim_names;
  if (typeof elsewhere === "object" && elsewhere !== null && claim in elsewhere) return null;
  const said = [profile[claim] ?? []].flat();
  return said.slice(0, mostGroups).filter((group) => typeof group === "string");
}

const textOrNull = (value: unknown): string | null => (typeof value === "string" ? value : null);
