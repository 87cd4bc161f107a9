import { type Static, Type } from "typebox";
import { endpoint } from "./endpoint.ts";
import { errorSentence } from "./errors.ts";
import { messages } from "./messages.ts";

/** The providers that the specification names. An operator adds others (docs/rules.md#sign-in-by-a-provider). */
export const namedProviders = [
  { id: "google", name: "Google" },
  { id: "github", name: "GitHub" },
] as const;

/** How a provider stands in the addresses of its sign-in. */
export const ProviderId = Type.String({ pattern: "^[a-z0-9]{1,20}$" });

/** `name`: on its button. */
export const SignInProvider = Type.Object({ id: ProviderId, name: Type.String() }, { $id: "SignInProvider" });
export type SignInProvider = Static<typeof SignInProvider>;

export const listProviders = endpoint({
  name: "listProviders",
  method: "GET",
  path: "/auth/providers",
  summary:
    "The providers that one can really sign in with on this site; with demo data all that the specification names",
  tag: "Auth",
  access: "visitor",
  open: true,
  replies: { 200: Type.Object({ items: Type.Array(SignInProvider) }) },
  errors: [],
});

/** The texts that the server sends to `/auth/callback?error=...`. None contains anything from the provider. */
export const signInSentences = {
  failed: () => messages.oauthFailed,
  denied: (provider: string) => `You left ${provider} without signing in.`,
  emailMissing: (provider: string) => `${provider} did not give us your email address.`,
  emailUnverified: (provider: string) =>
    `Your email address is not verified at ${provider}. Verify it there first, or log in with your password.`,
  emailTaken: (provider: string) =>
    `${provider} does not say that your email address is yours, and an account here has it. Log in with your password, or ask for a new one by “Forgot your password?”.`,
  domainRefused: (provider: string) =>
    `Your email address is not one of those that may sign in with ${provider}.`,
  deactivated: () => errorSentence.account_deactivated,
  waiting: () => errorSentence.waiting_for_approval,
  closed: () => errorSentence.joining_closed,
  domain: () => errorSentence.domain_not_allowed,
  invitation: () => errorSentence.invitation_invalid,
  tooMany: () => errorSentence.too_many_requests,
} as const;
export type SignInRefusal = keyof typeof signInSentences;
