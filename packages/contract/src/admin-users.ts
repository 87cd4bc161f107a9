import { type Static, Type } from "typebox";
import { Email, NewPassword } from "./auth.ts";
import { endpoint } from "./endpoint.ts";
import { limits } from "./limits.ts";
import { PersonName } from "./one-line.ts";
import { Cursor, Id, IdParams, Instant, PerPage } from "./paging.ts";
import { Role } from "./roles.ts";

export const AdminUser = Type.Object(
  {
    id: Id,
    name: Type.String(),
    email: Type.String(),
    role: Role,
    active: Type.Boolean(),
    /** An admin has to approve it first (docs/rules.md#who-may-join); it is not active meanwhile. */
    waiting: Type.Boolean(),
    /** Holds the server's grant (docs/rules.md#roles-and-grants); never true for other roles than Admin. */
    verified: Type.Boolean(),
    email_confirmed: Type.Boolean(),
    /** false: can sign in only through a provider, or after setting one by a mailed link. */
    has_password: Type.Boolean(),
    created_at: Instant,
    /** 96 pixels square; null without one. */
    avatar_small_url: Type.Union([Type.String(), Type.Null()]),
  },
  { $id: "AdminUser" },
);
export type AdminUser = Static<typeof AdminUser>;

export const AdminUserQuery = Type.Object(
  {
    /** Part of a name or an email. */
    q: Type.Optional(Type.String({ maxLength: limits.searchLength })),
    /** Only accounts that wait for approval. */
    status: Type.Optional(Type.Enum(["waiting"])),
    cursor: Type.Optional(Cursor),
    per_page: Type.Optional(PerPage),
  },
  { additionalProperties: false },
);
export type AdminUserQuery = Static<typeof AdminUserQuery>;

export const AdminUserPage = Type.Object(
  {
    items: Type.Array(AdminUser),
    next: Type.Union([Cursor, Type.Null()]),
    /** Only without `q` and `status`. */
    total: Type.Optional(Type.Integer({ minimum: 0 })),
  },
  { $id: "AdminUserPage" },
);
export type AdminUserPage = Static<typeof AdminUserPage>;

export const listUsers = endpoint({
  name: "listUsers",
  method: "GET",
  path: "/admin/users",
  summary: "All accounts, the newest first, 20 a page",
  tag: "Admin",
  access: "verifiedAdmin",
  query: AdminUserQuery,
  replies: { 200: AdminUserPage },
  errors: ["invalid_cursor"],
});

export const NewAccount = Type.Object(
  { name: PersonName, email: Email, role: Role, password: Type.Optional(NewPassword) },
  { $id: "NewAccount", additionalProperties: false },
);
export type NewAccount = Static<typeof NewAccount>;

export const createUser = endpoint({
  name: "createUser",
  method: "POST",
  path: "/admin/users",
  summary:
    "Open an account for somebody. Without a password, a link to set one is emailed; nobody can sign in before",
  tag: "Admin",
  access: "verifiedAdmin",
  body: NewAccount,
  replies: { 201: AdminUser },
  errors: ["email_taken"],
});

export const AccountChange = Type.Object(
  {
    name: Type.Optional(PersonName),
    email: Type.Optional(Email),
    /** An Admin who becomes something else loses the grant. */
    role: Type.Optional(Role),
    /** false ends all sessions at once (docs/rules.md#deactivated-accounts). */
    active: Type.Optional(Type.Boolean()),
    /** Gives an Admin the grant, or takes it. */
    verified: Type.Optional(Type.Boolean()),
    /** Lets an account in that waits for approval, or refuses it. Its owner gets a mail. */
    approved: Type.Optional(Type.Boolean()),
  },
  { $id: "AccountChange", additionalProperties: false },
);
export type AccountChange = Static<typeof AccountChange>;

export const changeUser = endpoint({
  name: "changeUser",
  method: "PATCH",
  path: "/admin/users/:id",
  summary: "Change an account. Nobody deactivates, demotes or unverifies themselves: 403",
  tag: "Admin",
  access: "verifiedAdmin",
  params: IdParams,
  body: AccountChange,
  replies: { 200: AdminUser },
  errors: ["user_not_found", "email_taken"],
});
