import { type Static, type TSchema, Type } from "typebox";
import { endpoint } from "./endpoint.ts";
import { Instant } from "./paging.ts";

const Count = Type.Integer({ minimum: 0 });
const Nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);
/** How a part does. */
export const partStates = ["ok", "wrong", "unknown"] as const;
export type PartState = (typeof partStates)[number];
const verdict = {
  state: Type.Enum([...partStates]),
  /** What to do, in one sentence; null: nothing. */
  advice: Nullable(Type.String()),
};

/** How the server does, as far as it knows without counting (docs/rules.md#status-of-the-server). */
export const Status = Type.Object(
  {
    /** The release of Cairn that runs. */
    version: Type.String(),
    mail: Type.Object({
      /** Mails that are due and not sent yet, 10,000 at most. */
      waiting: Count,
      /** null: none of the last mails. */
      sent_at: Nullable(Instant),
      /** The last mail that was given up, and what the mail server said. */
      refused_at: Nullable(Instant),
      refused_reason: Nullable(Type.String()),
      /** Members whose mail server refused their address, 10,000 at most. */
      addresses_refused: Count,
      ...verdict,
    }),
    feeds: Type.Object({
      /** The feeds of other sites that are set. */
      items: Type.Array(
        Type.Object({
          name: Type.Enum(["videos", "articles"]),
          /** When it was last read; null: never. */
          read_at: Nullable(Instant),
          failing: Type.Boolean(),
        }),
      ),
      ...verdict,
    }),
    queues: Type.Object({
      items: Type.Array(
        Type.Object({
          kind: Type.String(),
          /** Jobs that are due and not done yet, 10,000 at most. */
          waiting: Count,
          /** How long the first of them has been due. */
          oldest_seconds: Count,
          /** Jobs that failed and will be tried again, 10,000 at most. */
          failing: Count,
          last_failure: Nullable(Type.String()),
        }),
      ),
      ...verdict,
    }),
    storage: Type.Object({
      /** Bytes of the files that members sent. */
      used_bytes: Count,
      /** What they may have together; null: limited only by the disk. */
      most_bytes: Nullable(Count),
      /** Room on the disk of the data; null: not known. */
      free_bytes: Nullable(Count),
      ...verdict,
    }),
    backup: Type.Object({
      /** When `npm run backup` last finished on this machine; null: no backup has been seen. */
      seen_at: Nullable(Instant),
      ...verdict,
    }),
    /** The last audit of the public log by the instance that answers. */
    audit: Type.Object({
      /** null: none yet since it started. */
      at: Nullable(Instant),
      /** Whether what readers are shown is what the log says; null: not known. */
      fits: Nullable(Type.Boolean()),
      /** What does not fit, or why it could not be read. */
      problem: Nullable(Type.String()),
      ...verdict,
    }),
  },
  { $id: "Status" },
);
export type Status = Static<typeof Status>;

export const getStatus = endpoint({
  name: "getStatus",
  method: "GET",
  path: "/admin/status",
  summary: "How the server does: mail, feeds, queues, storage, backup, audit, with what to do about it",
  tag: "Admin",
  access: "verifiedAdmin",
  replies: { 200: Status },
  errors: [],
});
