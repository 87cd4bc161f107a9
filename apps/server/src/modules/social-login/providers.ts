import { namedProviders } from "@cairn/contract";
import type { Config, OpenIdClient } from "../../config.ts";
import { AppError } from "../../lib/app-error.ts";
import type { Clock } from "../../lib/clock.ts";
import { createGitHubProvider } from "./github-provider.ts";
import { createOpenIdProvider } from "./openid-provider.ts";
import type { Provider, ProviderTerms } from "./provider.ts";
import { createProviderFetch, type ProviderFetchSettings } from "./provider-fetch.ts";
import { problemOf } from "./sign-in-failure.ts";

interface Dependencies {
  config: Pick<Config, "google" | "github" | "signIn" | "publicUrl">;
  clock: Clock;
  limits?: Partial<ProviderFetchSettings>;
  /** Whether roles depend on the groups of this provider. */
  areGroupsNamed(id: string): boolean;
}

export const returnPath = (id: string) => `/auth/login/${id}/return`;

const openIdScopes = "openid email profile";

export interface SignInCheck {
  /** To be registered at the provider. */
  readonly returnUrl: string;
  /** Why nobody can sign in; null: nothing was found. */
  readonly problem: string | null;
}

/** The configured providers, by their ids. */
export function createProviders({ config, clock, limits, areGroupsNamed }: Dependencies) {
  const { google, github, signIn, publicUrl } = config;
  const issuers = [google, ...signIn].map((client) => client?.issuer);
  const addresses = [...issuers, github?.url, github?.apiUrl].filter((address) => address !== undefined);
  const hosts = new Set(addresses.map((address) => new URL(address).hostname));
  const providerFetch = createProviderFetch(hosts, { deadlineMs: 8_000, maxBytes: 256 * 1024, ...limits });
  const redirectUri = (id: string) => `${publicUrl}${returnPath(id)}`;
  const openId = (
    { groupsClaim, ...client }: OpenIdClient & { scopes: string; groupsClaim: string | null },
    terms: ProviderTerms,
  ) =>
    createOpenIdProvider({
      client,
      terms,
      groupsClaim: () => (areGroupsNamed(terms.id) ? groupsClaim : null),
      redirectUri: redirectUri(terms.id),
      providerFetch,
      clock,
    });
  const list: Provider[] = [
    ...(google
      ? [
          openId(
            { ...google, scopes: openIdScopes, groupsClaim: null },
            { ...namedProviders[0], trustsEmails: false, domains: [], refusesUnverified: true },
          ),
        ]
      : []),
    ...(github
      ? [createGitHubProvider({ client: github, redirectUri: redirectUri("github"), providerFetch })]
      : []),
    ...signIn.map(({ id, name, trustsEmails, domains, ...client }) =>
      openId(client, { id, name, trustsEmails, domains, refusesUnverified: false }),
    ),
  ];
  const byId = new Map(list.map((provider) => [provider.id, provider]));

  /** Asks a provider for its settings. @throws AppError not_found for a key that has none, or GitHub's, which has no issuer. */
  async function check(id: string): Promise<SignInCheck> {
    const provider = byId.get(id);
    if (!provider?.check)
      throw new AppError("not_found", { sentence: `There are no settings of an OpenID provider “${id}”.` });
    const returnUrl = redirectUri(id);
    try {
      await provider.check();
      return { returnUrl, problem: null };
    } catch (error) {
      return { returnUrl, problem: problemOf(error) };
    }
  }

  return { byId, check, close: providerFetch.close };
}
