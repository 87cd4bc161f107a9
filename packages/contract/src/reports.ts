import { type Static, Type } from "typebox";
import { endpoint } from "./endpoint.ts";
import { VisibleText } from "./hidden-signs.ts";
import { limits } from "./limits.ts";
import { Cursor, CursorQuery, Id, IdParams, Instant } from "./paging.ts";

const Reason = VisibleText(limits.reasonLength);
const Person = Type.Object({ id: Id, name: Type.String() });
const Next = Type.Union([Cursor, Type.Null()]);
const Count = Type.Integer({ minimum: 0 });

/** What a member says of an item or a comment. */
export const ReportDraft = Type.Object({ reason: Reason }, { additionalProperties: false });
export type ReportDraft = Static<typeof ReportDraft>;

export const reportContent = endpoint({
  name: "reportContent",
  method: "POST",
  path: "/content/:id/report",
  summary:
    "Tell the admins about a published item. A second report while the first is open replaces its reason",
  tag: "Reports",
  access: "member",
  writes: true,
  keyed: true,
  params: IdParams,
  body: ReportDraft,
  replies: { 201: Type.Object({ message: Type.Literal("Reported") }) },
  errors: ["content_not_found", "key_in_use"],
});

export const reportComment = endpoint({
  name: "reportComment",
  method: "POST",
  path: "/comments/:id/report",
  summary: "Tell the admins about a comment. A second report while the first is open replaces its reason",
  tag: "Reports",
  access: "member",
  writes: true,
  keyed: true,
  params: IdParams,
  body: ReportDraft,
  replies: { 201: Type.Object({ message: Type.Literal("Reported") }) },
  errors: ["comment_not_found", "key_in_use"],
});

export const Report = Type.Object(
  {
    id: Id,
    content: Type.Object({ id: Id, title: Type.String(), status: Type.String() }),
    reporter: Person,
    /** What was reported; null for a report about the item itself. */
    comment: Type.Union([Type.Object({ id: Id, author: Person, body: Type.String() }), Type.Null()]),
    reason: Type.String(),
    created_at: Instant,
    closed_at: Type.Union([Instant, Type.Null()]),
  },
  { $id: "Report" },
);
export type Report = Static<typeof Report>;

export const listReports = endpoint({
  name: "listReports",
  method: "GET",
  path: "/admin/reports",
  summary: "Open reports, the oldest first, 20 a page",
  tag: "Reports",
  access: "verifiedAdmin",
  query: CursorQuery,
  replies: { 200: Type.Object({ items: Type.Array(Report), next: Next, total: Count }) },
  errors: ["invalid_cursor"],
});

export const closeReport = endpoint({
  name: "closeReport",
  method: "POST",
  path: "/admin/reports/:id/close",
  summary: "Close a report; closing it again changes nothing",
  tag: "Reports",
  access: "verifiedAdmin",
  params: IdParams,
  replies: { 200: Report },
  errors: ["report_not_found"],
});
