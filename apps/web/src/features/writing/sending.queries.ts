import {
  type ContentChange,
  type ContentDraft,
  type ContentItem,
  createContent,
  editContent,
  getMe,
  getNewestRevision,
  limits,
  listContent,
} from "@cairn/contract";
import { api } from "../../lib/api/api.ts";
import { ApiError } from "../../lib/api/api-error.ts";
import type { SendOptions } from "../../lib/api/send.ts";
import type { Progress } from "../../lib/api/send-form.ts";
import { isSentInPieces } from "../../lib/file-rules.ts";
import { isKeyOld } from "../../lib/idempotency-key.ts";
import { type Attempt, findArrived, newAttempt, type Words } from "./attempt.ts";
import type { PiecesStore } from "./sending-pieces.queries.ts";

/** The fields of the call. Those that are required for a new item are there in a change as well. */
export type ItemFields = ContentDraft & Pick<ContentChange, "revision">;

export interface Outgoing {
  /** The item that gets its next revision; null for a new item. */
  id: number | null;
  /** Whose item it is; null if unknown. */
  author: number | null;
  /** `isWhole`: says everything, also what a new item would leave out. */
  fields: (isWhole: boolean) => ItemFields;
  file: Blob | null;
  /** A new picture that stands for it. */
  poster?: Blob | null;
  words: Words;
}

interface Sending {
  attempt: Attempt;
  signal: AbortSignal;
  onProgress: (progress: Progress) => void;
  /** Stores an attempt that takes the place of the given one. `id`: of the item that it changes. */
  onAttempt: (attempt: Attempt, id: number | null) => Promise<void> | void;
  /** Items that come from other posts of this device. */
  others?: readonly (number | null)[];
  /** For a file that is sent in pieces. */
  pieces?: PiecesStore;
}

/** In bytes: before sending a file this large or larger, a small call checks the session. */
const largeFile = 1_000_000;

/**
 * Sends an item for the first time, or as the next revision of its item. It arrives once, whatever became of earlier
 * sendings of the attempt; `attempt` is stored already, with this version. @throws ApiError
 */
export async function sendItem(item: Outgoing, sending: Sending): Promise<ContentItem> {
  const { attempt, signal, onAttempt, others = [] } = sending;
  if (!isKeyOld(attempt.since)) {
    try {
      return await send(item, item.fields(false), sending);
    } catch (error) {
      if (!(error instanceof ApiError && error.code === "key_in_use")) throw error;
    }
  }
  // The key does not tell whether this version has arrived: the server forgot the key, or got another version under it.
  const { id, author } = item;
  const items =
    id === null
      ? (await newestItems(author, signal)).filter((known) => !others.includes(known.id))
      : [await api.call(getNewestRevision, { params: { id }, signal })];
  const arrived = findArrived(attempt, items);
  const next: Attempt = { ...newAttempt(item.words), ...(arrived && { revision: arrived.revision }) };
  const target = arrived?.id ?? id;
  await onAttempt(next, target);
  const fields = item.fields(id === null && target !== null);
  try {
    return await send({ ...item, id: target }, fields, { ...sending, attempt: next });
  } catch (error) {
    if (arrived && error instanceof ApiError && error.code === "nothing_changed") return arrived;
    throw error;
  }
}

async function send(
  { id, file, poster = null }: Outgoing,
  fields: ItemFields,
  sending: Sending,
): Promise<ContentItem> {
  const { attempt, signal, onProgress } = sending;
  const { revision = 0 } = attempt;
  const newest =
    fields.revision === undefined ? fields : { ...fields, revision: Math.max(fields.revision, revision) };
  const call = (upload: string | undefined, withFile: SendOptions) => {
    const options = { ...withFile, poster, signal, headers: { "idempotency-key": attempt.key } };
    const body = { ...newest, upload };
    return id === null
      ? api.call(createContent, { body, ...options })
      : api.call(editContent, { params: { id }, body, ...options });
  };
  if (file instanceof File && isSentInPieces(file)) {
    // Lazy: few files are this large.
    const { sendPiecesFirst } = await import("./sending-pieces.queries.ts");
    return sendPiecesFirst(file, (upload) => call(upload, {}), sending);
  }
  // The access token may expire while a long text is written. A small call renews it, so that 50 MB are not sent twice.
  if (file && file.size >= largeFile) await api.call(getMe, { signal });
  return call(undefined, { file, onProgress });
}

async function newestItems(author: number | null, signal: AbortSignal): Promise<ContentItem[]> {
  if (author === null) return [];
  return api.call(listContent, { query: { user_id: author, per_page: limits.perPageMax }, signal });
}
