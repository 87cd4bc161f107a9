/** A user's identity at a provider. Issuer and subject never change; everything else may. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
  readonly name: string | null;
  readonly email: string | null;
  /** Whether the user owns the mailbox, as the provider says; null: it says nothing. */
  readonly emailVerified: boolean | null;
  /** null: the provider does not say. */
  readonly groups: readonly string[] | null;
  /** By which the provider can be asked again; null: it gave none. */
  readonly refreshToken: string | null;
}

/** The provider has ended the session of a user, or the user is gone there. */
export class SessionOver extends Error {
  override readonly name = "SessionOver";
}

/** The secrets of a single sign-in attempt. */
export interface AttemptSecrets {
  readonly state: string;
  readonly codeVerifier: string;
  /** Comes back in the ID token, if the provider sends one. */
  readonly nonce: string;
}

/** What the operator has settled about a provider. */
export interface ProviderTerms {
  /** In its addresses, and in the table of attempts. */
  readonly id: string;
  /** What people know it by. */
  readonly name: string;
  /** Its emails count as verified where it does not say. */
  readonly trustsEmails: boolean;
  /** Of the emails that may enter, in the form in which they are stored; empty: all. */
  readonly domains: readonly string[];
  /** Refuses emails that it says are not verified; else they open an account whose owner confirms them by mail. */
  readonly refusesUnverified: boolean;
}

export interface Provider extends ProviderTerms {
  /** The provider's page to send the browser to. */
  signInPage(secrets: AttemptSecrets): Promise<URL>;
  /** Asks the issuer for its settings. @throws Error that says why they cannot be had. Undefined: it has none. */
  check?(): Promise<void>;
  /** Where the browser signs out at the provider, which leads back to Cairn; null if it offers none. Undefined: it never does. */
  signOutPage?(): Promise<URL | null>;
  /** Exchanges the parameters that the browser brought back. Rejects anything but a valid answer to this attempt. */
  identify(returned: URL, secrets: AttemptSecrets): Promise<Identity>;
  /**
   * Asks for the groups that the subject has now. Undefined: the provider cannot say. @throws SessionOver
   */
  renew?(refreshToken: string, subject: string): Promise<Pick<Identity, "groups" | "refreshToken">>;
}
