import { ApiError } from "../../lib/api/api-error.ts";
import type { Progress } from "../../lib/api/send-form.ts";
import { somethingWaits, unsent } from "../../lib/outbox/unsent.ts";
import { fileOfDataUrl, readFile } from "./media-files.ts";
import type { PendingPost, Sending } from "./pending-post.ts";
import {
  largeFile,
  newestItems,
  queuePost,
  sendPost,
  unqueuePost,
  unsentPost,
} from "./pending-posts.queries.ts";
import { changePost, findPost, readPendingPosts } from "./pending-posts.ts";
import { findArrived, finishSending, isOld, isSame, newSending, stopSending } from "./sending.ts";

export type DeliveryStage =
  | { name: "waiting" }
  | { name: "sending"; progress: Progress | null }
  /** The outbox sends it, because it did not get through or something else waits before it. */
  | { name: "queued"; isUnderway: boolean };

interface Watch {
  signal: AbortSignal;
  onStage: (stage: DeliveryStage) => void;
}

/** `at once`: look again immediately. `later`: look again when the outbox changes, or after a while. */
type Outcome = "over" | "at once" | "later";

/** Follows the post until it has arrived, was refused, or should no longer be sent. */
export async function deliver(id: string, watch: Watch): Promise<void> {
  for (let pauses = 0; ; ) {
    if (!findPost(id)?.sending?.queued) watch.onStage({ name: "waiting" });
    // From before the look at the outbox: what changes right after it is not missed.
    const news = awaitNews(watch.signal);
    try {
      const outcome = await inTurn(() => attempt(id, watch), watch.signal);
      if (outcome === "over" || watch.signal.aborted) return;
      if (outcome === "at once") continue;
      const isNew = await news.within(Math.min(2000 * 2 ** pauses, 60_000));
      if (watch.signal.aborted) return;
      pauses = isNew ? 0 : pauses + 1;
    } finally {
      news.stop();
    }
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

/** Sent at once, with its progress; what does not get through waits in the outbox, like every other act. */
async function attempt(id: string, watch: Watch): Promise<Outcome> {
  const post = findPost(id);
  const sending = post?.sending;
  if (!post || !sending?.underway || watch.signal.aborted) return "over";
  if (sending.queued) return followQueued(post, sending, watch);
  if (post.owner_id !== null && somethingWaits(post.owner_id)) return leaveToOutbox(post, sending, watch);
  return sendNow(post, sending, watch);
}

async function sendNow(post: PendingPost, sending: Sending, watch: Watch): Promise<Outcome> {
  const { id } = post;
  watch.onStage({ name: "sending", progress: null });
  try {
    if (isOld(sending)) return await settle(post, sending, watch.signal);
    const file = await fileOf(post);
    if (file === undefined) return await refuse(id, fileMissing);
    await finishSending(id, await sendPost(post, file, { key: sending.key, ...callbacks(watch) }));
    return "over";
  } catch (error) {
    if (watch.signal.aborted) return "over";
    const code = error instanceof ApiError ? error.code : undefined;
    if (code === "key_in_use") return settle(post, sending, watch.signal);
    if (code === "content_removed" || code === "content_not_found") return beginAnew(id);
    return maySucceedLater(error) ? leaveToOutbox(post, sending, watch, error) : refuseFor(id, error);
  }
}

/** From here on the outbox sends it, also when this page is closed (docs/rules.md#d145). `failure`: of its own sending. */
async function leaveToOutbox(post: PendingPost, sending: Sending, watch: Watch, failure?: unknown) {
  try {
    const file = await fileOf(post);
    if (file === undefined) return await refuse(post.id, fileMissing);
    // Noted on the post first: a post that says so is never sent past the outbox.
    await changePost(post.id, () => ({ sending: { ...sending, queued: true } }));
    await queuePost(post, file, sending);
    watch.onStage({ name: "queued", isUnderway: false });
    return "later";
  } catch (error) {
    await changePost(post.id, () => ({ sending }));
    // Without a usable IndexedDB the failed sending is what happened.
    return refuseFor(post.id, isFull(error) ? error : (failure ?? error));
  }
}

/** The outbox has the post, has brought it to the server, or has come back with a refusal. */
async function followQueued(post: PendingPost, sending: Sending, watch: Watch): Promise<Outcome> {
  const entry = await unsentPost(post, sending);
  watch.onStage({ name: "queued", isUnderway: entry?.state === "sending" });
  if (entry && entry.state !== "refused") return "later";
  // A new item with a large file is looked for, so that the file is not sent again.
  const isLarge = ((await fileOf(post))?.size ?? 0) >= largeFile;
  if (!entry && isLarge && post.content_id === null) return settle(post, sending, watch.signal);
  await unqueuePost(post, sending);
  const taken = { ...sending, queued: false };
  await changePost(post.id, () => ({ sending: taken }));
  // Under the same key the server answers the same once more: with the item, or with the refusal's code.
  return sendNow(post, taken, watch);
}

/** Its author does not want it sent now. */
export async function stopDelivery(post: PendingPost): Promise<void> {
  await stopSending(post.id);
  if (post.sending?.queued) await unqueuePost(post, post.sending);
}

const takenIds = () => readPendingPosts().posts.map(({ content_id }) => content_id);

const fileMissing = "Its file is no longer on this device. Edit the post and choose the file again.";

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
  const problem = "The reviewers no longer have this post. Send it again as a new post.";
  const sending = { ...newSending(), underway: false, problem };
  await changePost(id, () => ({ content_id: null, changed: false, sending }));
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
    if (signal.aborted) return "over";
    return maySucceedLater(error) ? "later" : refuseFor(post.id, error);
  }
}

/** By its name: the outbox's code is loaded only when something has to wait. */
const isFull = (error: unknown): error is Error => error instanceof Error && error.name === "OutboxFullError";

function refuseFor(id: string, error: unknown): Promise<Outcome> {
  if (error instanceof ApiError || isFull(error)) return refuse(id, error.message);
  console.error(error);
  return refuse(id, "It could not be sent. Please try again.");
}

/** No response, a server error, rate limiting, a timeout or a session that needs renewal. */
const maySucceedLater = (error: unknown) =>
  error instanceof ApiError &&
  (error.code === "network" ||
    error.status < 400 ||
    error.status >= 500 ||
    [401, 408, 425, 429].includes(error.status));

/** From now on: the connection comes back, the outbox changes or the signal aborts. */
function awaitNews(signal: AbortSignal) {
  let hasCome = false;
  let wake = () => {};
  const note = () => {
    hasCome = true;
    wake();
  };
  const unsubscribe = unsent.subscribe(note);
  window.addEventListener("online", note);
  signal.addEventListener("abort", note);
  return {
    /** Resolves to whether there was news within this time, in milliseconds. */
    async within(time: number): Promise<boolean> {
      if (hasCome) return true;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, time);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      return hasCome;
    },
    stop() {
      unsubscribe();
      window.removeEventListener("online", note);
      signal.removeEventListener("abort", note);
    },
  };
}
