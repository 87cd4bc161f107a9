import { messages } from "@cairn/contract";
import { PostForm } from "../../features/create-post/PostForm.tsx";
import { blankPost, categoryOf, type PostValues } from "../../features/create-post/post-values.ts";
import type { PostFormOptions } from "../../features/create-post/usePostForm.ts";
import { RestoredLine } from "../../features/drafts/RestoredLine.tsx";
import { useJournal, useJournalEntry } from "../../features/drafts/useJournal.ts";
import { PostThumb } from "../../features/pending-posts/list/PostThumb.tsx";
import type { PendingPost } from "../../features/pending-posts/pending-post.ts";
import { LoadingLine } from "../../ui/LoadingLine.tsx";
import { useDelayedFlag } from "../../ui/useDelayedFlag.ts";
import { journalOf, journalOwner } from "./post-journal.ts";

interface KeptPostFormProps extends Pick<PostFormOptions, "onSave"> {
  /** The post that is changed; null for a new one. */
  post: PendingPost | null;
  /** Who is signed in; null for visitors. */
  reader: number | null;
  onCancel: (() => void) | null;
}

/** The form with a memory: what was typed and not submitted comes back to whoever typed it. */
export function KeptPostForm({ post, reader, ...rest }: KeptPostFormProps) {
  const owner = journalOwner(reader);
  const name = journalOf(post?.id);
  const entry = useJournalEntry(owner, name);
  const journal = useJournal(owner, name);
  const signShown = useDelayedFlag(entry === undefined);
  if (entry === undefined) return signShown ? <LoadingLine text={messages.loading} /> : null;
  const hasMedia = post !== null && (post.media_url ?? post.media_key) !== null;
  return (
    <PostForm
      key={`${owner} ${name}`}
      {...rest}
      initial={post ? valuesOf(post) : blankPost}
      current={hasMedia && <PostThumb post={post} />}
      mustKeepMedia={post !== null && post.content_id !== null && post.status !== "Removed"}
      kept={entry}
      keeper={journal}
      restored={(line) => <RestoredLine {...line} />}
    />
  );
}

const valuesOf = ({ title, body, category_name }: PendingPost): PostValues => ({
  title,
  category: categoryOf(category_name) ? category_name : "",
  description: body,
  keepsMedia: true,
});
