import { ApiError, isTemporary } from "../../../lib/api/api-error.ts";
import type { Progress } from "../../../lib/api/send-form.ts";
import { somethingWaits, unsent } from "../../../lib/outbox/unsent.ts";
import { type Attempt, isOld, newAttempt } from "../attempt.ts";
import { largeFile, sendItem } from "../sending.queries.ts";
import { fileOfDataUrl, readFile } from "./media-files.ts";
import { type PendingPost, type Sending, versionOf } from "./pending-post.ts";
import { outgoing, queuePost, unqueuePost, unsentPost } from "./pending-posts.queries.ts";
import { changePost, findPost, readPendingPosts } from "./pending-posts.ts";
import { finishSending, stopSending } from "./sending.ts";

export type DeliveryStage =
  | { name: "waiting" }
  | { name: "sending"; progress: Progress | null }
  /** The outbox sends it, because it did not get through or something else waits before it. */
  | { name: "queued"; isUnderway: boolean };

interface Watch {
  signal: AbortSignal;
  onStage: (stage: DeliveryStage) => void;
}

/** `later`: look again when the outbox changes, or after a while. */
type Outcome = "over" | "later";

/** Follows the post until it has arrived, was refused, or should no longer be sent. */
export async function deliver(id: string, watch: Watch): Promise<void> {
  for (let pauses = 0; ; ) {
    if (!findPost(id)?.sending?.queued) watch.onStage({ name: "waiting" });
    // Subscribes before it reads the outbox, so that no change in between is missed.
    const news = awaitNews(watch.signal);
    try {
      const outcome = await inTurn(() => attempt(id, watch), watch.signal);
      if (outcome === "over" || watch.signal.aborted) return;
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
  if (post.owner_id !== null && somethingWaits(post.owner_id)) return leaveToOutbox(id, watch);
  return sendNow(post, sending, watch);
}

async function sendNow(
  post: PendingPost,
  sending: Sending,
  watch: Watch,
  looksFirst = false,
): Promise<Outcome> {
  const { id } = post;
  const { signal } = watch;
  watch.onStage({ name: "sending", progress: null });
  try {
    const file = await fileOf(post);
    if (file === undefined) return await refuse(id, fileMissing);
    const item = await sendItem(outgoing(post, file), {
      attempt: sending,
      signal,
      onProgress: (progress) => watch.onStage({ name: "sending", progress }),
      onAttempt: (attempt, item) => beginAgain(id, attempt, item),
      others: otherItems(id),
      looksFirst,
    });
    await finishSending(id, item);
    return "over";
  } catch (error) {
    if (signal.aborted) return "over";
    const code = error instanceof ApiError ? error.code : undefined;
    if (code === "content_removed" || code === "content_not_found") return beginAnew(id);
    if (!maySucceedLater(error)) return refuseFor(id, error);
    // The outbox sends under the key alone; whether the post has arrived has to be found out here.
    return looksFirst || isOld(sending) ? "later" : leaveToOutbox(id, watch, error);
  }
}

/** Notes that the post is sent under another key, as a change of the item that has arrived, if it has. */
async function beginAgain(id: string, attempt: Attempt, item: number | null): Promise<void> {
  await changePost(id, ({ sending, content_id }) =>
    sending
      ? {
          sending: { ...sending, ...attempt },
          ...(item !== content_id && { content_id: item, changed: true }),
        }
      : undefined,
  );
}

/** From here on the outbox sends it, also when this page is closed (docs/rules.md#d145). `failure`: of its own sending. */
async function leaveToOutbox(id: string, watch: Watch, failure?: unknown): Promise<Outcome> {
  // As it stands now: the sending that failed may have found that the item has arrived before.
  const post = findPost(id);
  const sending = post?.sending;
  if (!post || !sending?.underway) return "over";
  try {
    const file = await fileOf(post);
    if (file === undefined) return await refuse(id, fileMissing);
    // Noted on the post first: a post that says so is never sent past the outbox.
    await changePost(id, () => ({ sending: { ...sending, queued: true } }));
    await queuePost(post, file, sending);
    watch.onStage({ name: "queued", isUnderway: false });
    return "later";
  } catch (error) {
    await changePost(id, () => ({ sending }));
    // Without a usable IndexedDB the failed sending is what happened.
    return refuseFor(id, isFull(error) ? error : (failure ?? error));
  }
}

/** The outbox has the post, has brought it to the server, or has come back with a refusal. */
async function followQueued(post: PendingPost, sending: Sending, watch: Watch): Promise<Outcome> {
  const entry = await unsentPost(post, sending);
  watch.onStage({ name: "queued", isUnderway: entry?.state === "sending" });
  if (entry && entry.state !== "refused") return "later";
  // A new item with a large file is looked for, so that the file is not sent again.
  const isLarge = ((await fileOf(post))?.size ?? 0) >= largeFile;
  await unqueuePost(post, sending);
  const taken = { ...sending, queued: false };
  await changePost(post.id, () => ({ sending: taken }));
  // Under the same key the server answers the same once more: with the item, or with the refusal's code.
  return sendNow(post, taken, watch, !entry && isLarge && post.content_id === null);
}

/** Its author does not want it sent now. */
export async function stopDelivery(post: PendingPost): Promise<void> {
  await stopSending(post.id);
  if (post.sending?.queued) await unqueuePost(post, post.sending);
}

const otherItems = (id: string) =>
  readPendingPosts().posts.flatMap((post) => (post.id === id ? [] : [post.content_id]));

const fileMissing = "Its file is no longer on this device. Edit the post and choose the file again.";

async function refuse(id: string, problem: string): Promise<Outcome> {
  await stopSending(id, problem);
  return "over";
}

/** The item to change is gone: this post can only become a new one, if its author wants that. */
async function beginAnew(id: string): Promise<Outcome> {
  const problem = "The reviewers no longer have this post. Send it again as a new post.";
  await changePost(id, (post) => {
    const sending = { ...newAttempt(versionOf(post)), underway: false, problem, queued: false };
    return { content_id: null, changed: false, sending };
  });
  return "over";
}

/** Null if the post has no file, undefined if its file is gone. */
async function fileOf({ media_key, media_url }: PendingPost): Promise<Blob | null | undefined> {
  if (media_key) return (await readFile(media_key)) ?? undefined;
  return media_url ? (fileOfDataUrl(media_url) ?? undefined) : null;
}

/** By its name: the outbox's code is loaded only when something has to wait. */
const isFull = (error: unknown): error is Error => error instanceof Error && error.name === "OutboxFullError";

function refuseFor(id: string, error: unknown): Promise<Outcome> {
  if (error instanceof ApiError || isFull(error)) return refuse(id, error.message);
  console.error(error);
  return refuse(id, "It could not be sent. Please try again.");
}

/** Whether a login, a renewed session or a later try may help. */
const maySucceedLater = (error: unknown) =>
  error instanceof ApiError && (error.status === 401 || isTemporary(error.status));

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
