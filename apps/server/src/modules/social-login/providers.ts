import type { ProviderName } from "@cairn/contract";
import type { Config } from "../../config.ts";
import type { Clock } from "../../lib/clock.ts";
import { createGitHubProvider } from "./github-provider.ts";
import { createOpenIdProvider } from "./openid-provider.ts";
import type { Provider } from "./provider.ts";
import { createProviderFetch, type ProviderFetchSettings } from "./provider-fetch.ts";

interface Dependencies {
  config: Pick<Config, "google" | "github" | "publicUrl">;
  clock: Clock;
  limits?: Partial<ProviderFetchSettings>;
}

export const returnPath = (provider: ProviderName) => `/auth/login/${provider}/return`;

/** The configured providers. */
export function createProviders({ config, clock, limits }: Dependencies) {
  const { google, github, publicUrl } = config;
  const addresses = [google?.issuer, github?.url, github?.apiUrl].filter((address) => address !== undefined);
  const hosts = new Set(addresses.map((address) => new URL(address).hostname));
  const providerFetch = createProviderFetch(hosts, { deadlineMs: 8_000, maxBytes: 256 * 1024, ...limits });
  const redirectUri = (provider: ProviderName) => `${publicUrl}${returnPath(provider)}`;
  const byName: Record<ProviderName, Provider | null> = {
    google:
      google &&
      createOpenIdProvider({ client: google, redirectUri: redirectUri("google"), providerFetch, clock }),
    github:
      github && createGitHubProvider({ client: github, redirectUri: redirectUri("github"), providerFetch }),
  };
  return { byName, close: providerFetch.close };
}
