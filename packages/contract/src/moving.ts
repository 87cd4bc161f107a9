import { type Static, Type } from "typebox";
import { endpoint } from "./endpoint.ts";
import { Id, IdParams, Instant } from "./paging.ts";

/** docs/guides/moving-your-work.md says what the ZIP holds. */
export const downloadContent = endpoint({
  name: "downloadContent",
  method: "GET",
  path: "/content/:id/download",
  summary: "An own item as application/zip: Markdown with front matter, its file, its revisions and reviews",
  tag: "Moving",
  access: "member",
  streamed: true,
  params: IdParams,
  replies: { 200: Type.String() },
  errors: ["content_not_found", "not_allowed", "unavailable"],
});

export const ImportProblem = Type.Object(
  {
    /** Its path, with slashes. */
    file: Type.String(),
    /** From 1 on; null: the whole file. */
    line: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()]),
    problem: Type.String(),
  },
  { $id: "ImportProblem" },
);
export type ImportProblem = Static<typeof ImportProblem>;

export const ImportResult = Type.Object(
  {
    /**
     * What was taken, in the order of the files. Drafts, also of those to be sent, once as many of the member's posts
     * wait for review as may.
     */
    items: Type.Array(
      Type.Object({
        id: Id,
        title: Type.String(),
        file: Type.String(),
        status: Type.Enum(["Draft", "Pending"]),
      }),
    ),
    /** Nothing was imported from a file with a problem. */
    problems: Type.Array(ImportProblem),
  },
  { $id: "ImportResult" },
);
export type ImportResult = Static<typeof ImportResult>;

export const importContent = endpoint({
  name: "importContent",
  method: "POST",
  path: "/content/import",
  summary:
    "Take in Markdown with front matter, or a ZIP of such files and theirs, as drafts. What is not understood is named",
  tag: "Moving",
  access: "member",
  writes: true,
  upload: "file",
  body: Type.Object(
    {
      /** true: send the items to the reviewers, as many as may wait. */
      send: Type.Optional(Type.Boolean()),
    },
    { additionalProperties: false },
  ),
  replies: { 200: ImportResult },
  errors: ["file_too_large", "file_type_refused", "storage_full"],
});

export const WorkExport = Type.Object(
  {
    /** none: not asked for, or deleted again. failed: given up, and can be asked for again a day after the request. */
    state: Type.Union([
      Type.Literal("none"),
      Type.Literal("waiting"),
      Type.Literal("ready"),
      Type.Literal("failed"),
    ]),
    requested_at: Type.Union([Instant, Type.Null()]),
    /** When the file is deleted. */
    ready_until: Type.Union([Instant, Type.Null()]),
    bytes: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()]),
    /** Where the file can be fetched for two hours; null unless it is ready. */
    url: Type.Union([Type.String(), Type.Null()]),
  },
  { $id: "WorkExport" },
);
export type WorkExport = Static<typeof WorkExport>;

export const requestExport = endpoint({
  name: "requestExport",
  method: "POST",
  path: "/profiles/me/export",
  summary: "Ask for all of one's own work as one ZIP, once a day. A notification says when it is ready",
  tag: "Moving",
  access: "member",
  replies: { 202: WorkExport },
  errors: [],
});

export const getExport = endpoint({
  name: "getExport",
  method: "GET",
  path: "/profiles/me/export",
  summary: "How far the ZIP of one's own work is, and where to fetch it",
  tag: "Moving",
  access: "member",
  replies: { 200: WorkExport },
  errors: [],
});
