/** A user's identity at a provider. Issuer and subject never change; everything else may. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
  readonly name: string | null;
  readonly email: string | null;
  /** The provider confirms that the user owns the mailbox. */
  readonly emailVerified: boolean;
}

/** The secrets of a single sign-in attempt. */
export interface AttemptSecrets {
  readonly state: string;
  readonly codeVerifier: string;
  /** Comes back in the ID token, if the provider sends one. */
  readonly nonce: string;
}

export interface Provider {
  /** The provider's page to send the browser to. */
  signInPage(secrets: AttemptSecrets): Promise<URL>;
  /** Exchanges the parameters that the browser brought back. Rejects anything but a valid answer to this attempt. */
  identify(returned: URL, secrets: AttemptSecrets): Promise<Identity>;
}
