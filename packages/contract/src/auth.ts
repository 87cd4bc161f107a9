import { type Static, Type } from "typebox";
import { endpoint } from "./endpoint.ts";
import { limits } from "./limits.ts";
import { oneLine, PersonName } from "./one-line.ts";
import { Id } from "./paging.ts";
import { Role } from "./roles.ts";

export const Email = Type.String({ format: "email", maxLength: limits.emailLength });
/** A password being chosen. One being checked has no lower bound: a short one is simply wrong. */
export const NewPassword = Type.String({
  minLength: limits.passwordMinLength,
  maxLength: limits.passwordMaxLength,
});

/** What the link of an invitation carries. */
export const InvitationToken = Type.String({ minLength: 1, maxLength: 100 });

export const Registration = Type.Object(
  {
    name: PersonName,
    email: Email,
    phone: Type.Optional(Type.String({ maxLength: limits.phoneLength, format: oneLine })),
    role: Role,
    password: NewPassword,
    /** The end of an invitation's link. */
    invitation: Type.Optional(InvitationToken),
  },
  { $id: "Registration", additionalProperties: false },
);
export type Registration = Static<typeof Registration>;

export const Login = Type.Object(
  {
    email: Type.String({ minLength: 1, maxLength: limits.emailLength }),
    password: Type.String({ minLength: 1, maxLength: limits.passwordMaxLength }),
  },
  { $id: "Login", additionalProperties: false },
);
export type Login = Static<typeof Login>;

export const SessionTokens = Type.Object(
  { access_token: Type.String(), refresh_token: Type.String(), role: Role, user_id: Id },
  { $id: "SessionTokens" },
);
export type SessionTokens = Static<typeof SessionTokens>;

/** An account that an admin has to approve before its owner can sign in. */
export const WaitingAccount = Type.Object(
  { status: Type.Literal("waiting"), message: Type.String() },
  { $id: "WaitingAccount" },
);
export type WaitingAccount = Static<typeof WaitingAccount>;

export const CurrentUser = Type.Object(
  {
    id: Id,
    name: Type.String(),
    email: Type.String(),
    role: Role,
    /** Holds an admin's grant from the server (docs/rules.md#roles-and-grants); never true for other roles. */
    verified: Type.Boolean(),
    interests: Type.Array(Type.String()),
    /** The profile picture in its small size; null without one. A server with the specification's fields alone leaves it out. */
    avatar_small_url: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  },
  { $id: "CurrentUser" },
);
export type CurrentUser = Static<typeof CurrentUser>;

export const register = endpoint({
  name: "register",
  method: "POST",
  path: "/auth/register",
  summary:
    "Open an account and sign in. Where joining is by approval, the account waits: 202. An invitation decides the role",
  tag: "Auth",
  access: "visitor",
  open: true,
  body: Registration,
  replies: { 201: SessionTokens, 202: WaitingAccount },
  errors: ["email_taken", "joining_closed", "domain_not_allowed", "invitation_invalid"],
});

export const login = endpoint({
  name: "login",
  method: "POST",
  path: "/auth/login",
  summary: "Sign in with email and password",
  tag: "Auth",
  access: "visitor",
  open: true,
  body: Login,
  replies: { 200: SessionTokens },
  errors: ["wrong_credentials", "not_allowed", "account_deactivated", "waiting_for_approval"],
});

export const getMe = endpoint({
  name: "getMe",
  method: "GET",
  path: "/auth/me",
  summary: "Who is signed in",
  tag: "Auth",
  access: "member",
  replies: { 200: CurrentUser },
  errors: [],
});

export const refresh = endpoint({
  name: "refresh",
  method: "POST",
  path: "/auth/refresh",
  summary: "A new access token for the bearer of a refresh token, which does not rotate",
  tag: "Auth",
  access: "refreshToken",
  replies: { 200: Type.Object({ access_token: Type.String() }) },
  errors: ["session_ended"],
});

export const logout = endpoint({
  name: "logout",
  method: "DELETE",
  path: "/auth/logout",
  summary: "End the session of the bearer's refresh token",
  tag: "Auth",
  access: "refreshToken",
  replies: {
    200: Type.Object({
      message: Type.Literal("Logged out"),
      /** Where a member who signed in by a provider signs out there too, if it offers that. */
      sign_out_url: Type.Optional(Type.String()),
    }),
  },
  errors: ["session_ended"],
});
