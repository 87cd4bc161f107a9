import { type ContentItem, readLanguage } from "@cairn/contract";
import { ApiError } from "../../../lib/api/api-error.ts";
import { labelGap } from "../../../lib/labels.ts";
import type { Watch } from "../../../lib/outbox/deliver.ts";
import { type OutboxEntry, RefusedError } from "../../../lib/outbox/entry.ts";
import { type Attempt, newAttempt } from "../attempt.ts";
import { captioningFields } from "../form/captioning.ts";
import { keyOf } from "../form/captions.queries.ts";
import { inOneLine, isPlayed } from "../form/item-values.ts";
import { type ItemFields, type Outgoing, sendItem } from "../sending.queries.ts";
import { fileOfDataUrl, readFile } from "./media-files.ts";
import type { PendingPost } from "./pending-post.ts";
import { changePost, findPost, readPendingPosts } from "./pending-posts.ts";
import { finishSending, postOf } from "./sending.ts";

/**
 * Sends a post for the outbox, as it is on this device now, and notes that it has arrived. Null: there is nothing to
 * send, because it has arrived or was deleted. @throws ApiError, RefusedError
 */
export async function sendPost(entry: OutboxEntry, watch: Watch): Promise<ContentItem | null> {
  const id = postOf(entry);
  const post = findPost(id);
  if (!post?.sending) return null;
  try {
    const item = await sendItem(outgoing(post, await fileOf(post)), {
      ...watch,
      attempt: post.sending,
      onAttempt: (attempt, item) => beginAgain(id, attempt, item),
      others: readPendingPosts().posts.flatMap((other) => (other.id === id ? [] : [other.content_id])),
    });
    await finishSending(id, item);
    return item;
  } catch (error) {
    const code = error instanceof ApiError ? error.code : undefined;
    if (code !== "content_removed" && code !== "content_not_found") throw error;
    // The item to change is gone: this post can only become a new one, if its author wants that.
    await changePost(id, (post) => ({
      content_id: null,
      changed: false,
      sending: newAttempt(post),
    }));
    throw new RefusedError("The reviewers no longer have this post. Send it again as a new post.");
  }
}

/** Notes that the post is sent under another key, as a change of the item that has arrived, if it has. */
async function beginAgain(id: string, sending: Attempt, item: number | null): Promise<void> {
  await changePost(id, ({ content_id }) => ({
    sending,
    ...(item !== content_id && { content_id: item, changed: true }),
  }));
}

async function fileOf({ media_key, media_url }: PendingPost): Promise<Blob | null> {
  if (media_key === null && media_url === null) return null;
  const file = media_key ? await readFile(media_key) : fileOfDataUrl(media_url ?? "");
  if (file) return file;
  throw new RefusedError("Its file is no longer on this device. Edit the post and choose the file again.");
}

/** A post as `sendItem` takes it. What nobody has said here stays as it is. */
const outgoing = (post: PendingPost, file: Blob | null): Outgoing => ({
  id: post.content_id,
  author: post.owner_id,
  fields: () => fieldsOf(post, file),
  file,
  words: post,
});

const fieldsOf = (post: PendingPost, file: Blob | null): ItemFields => ({
  title: post.title,
  body: post.body,
  // The file's real type, not the one that the spec stores on the device (docs/rules.md#type-of-a-pending-post).
  content_type: file?.type.startsWith("video/") ? "video" : "article",
  category: post.category_name,
  summary: post.summary === null ? undefined : inOneLine(post.summary),
  cover: post.cover === null ? undefined : keyOf(post.cover),
  applies_to: post.applies_to?.split(labelGap).filter(Boolean),
  series: post.series === null ? undefined : post.series === "" ? null : Number(post.series),
  language: post.language === null ? undefined : (readLanguage(post.language) ?? ""),
  ...(post.captioning && file && isPlayed(file) && captioningFields(post.captioning, null)),
});
