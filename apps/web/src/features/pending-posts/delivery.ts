import { ApiError } from "../../lib/api/api-error.ts";
import type { Progress } from "../../lib/api/send-form.ts";
import { changePost } from "./change-posts.ts";
import { fileOfDataUrl } from "./data-url.ts";
import { readFile } from "./media-files.ts";
import type { PendingPost, Sending } from "./pending-post.ts";
import { newestItems, sendPost } from "./pending-posts.queries.ts";
import { findPost, readPendingPosts } from "./pending-posts.ts";
import { findArrived, finishSending, isOld, isSame, newSending, stopSending } from "./sending.ts";

export type DeliveryStage =
  | { name: "waiting" }
  | { name: "sending"; progress: Progress | null }
  /** It did not get through and is tried again by itself. */
  | { name: "pausing" };

interface Watch {
  signal: AbortSignal;
  onStage: (stage: DeliveryStage) => void;
}

/** `at once`: it is clear now what to send. `later`: it did not get through. */
type Outcome = "over" | "at once" | "later";

/** Tries until the post has arrived, was refused, or is not to be sent any more. */
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

/** One post at a time, over all tabs: whoever waited finds that another tab has done it. */
async function inTurn(task: () => Promise<Outcome>, signal: AbortSignal): Promise<Outcome> {
  const { locks } = navigator;
  // Missing outside secure contexts; then two tabs may send the same, and the server takes it once.
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
    await finishSending(id, await sendPost(post, file, { key: sending.key, ...callbacks(watch) }));
    return "over";
  } catch (error) {
    const code = error instanceof ApiError ? error.code : undefined;
    if (code === "key_in_use") return settle(post, sending, watch.signal);
    if (code === "content_removed" || code === "content_not_found") return beginAnew(id);
    return failed(id, error, watch.signal);
  }
}

const fileMissing = "Its file is not on this device any more. Edit the post and choose the file again.";

const callbacks = ({ signal, onStage }: Watch) => ({
  signal,
  onProgress: (progress: Progress) => onStage({ name: "sending", progress }),
});

async function refuse(id: string, problem: string): Promise<Outcome> {
  await stopSending(id, problem);
  return "over";
}

/** The item that was to be changed is gone: what is here can only become another one, if its author wants that. */
async function beginAnew(id: string): Promise<Outcome> {
  const problem = "The reviewers’ copy is gone. Send it again to make it a new one.";
  const sending = { ...newSending(), underway: false, problem };
  await changePost(id, () => ({ content_id: null, changed: false, sending }));
  return "over";
}

/** Null: it has none. Undefined: it is gone. */
async function fileOf({ media_key, media_url }: PendingPost): Promise<Blob | null | undefined> {
  if (media_key) return (await readFile(media_key)) ?? undefined;
  return media_url ? (fileOfDataUrl(media_url) ?? undefined) : null;
}

/**
 * The key says no more whether the post has arrived: it is too old, or another wording was sent under it. So the
 * author's items are asked; what has arrived in another wording goes on as a change of that item.
 */
async function settle(post: PendingPost, sending: Sending, signal: AbortSignal): Promise<Outcome> {
  if (post.owner_id === null) return refuse(post.id, "It has no author any more. Please try again.");
  const taken = readPendingPosts().posts.map(({ content_id }) => content_id);
  try {
    const item = findArrived(sending, await newestItems(post.owner_id, signal), taken);
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

/** No answer, the server's own trouble, too much at once, or a session that begins anew. */
const maySucceedLater = ({ code, status }: ApiError) =>
  code === "network" || status < 400 || status >= 500 || [401, 408, 425, 429].includes(status);

/** Waits, in milliseconds; less when the connection comes back or nobody wants to go on. */
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
