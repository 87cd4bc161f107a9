import { isKeyOld } from "../idempotency-key.ts";

export type OutboxKind = "comment" | "like" | "save" | "read" | "report" | "decision" | "post";

/** One act of a member that the server has not acknowledged (docs/rules.md#outbox). */
export interface OutboxEntry {
  /** Its Idempotency-Key: everything sent under it arrives at most once. */
  id: string;
  /** The user id of the member who did it; nobody else sees or sends it. */
  owner: number;
  kind: OutboxKind;
  /** What it changes, e.g. `like:7`: the screen that shows this finds its entries by it. */
  about: string;
  method: "POST" | "PUT" | "PATCH" | "DELETE";
  /** Below the API's address, e.g. `/content/7/comments`. */
  path: string;
  body: Readonly<Record<string, unknown>> | null;
  /** The field of `body` with the words that its member wrote and may still change; null if there is none. */
  words: string | null;
  /** Names it in a list, e.g. `Comment on “Signals”`. */
  label: string;
  /** The address of the page where it was written. */
  place: string;
  made_at: string;
  state: "waiting" | "sending" | "refused";
  /** Why it was refused. */
  problem: string | null;
  /** When its key was first sent; from then on the server may have it. ISO 8601. */
  tried_at: string | null;
}

export type NewEntry = Pick<
  OutboxEntry,
  "owner" | "kind" | "about" | "method" | "path" | "body" | "label" | "place"
> &
  Partial<Pick<OutboxEntry, "id" | "words" | "tried_at">>;

/** How many entries may wait for one member. */
const maxEntries = 200;

/** Nothing more can wait on this device; what waits already is unchanged. */
export class OutboxFullError extends Error {
  override readonly name = "OutboxFullError";

  constructor(options?: ErrorOptions) {
    super("Too many unsent items on this device. Send or remove some first.", options);
  }
}

/** It cannot be sent as it is; the message says why. */
export class RefusedError extends Error {
  override readonly name = "RefusedError";
}

export const refusals = {
  keyOld:
    "The connection was lost while sending, more than a day ago. It may have arrived: check first, then send it again or remove it.",
  keyUsed: "Your first version arrived. Remove this one, or send it again to have both.",
  unexplained: "The server refused it.",
} as const;

/** Idempotent even without a key of its own: a post has its key beside it. */
const repeatable: readonly OutboxKind[] = ["like", "save", "read", "post"];

/** Only the last choice about one thing counts: an earlier one that still waits is not sent at all. */
const isReplaced = (known: OutboxEntry, { kind, about }: NewEntry) =>
  repeatable.includes(kind) && known.about === about && known.state !== "sending";

/** The list with a new entry at its end. @throws OutboxFullError */
export function withNew(
  list: readonly OutboxEntry[],
  made: NewEntry,
  { id, now }: { id: string; now: Date },
): readonly OutboxEntry[] {
  // The same act, noted twice: the page died after it was noted.
  if (list.some((known) => known.id === made.id)) return list;
  const others = list.filter((known) => !isReplaced(known, made));
  if (others.length >= maxEntries) throw new OutboxFullError();
  const state = { state: "waiting", problem: null, made_at: now.toISOString() } as const;
  const missing = { words: null, tried_at: null };
  return [...others, { ...missing, ...made, ...state, id: made.id ?? id }];
}

/** With one entry changed; the same list if there is none with this id. */
export const withChanged = (
  list: readonly OutboxEntry[],
  id: string,
  change: Partial<OutboxEntry>,
): readonly OutboxEntry[] =>
  list.some((entry) => entry.id === id)
    ? list.map((entry) => (entry.id === id ? { ...entry, ...change } : entry))
    : list;

/** Puts a refused entry back at the end of the queue; under a new key if the old one is used or expired. */
export function withAgain(
  list: readonly OutboxEntry[],
  id: string,
  { freshId, now }: { freshId: string; now: Date },
): readonly OutboxEntry[] {
  const entry = list.find((known) => known.id === id && known.state === "refused");
  if (!entry) return list;
  const isSpent = entry.problem === refusals.keyOld || entry.problem === refusals.keyUsed;
  const next: OutboxEntry = {
    ...entry,
    ...(isSpent && { id: freshId, tried_at: null }),
    state: "waiting",
    problem: null,
    made_at: now.toISOString(),
  };
  return [...list.filter((known) => known !== entry), next];
}

/**
 * What a sender does next, given that nobody else is sending: `next` is marked as being sent. What was left as being
 * sent by a sender that died waits again; what can never be sent is refused.
 */
export function begun(
  list: readonly OutboxEntry[],
  now: Date,
  isOnline: boolean,
): { list: readonly OutboxEntry[]; next: OutboxEntry | null } {
  let next: OutboxEntry | null = null;
  const looked = list.map((known): OutboxEntry => {
    const entry: OutboxEntry = known.state === "sending" ? { ...known, state: "waiting" } : known;
    if (entry.state === "refused" || next) return entry;
    const isOld = entry.tried_at !== null && isKeyOld(entry.tried_at, now.getTime());
    if (isOld && !repeatable.includes(entry.kind)) {
      return { ...entry, state: "refused", problem: refusals.keyOld };
    }
    if (!isOnline) return entry;
    next = { ...entry, state: "sending", tried_at: entry.tried_at ?? now.toISOString() };
    return next;
  });
  return { list: looked, next };
}
