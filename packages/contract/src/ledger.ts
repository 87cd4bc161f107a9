import { type Static, type TSchema, Type } from "typebox";
import { Chapter } from "./captions.ts";
import { Review } from "./content.ts";
import { endpoint } from "./endpoint.ts";
import { Cursor, CursorQuery, Id, IdParams, Instant } from "./paging.ts";

const Nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);

/** A row of the ledger; docs/guides/verify.md says how its hashes are made. */
export const LedgerRow = Type.Object(
  {
    ...Review.properties,
    /** The item's title as readers know it; null when the item is not public. */
    title: Type.Union([Type.String(), Type.Null()]),
  },
  { $id: "LedgerRow" },
);
export type LedgerRow = Static<typeof LedgerRow>;

/** A row about the log itself: `leaf` is the JSON that `hash` is the SHA-256 of, and names the row before it. */
export const LedgerNote = Type.Object(
  {
    seq: Id,
    leaf: Type.String(),
    hash: Type.String(),
    /** The reason to which a fork's leaf commits, and its salt in hexadecimal; absent where there is none. */
    reason: Type.Optional(Type.String()),
    reason_salt: Type.Optional(Type.String()),
  },
  { $id: "LedgerNote" },
);
export type LedgerNote = Static<typeof LedgerNote>;

export const LedgerPage = Type.Object(
  {
    items: Type.Array(LedgerRow),
    /** The rows among these that are no decisions, newest first. */
    notes: Type.Array(LedgerNote),
    next: Type.Union([Cursor, Type.Null()]),
    /** The newest row: anyone who keeps its hash can prove later that nothing before it was changed. */
    head: Type.Union([Type.Object({ seq: Id, hash: Type.String() }), Type.Null()]),
  },
  { $id: "LedgerPage" },
);
export type LedgerPage = Static<typeof LedgerPage>;

export const listLedger = endpoint({
  name: "listLedger",
  method: "GET",
  path: "/ledger",
  summary:
    "Every decision ever made, newest first, 50 a page. Who decided about work that is not public, and why, is for its author and verified admins: for others reviewer, reason and their salts are null",
  tag: "Ledger",
  access: "visitor",
  shared: true,
  query: CursorQuery,
  replies: { 200: LedgerPage },
  errors: ["invalid_cursor"],
});

export const getCanonicalRevision = endpoint({
  name: "getCanonicalRevision",
  method: "GET",
  path: "/content/:id/canonical",
  summary: "The published revision as the very JSON bytes whose SHA-256 is its revision_hash in the ledger",
  tag: "Ledger",
  access: "visitor",
  params: IdParams,
  replies: {
    200: Type.Object(
      {
        content: Id,
        revision: Type.Integer(),
        author: Id,
        title: Type.String(),
        body: Type.String(),
        content_type: Type.String(),
        category: Id,
        media_sha256: Type.Union([Type.String(), Type.Null()]),
        media_alt: Type.String(),
        poster_sha256: Type.Union([Type.String(), Type.Null()]),
        /** Absent without any. */
        applies_to: Type.Optional(Type.Array(Type.String())),
        /** The key of the cover, which is among the pictures; absent without one. */
        cover: Type.Optional(Type.String()),
        /** The pictures of the text in its order, and then the cover if the text has it not, each with the SHA-256 of its bytes; absent without any. */
        pictures: Type.Optional(Type.Array(Type.Object({ key: Type.String(), sha256: Type.String() }))),
        /** Absent without one. */
        summary: Type.Optional(Type.String()),
        /** Absent where its author did not say it. */
        language: Type.Optional(Type.String()),
        /** In the order in which readers are offered them, each with the SHA-256 of the bytes at `/media/KEY`; absent without any. */
        captions: Type.Optional(
          Type.Array(Type.Object({ key: Type.String(), language: Type.String(), sha256: Type.String() })),
        ),
        chapters: Type.Optional(Type.Array(Chapter)),
        /** Absent unless the author says that nobody speaks. */
        no_speech: Type.Optional(Type.Literal(true)),
        /** The address of a film of another site; absent without one. */
        embed: Type.Optional(Type.String()),
      },
      { $id: "CanonicalRevision" },
    ),
  },
  errors: ["content_not_found"],
});

/** The newest checkpoint and who has cosigned the log: what `/log/checkpoint` says, and the keys to check it with. */
export const LogState = Type.Object(
  {
    /** The log's name. */
    origin: Type.String(),
    /** Its verifier key line. */
    key: Type.String(),
    /** Entries in the tree. */
    size: Type.Integer({ minimum: 0 }),
    /** Root hash of the tree, base64. */
    root: Type.String(),
    /** null while the site only keeps what was signed before, because its database has gone back. */
    signed_at: Nullable(Instant),
    witnesses: Type.Array(
      Type.Object({
        name: Type.String(),
        /** Its verifier key line. */
        key: Type.String(),
        /** Entries in the newest tree that it has cosigned; null: it has cosigned none. */
        size: Nullable(Type.Integer({ minimum: 0 })),
        /** When it did, by its own clock; null likewise. */
        cosigned_at: Nullable(Instant),
      }),
    ),
  },
  { $id: "LogState" },
);
export type LogState = Static<typeof LogState>;

export const getLogState = endpoint({
  name: "getLogState",
  method: "GET",
  path: "/log",
  summary: "The newest signed checkpoint of the log, its key, and its witnesses with what they have cosigned",
  tag: "Log",
  access: "visitor",
  open: true,
  shared: true,
  replies: { 200: LogState },
  errors: ["not_found"],
});
