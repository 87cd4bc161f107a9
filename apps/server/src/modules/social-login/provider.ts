export const providerNames = ["google", "github"] as const;
export type ProviderName = (typeof providerNames)[number];
export const providerTitle: Record<ProviderName, string> = { google: "Google", github: "GitHub" };

/** Who somebody is at a provider. Issuer and subject never change; all else may. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
  readonly name: string | null;
  readonly email: string | null;
  /** The provider says that the mailbox is theirs. */
  readonly emailVerified: boolean;
}

/** What belongs to one sign-in alone. */
export interface AttemptSecrets {
  readonly state: string;
  readonly codeVerifier: string;
  /** Comes back in the ID token, where the provider answers one. */
  readonly nonce: string;
}

export interface Provider {
  /** The provider's page to send the browser to. */
  signInPage(secrets: AttemptSecrets): Promise<URL>;
  /** Exchanges what the browser brought back. Rejects for anything that is not this attempt's own good answer. */
  identify(returned: URL, secrets: AttemptSecrets): Promise<Identity>;
}
