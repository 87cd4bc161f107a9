import { type Static, Type } from "typebox";
import { Email } from "./auth.ts";
import { endpoint } from "./endpoint.ts";
import { limits } from "./limits.ts";
import { Instant } from "./paging.ts";

/** Ways back into an account, and what is signed in to it: reset, confirmation, sessions. */

const Password = Type.String({ maxLength: limits.passwordMaxLength });

/**
 * An unknown email is answered like a known one, in the same time (docs/rules.md#known-emails). A refusal is
 * `{error: {identifier: ["..."]}}` (docs/rules.md#errors).
 */
export const requestPasswordReset = endpoint({
  name: "requestPasswordReset",
  method: "POST",
  path: "/auth/request-password-reset",
  summary: "Mail a reset code to an account's address, if there is such an account",
  tag: "Auth",
  access: "visitor",
  open: true,
  body: Type.Object(
    { identifier: Type.String({ maxLength: limits.emailLength }) },
    { additionalProperties: false },
  ),
  errorField: "identifier",
  replies: { 200: Type.Object({ message: Type.String() }) },
  errors: [],
});

export const verifyResetCode = endpoint({
  name: "verifyResetCode",
  method: "POST",
  path: "/auth/verify-reset-code",
  summary: "Check an emailed reset code; after five wrong tries it no longer works",
  tag: "Auth",
  access: "visitor",
  open: true,
  body: Type.Object(
    { email: Email, code: Type.String({ minLength: 1, maxLength: 40 }) },
    { additionalProperties: false },
  ),
  replies: { 200: Type.Object({ message: Type.String() }) },
  errors: ["code_invalid"],
});

/** `code` is a verified reset code (docs/rules.md#reset-codes), or the token of a mailed or printed link to set a password. */
export const resetPassword = endpoint({
  name: "resetPassword",
  method: "POST",
  path: "/auth/reset-password",
  summary: "Set a new password with a verified code; ends all sessions of the account",
  tag: "Auth",
  access: "visitor",
  open: true,
  body: Type.Object(
    {
      code: Type.String({ minLength: 1, maxLength: 100 }),
      new_password: Password,
      confirm_password: Password,
    },
    { additionalProperties: false },
  ),
  replies: { 200: Type.Object({ message: Type.String() }) },
  errors: ["code_invalid", "passwords_differ"],
});

const LinkToken = Type.String({ minLength: 1, maxLength: 100 });

/** What the link's screen must know before the user presses a button. */
export const checkConfirmation = endpoint({
  name: "checkConfirmation",
  method: "POST",
  path: "/auth/check-confirmation",
  summary: "Which account the token of an emailed confirmation link is for; changes nothing",
  tag: "Auth",
  access: "visitor",
  open: true,
  body: Type.Object({ token: LinkToken }, { additionalProperties: false }),
  replies: {
    200: Type.Object({
      email: Type.String(),
      /** Whether the bearer is signed in to this account. */
      own: Type.Boolean(),
      has_password: Type.Boolean(),
    }),
  },
  errors: ["link_invalid"],
});

/**
 * With the account's session or password: only confirms. From anyone else, who has shown only that the mailbox is
 * theirs: first removes the account's password and sessions (docs/rules.md#confirmation-by-a-press).
 */
export const confirmEmail = endpoint({
  name: "confirmEmail",
  method: "POST",
  path: "/auth/confirm-email",
  summary: "Confirm an email, once, with the token of the link emailed to it",
  tag: "Auth",
  access: "visitor",
  open: true,
  body: Type.Object({ token: LinkToken, password: Type.Optional(Password) }, { additionalProperties: false }),
  replies: { 200: Type.Object({ message: Type.String() }) },
  errors: ["link_invalid"],
});

export const requestConfirmation = endpoint({
  name: "requestConfirmation",
  method: "POST",
  path: "/auth/request-confirmation",
  summary: "Email the link that confirms one's own email again",
  tag: "Auth",
  access: "member",
  replies: { 200: Type.Object({ message: Type.String() }) },
  errors: [],
});

export const Session = Type.Object(
  {
    id: Type.String(),
    /** The session of the call itself. */
    current: Type.Boolean(),
    /** The browser as it named itself when it signed in; null when it did not. */
    user_agent: Type.Union([Type.String(), Type.Null()]),
    created_at: Instant,
    last_used_at: Instant,
  },
  { $id: "Session" },
);
export type Session = Static<typeof Session>;

export const listSessions = endpoint({
  name: "listSessions",
  method: "GET",
  path: "/auth/sessions",
  summary: "Where one is signed in, the last used first",
  tag: "Auth",
  access: "member",
  replies: { 200: Type.Object({ items: Type.Array(Session), next: Type.Null() }) },
  errors: [],
});

export const endSession = endpoint({
  name: "endSession",
  method: "DELETE",
  path: "/auth/sessions/:id",
  summary: "End one of one's own sessions; its access tokens and sockets die at once",
  tag: "Auth",
  access: "member",
  params: Type.Object({ id: Type.String({ format: "uuid", maxLength: 36 }) }),
  replies: { 200: Type.Object({ message: Type.Literal("Session ended") }) },
  errors: ["session_not_found"],
});
