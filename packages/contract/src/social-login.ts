import { type Static, Type } from "typebox";
import { endpoint } from "./endpoint.ts";
import { errorSentence } from "./errors.ts";
import { messages } from "./messages.ts";

export const providerNames = ["google", "github"] as const;
export type ProviderName = (typeof providerNames)[number];
export const providerTitle: Record<ProviderName, string> = { google: "Google", github: "GitHub" };

export const SignInProvider = Type.Object(
  { id: Type.Enum([...providerNames]), name: Type.String() },
  { $id: "SignInProvider" },
);
export type SignInProvider = Static<typeof SignInProvider>;

export const listProviders = endpoint({
  name: "listProviders",
  method: "GET",
  path: "/auth/providers",
  summary:
    "The providers that one can really sign in with on this site; with demo data all that the specification names",
  tag: "Auth",
  access: "visitor",
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
  deactivated: () => errorSentence.account_deactivated,
  waiting: () => errorSentence.waiting_for_approval,
  closed: () => errorSentence.joining_closed,
  domain: () => errorSentence.domain_not_allowed,
  invitation: () => errorSentence.invitation_invalid,
  tooMany: () => errorSentence.too_many_requests,
} as const;
export type SignInRefusal = keyof typeof signInSentences;
