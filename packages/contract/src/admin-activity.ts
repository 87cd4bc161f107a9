import { type Static, Type } from "typebox";
import { endpoint } from "./endpoint.ts";
import { Cursor, CursorQuery, Id, Instant } from "./paging.ts";

/** Admin actions that are not in the ledger. */
export const adminActionKinds = [
  "userCreated",
  "userUpdated",
  "userDeactivated",
  "userActivated",
  "userVerified",
  "userUnverified",
  "userApproved",
  "userRefused",
  "categoryCreated",
  "categoryUpdated",
  "categoryDeleted",
  "reportClosed",
  "settingsChanged",
  "invitationCreated",
  "invitationsImported",
  "invitationDeleted",
  "pageSaved",
  "pageDeleted",
  "deletionApproved",
  "deletionRefused",
] as const;
export type AdminActionKind = (typeof adminActionKinds)[number];

/** Actions recorded in the ledger. An author may withdraw their own item, name the one that replaces it, and take that back. */
export const ledgerKinds = [
  "contentApproved",
  "contentFlagged",
  "contentRemoved",
  "contentWithdrawn",
  "contentReaffirmed",
  "contentSuperseded",
  "contentReinstated",
] as const;

export const activityKinds = [...adminActionKinds, ...ledgerKinds] as const;
export const ActivityKind = Type.Enum([...activityKinds], { $id: "ActivityKind" });
export type ActivityKind = (typeof activityKinds)[number];

/** How the activity words each of them (docs/evidence/spec-clauses.md#s4-admin-statuses). */
const words: Record<ActivityKind, string> = {
  userCreated: "User created",
  userUpdated: "User updated",
  userDeactivated: "User deactivated",
  userActivated: "User activated",
  userVerified: "Admin verified",
  userUnverified: "Admin unverified",
  userApproved: "User approved",
  userRefused: "User refused",
  categoryCreated: "Category created",
  categoryUpdated: "Category updated",
  categoryDeleted: "Category deleted",
  reportClosed: "Report closed",
  settingsChanged: "Settings changed",
  invitationCreated: "Invitation created",
  invitationsImported: "People invited",
  invitationDeleted: "Invitation deleted",
  pageSaved: "Page saved",
  pageDeleted: "Page deleted",
  deletionApproved: "Deletion approved",
  deletionRefused: "Deletion refused",
  contentApproved: "Content approved",
  contentFlagged: "Content flagged",
  contentRemoved: "Content removed",
  contentWithdrawn: "Content withdrawn",
  contentReaffirmed: "Content renewed",
  contentSuperseded: "Content superseded",
  contentReinstated: "Content no longer superseded",
};

/** "User created: Priya Raman"; titles stand in quotation marks. */
export const activityText = (kind: ActivityKind, subject: string): string => {
  const isTitle = kind.startsWith("content") || kind.startsWith("page") || kind === "reportClosed";
  return `${words[kind]}: ${isTitle ? `“${subject}”` : subject}`;
};

export const ActivityEntry = Type.Object(
  {
    /** Unique in the activity. */
    id: Type.String(),
    time: Instant,
    kind: ActivityKind,
    /** The line as people read it. */
    event: Type.String(),
    /** Who did it. */
    by: Type.Object({ id: Id, name: Type.String() }),
    /** The account, category, item, invitation or page it was done to; 1 for the settings. */
    subject_id: Id,
    reason: Type.Union([Type.String(), Type.Null()]),
    /** Number of the ledger's row, where there is one. */
    seq: Type.Union([Id, Type.Null()]),
  },
  { $id: "ActivityEntry" },
);
export type ActivityEntry = Static<typeof ActivityEntry>;

export const listActivity = endpoint({
  name: "listActivity",
  method: "GET",
  path: "/admin/activity",
  summary: "What was decided and done, newest first, 20 a page",
  tag: "Admin",
  access: "verifiedAdmin",
  query: CursorQuery,
  replies: {
    200: Type.Object({ items: Type.Array(ActivityEntry), next: Type.Union([Cursor, Type.Null()]) }),
  },
  errors: ["invalid_cursor"],
});

export const exportActivity = endpoint({
  name: "exportActivity",
  method: "GET",
  path: "/admin/activity.csv",
  summary: "The whole activity, newest first, as text/csv",
  tag: "Admin",
  access: "verifiedAdmin",
  streamed: true,
  replies: { 200: Type.String() },
  errors: [],
});
