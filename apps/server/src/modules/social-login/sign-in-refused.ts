import { errorSentence, messages } from "@cairn/contract";

/**
 * What the login screen may say after a sign-in by a provider. Nothing a provider sends is ever among it:
 * anybody can make a link that returns with words of their own.
 */
const sentences = {
  failed: () => messages.oauthFailed,
  denied: (provider: string) => `You left ${provider} without signing in.`,
  emailMissing: (provider: string) => `${provider} told us no e-mail address of yours.`,
  emailUnverified: (provider: string) =>
    `Your e-mail address is not verified at ${provider}. Verify it there first, or log in with your password.`,
  deactivated: () => errorSentence.account_deactivated,
} as const;
export type Refusal = keyof typeof sentences;

/** A sign-in that ends here, with a reason for whoever tried. */
export class SignInRefused extends Error {
  override readonly name = "SignInRefused";
  readonly reason: Refusal;

  constructor(reason: Refusal) {
    super(reason);
    this.reason = reason;
  }
}

export const sentenceOf = (reason: Refusal, provider: string): string => sentences[reason](provider);
