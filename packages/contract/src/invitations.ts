import { type Static, Type } from "typebox";
import { Email } from "./auth.ts";
import { endpoint } from "./endpoint.ts";
import { limits } from "./limits.ts";
import { Cursor, CursorQuery, Id, IdParams, Instant } from "./paging.ts";

/** Roles that an invitation gives. Admins are made by admins. */
export const invitedRoles = ["User", "TechWriter"] as const;
export const InvitedRole = Type.Enum([...invitedRoles], { $id: "InvitedRole" });
export type InvitedRole = (typeof invitedRoles)[number];

export const Invitation = Type.Object(
  {
    id: Id,
    /** The link that lets in. */
    url: Type.String(),
    /** The role of who joins by it. */
    role: InvitedRole,
    /** The only address that may join by it; null: any. */
    email: Type.Union([Type.String(), Type.Null()]),
    /** How many people may join by it, and how many have. */
    uses: Type.Integer({ minimum: 1 }),
    used: Type.Integer({ minimum: 0 }),
    ends_at: Instant,
    created_at: Instant,
  },
  { $id: "Invitation" },
);
export type Invitation = Static<typeof Invitation>;

export const InvitationPage = Type.Object(
  { items: Type.Array(Invitation), next: Type.Union([Cursor, Type.Null()]) },
  { $id: "InvitationPage" },
);
export type InvitationPage = Static<typeof InvitationPage>;

export const listInvitations = endpoint({
  name: "listInvitations",
  method: "GET",
  path: "/admin/invitations",
  summary: "Invitations, the newest first, 20 a page. One that has ended goes after 90 days",
  tag: "Admin",
  access: "verifiedAdmin",
  query: CursorQuery,
  replies: { 200: InvitationPage },
  errors: ["invalid_cursor"],
});

export const NewInvitation = Type.Object(
  {
    /** Default: User. */
    role: Type.Optional(InvitedRole),
    /** Is mailed the link, and is the only one who may use it. */
    email: Type.Optional(Email),
    /** Default: 1. */
    uses: Type.Optional(Type.Integer({ minimum: 1, maximum: limits.invitationUses })),
    /** Default: in 30 days; in a year at the latest. */
    ends_at: Type.Optional(Instant),
  },
  { $id: "NewInvitation", additionalProperties: false },
);
export type NewInvitation = Static<typeof NewInvitation>;

export const createInvitation = endpoint({
  name: "createInvitation",
  method: "POST",
  path: "/admin/invitations",
  summary: "Make a link by which people may join. With an email, the link is mailed to it, once",
  tag: "Admin",
  access: "verifiedAdmin",
  body: NewInvitation,
  replies: { 201: Invitation },
  errors: ["already_invited"],
});

export const deleteInvitation = endpoint({
  name: "deleteInvitation",
  method: "DELETE",
  path: "/admin/invitations/:id",
  summary: "End an invitation: its link lets nobody in any more",
  tag: "Admin",
  access: "verifiedAdmin",
  params: IdParams,
  replies: { 200: Type.Object({ message: Type.Literal("Invitation deleted") }) },
  errors: ["invitation_not_found"],
});

export const ImportForm = Type.Object(
  {
    /** false: nobody is invited; the answer says what would happen. */
    send: Type.Optional(Type.Boolean()),
  },
  { $id: "ImportForm", additionalProperties: false },
);
export type ImportForm = Static<typeof ImportForm>;

export const ImportReport = Type.Object(
  {
    /** Lines with a person, without the line of names. */
    rows: Type.Integer({ minimum: 0 }),
    /** Those that can be invited, or have been before. */
    good: Type.Integer({ minimum: 0 }),
    wrong: Type.Array(
      Type.Object({ line: Type.Integer({ minimum: 1 }), problem: Type.String({ maxLength: 300 }) }),
      { maxItems: limits.importRows },
    ),
    /** Mails that were sent now: nobody is mailed twice. */
    sent: Type.Integer({ minimum: 0 }),
  },
  { $id: "ImportReport" },
);
export type ImportReport = Static<typeof ImportReport>;

export const importInvitations = endpoint({
  name: "importInvitations",
  method: "POST",
  path: "/admin/invitations/import",
  summary:
    "Invite everybody in a list: CSV with the columns name, email and role, 2,000 lines and 1 MB at most, in the part `file`",
  tag: "Admin",
  access: "verifiedAdmin",
  upload: "file",
  body: ImportForm,
  replies: { 200: ImportReport },
  errors: ["file_too_large", "file_type_refused"],
});
