import { ApiError } from "../../lib/api/api-error.ts";
import type { Progress } from "../../lib/api/send-form.ts";
import { changePost } from "./change-posts.ts";
import { fileOfDataUrl } from "./data-url.ts";
import { readFile } from "./media-files.ts";
import type { PendingPost, Sending } from "./pending-post.ts";
import { newestItems, sendPost } from "./pending-posts.queries.ts";
import { findPost, readPendingPosts } from "./pending-posts.ts";
import {
  findArrived,
  finishSending,
  finishUnnamedSending,
  isOld,
  isSame,
  newSending,
  stopSending,
} from "./sending.ts";

export type DeliveryStage =
  | { name: "waiting" }
  | { name: "sending"; progress: Progress | null }
  /** The attempt failed and will be retried automatically. */
  | { name: "pausing" };

interface Watch {
  signal: AbortSignal;
  onStage: (stage: DeliveryStage) => void;
}

/** `at once`: try again immediately. `later`: the attempt failed but is retryable. */
type Outcome = "over" | "at once" | "later";

/** Retries until the post has arrived, was refused, or should no longer be sent. */
export async function deliver(id: string, watch: Watch): Promise<void> {
  for (let failures = 0; ; ) {
    watch.onStage({ name: "waiting" });
    const outcome = await inTurn(() => attempt(id, watch), watch.signal);
    if (outcome === "over" || watch.signal.aborted) return;
    if (outcome === "at once") continue;
    watch.onStage({ name: "pausing" });
    await pause(Math.min(2000 * 2 ** failures, 60_000), watch.signal);
    if (watch.signal.aborted) return;
    failures += 1;
  }
}

/** Sends one post at a time across all tabs: a tab that waited may find that another one has sent its post. */
async function inTurn(task: () => Promise<Outcome>, signal: AbortSignal): Promise<Outcome> {
  const { locks } = navigator;
  // Not available in insecure contexts: two tabs may then send the same post, and the server accepts it once.
  if (!locks) return task();
  try {
    return await locks.request("cairn-send-post", { signal }, task);
  } catch (error) {
    if (signal.aborted) return "over";
    throw error;
  }
}

async function attempt(id: string, watch: Watch): Promise<Outcome> {
  const post = findPost(id);
  const sending = post?.sending;
  if (!post || !sending?.underway || watch.signal.aborted) return "over";
  watch.onStage({ name: "sending", progress: null });
  try {
    if (isOld(sending)) return await settle(post, sending, watch.signal);
    const file = await fileOf(post);
    if (file === undefined) return await refuse(id, fileMissing);
    const answered = await sendPost(post, file, { key: sending.key, ...callbacks(watch) });
    const item = answered ?? (await findSent(post, sending, watch.signal));
    await (item ? finishSending(id, item) : finishUnnamedSending(id));
    return "over";
  } catch (error) {
    const code = error instanceof ApiError ? error.code : undefined;
    if (code === "key_in_use") return settle(post, sending, watch.signal);
    if (code === "content_removed" || code === "content_not_found") return beginAnew(id);
    return failed(id, error, watch.signal);
  }
}

/** The response need not name the item (docs/rules.md#s7-calls): then it is looked up among the author's items. */
async function findSent({ content_id, owner_id }: PendingPost, sending: Sending, signal: AbortSignal) {
  if (content_id !== null || owner_id === null) return undefined;
  const items = await newestItems(owner_id, signal).catch(() => []);
  return findArrived(sending, items, takenIds());
}

const takenIds = () => readPendingPosts().posts.map(({ content_id }) => content_id);

const fileMissing = "Its file is not on this device any more. Edit the post and choose the file again.";

const callbacks = ({ signal, onStage }: Watch) => ({
  signal,
  onProgress: (progress: Progress) => onStage({ name: "sending", progress }),
});

async function refuse(id: string, problem: string): Promise<Outcome> {
  await stopSending(id, problem);
  return "over";
}

/** The item to change is gone: this post can only become a new one, if its author wants that. */
async function beginAnew(id: string): Promise<Outcome> {
  const problem = "The reviewers’ copy is gone. Send it again to make it a new one.";
  const sending = { ...newSending(), underway: false, problem };
  await changePost(id, () => ({ content_id: null, arrived: false, changed: false, sending }));
  return "over";
}

/** Null if the post has no file, undefined if its file is gone. */
async function fileOf({ media_key, media_url }: PendingPost): Promise<Blob | null | undefined> {
  if (media_key) return (await readFile(media_key)) ?? undefined;
  return media_url ? (fileOfDataUrl(media_url) ?? undefined) : null;
}

/**
 * The idempotency key no longer tells whether the post has arrived: it is too old, or other text was sent under it. So
 * look among the author's items; if the post arrived with other text, send it as a change of that item.
 */
async function settle(post: PendingPost, sending: Sending, signal: AbortSignal): Promise<Outcome> {
  if (post.owner_id === null) return refuse(post.id, "It has no author any more. Please try again.");
  try {
    const item = findArrived(sending, await newestItems(post.owner_id, signal), takenIds());
    if (item && isSame(item, post)) {
      await finishSending(post.id, item);
      return "over";
    }
    await changePost(post.id, () => ({
      ...(item && { content_id: item.id, changed: true }),
      sending: { ...newSending(), tried: sending.tried },
    }));
    return "at once";
  } catch (error) {
    return failed(post.id, error, signal);
  }
}

async function failed(id: string, error: unknown, signal: AbortSignal): Promise<Outcome> {
  if (signal.aborted) return "over";
  if (error instanceof ApiError) return maySucceedLater(error) ? "later" : refuse(id, error.message);
  console.error(error);
  return refuse(id, "It could not be sent. Please try again.");
}

/** Retryable: no response, a server error, rate limiting, a timeout or a session that needs renewal. */
const maySucceedLater = ({ code, status }: ApiError) =>
  code === "network" || status < 400 || status >= 500 || [401, 408, 425, 429].includes(status);

/** Waits `time` milliseconds; ends early when the connection comes back or the signal aborts. */
function pause(time: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      window.removeEventListener("online", end);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, time);
    window.addEventListener("online", end);
    signal.addEventListener("abort", end);
  });
}
