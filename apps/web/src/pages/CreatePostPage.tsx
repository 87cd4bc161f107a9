import { messages, screens } from "@cairn/contract";
import { type ComponentProps, Suspense } from "react";
import { Navigate, useNavigate, useSearchParams } from "react-router";
import { type FormCategory, postCategories } from "../features/writing/form/form-categories.ts";
import { blankItem, type ItemValues } from "../features/writing/form/item-values.ts";
import { PostForm } from "../features/writing/form/PostForm.tsx";
import { sharedPost } from "../features/writing/form/post-values.ts";
import { useMedia } from "../features/writing/pending/media-files.ts";
import type { PendingPost } from "../features/writing/pending/pending-post.ts";
import { NoRoomError, usePendingPosts } from "../features/writing/pending/pending-posts.ts";
import {
  createPost,
  InFlightError,
  type PostDraft,
  savePost,
} from "../features/writing/pending/save-post.ts";
import { isOnItsWay, offerSending, usePostEntry } from "../features/writing/pending/sending.ts";
import { nothingAttached } from "../lib/file-text.ts";
import { forgetJournal } from "../lib/forms/journal.ts";
import { useJournal } from "../lib/forms/useJournal.ts";
import { lazyNamed } from "../lib/lazy-named.ts";
import { PageTitle } from "../lib/PageTitle.tsx";
import { useLoginState } from "../lib/session/return-place.ts";
import { useSession } from "../lib/session/useSession.tsx";
import { LoadingLine } from "../ui/LoadingLine.tsx";
import { PageHead } from "../ui/PageHead.tsx";
import { toast } from "../ui/toast-store.ts";
import { useDelayedFlag } from "../ui/useDelayedFlag.ts";
import * as css from "./create-post/create-post-page.module.css";
import { useFormCategories } from "./writer/useFormCategories.ts";
import { VerifiedSteps } from "./writer/VerifiedSteps.tsx";
import * as writePageCss from "./writer/write-page.module.css";

// Lazy: it is below the form.
const PendingPostList = lazyNamed(
  () => import("../features/writing/pending/list/PendingPostList.tsx"),
  "PendingPostList",
);
const PostThumb = lazyNamed(() => import("../features/writing/pending/list/PostThumb.tsx"), "PostThumb");

const editPath = (id: string) => `${screens.createPost}?edit=${encodeURIComponent(id)}`;

/**
 * The members' writing screen (docs/rules.md#create-post-screen). What they submit stays on this device until they send it to reviewers
 * (docs/rules.md#pending-posts).
 */
export function CreatePostPage() {
  const session = useSession();
  const reader = session?.userId ?? null;
  const login = useLoginState({ reason: "Log in to share this." });
  const pending = usePendingPosts();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const edited = pending.posts.find(({ id }) => id === query.get("edit")) ?? null;
  const post = isOnItsWay(usePostEntry(edited)) ? null : edited;
  const categories = useFormCategories(postCategories, reader !== null);
  const save = useSavedPosts(post, reader, categories);
  const title = post ? "Edit Post" : "Create Post";
  const shared = sharedPost(query);
  // Shared from another application, whose words come back after the login.
  if (shared && session !== null && reader === null)
    return <Navigate to={screens.login} state={login} replace />;

  return (
    <div className={css.root}>
      <PageTitle title={title} hidden />
      <PageHead title={title} sub="Share something with the community" />
      <div className={writePageCss.root}>
        <KeptPostForm
          post={post}
          shared={shared}
          reader={reader}
          categories={categories.map(({ name }) => name)}
          onSave={save}
          onCancel={post && (() => void navigate(screens.createPost, { replace: true }))}
        />
        <VerifiedSteps />
      </div>
      <Suspense>
        <PendingPostList
          {...pending}
          reader={reader}
          editPath={editPath}
          onDeleted={(id) => void forgetJournal({ owner: journalOwner(reader), form: journalOf(id) })}
        />
      </Suspense>
    </div>
  );
}

interface KeptPostFormProps
  extends Pick<ComponentProps<typeof PostForm>, "categories" | "onSave" | "onCancel"> {
  /** The local post that is edited; null for a new one. */
  post: PendingPost | null;
  /** What another application shared; null for what nobody did. */
  shared: ItemValues | null;
  /** Id of the signed-in user; null for visitors. */
  reader: number | null;
}

/** The post form with a journal: restores what the same user typed but did not submit. */
function KeptPostForm({ post, shared, reader, ...rest }: KeptPostFormProps) {
  const owner = journalOwner(reader);
  const name = shared && !post ? `post.shared.${shared.title} ${shared.description}` : journalOf(post?.id);
  const { kept, keeper } = useJournal(owner, name);
  const signShown = useDelayedFlag(kept === undefined);
  const media = useMedia(post);
  if (kept === undefined) return signShown ? <LoadingLine text={messages.loading} /> : null;
  const hasMedia = post !== null && (post.media_url ?? post.media_key) !== null;
  return (
    <PostForm
      key={`${owner} ${name}`}
      {...rest}
      initial={post ? valuesOf(post) : (shared ?? blankItem)}
      current={media}
      itemId={post?.content_id ?? null}
      thumbnail={
        hasMedia && (
          <Suspense>
            <PostThumb post={post} />
          </Suspense>
        )
      }
      mustKeepMedia={post !== null && post.content_id !== null && post.status !== "Removed"}
      isMember={reader !== null}
      kept={kept}
      keeper={keeper}
    />
  );
}

const valuesOf = ({ title, body, category_name, ...post }: PendingPost): ItemValues => ({
  ...blankItem,
  title,
  category: category_name,
  description: body,
  summary: post.summary ?? "",
  cover: post.cover ?? "",
  appliesTo: post.applies_to ?? "",
  series: post.series ?? "",
  language: post.language ?? "",
  ...post.captioning,
});

/** Journal owner for visitors: like their local posts, their text is shown to anyone who is not signed in. */
const nobody = 0;

const journalOwner = (reader: number | null) => reader ?? nobody;

/** Name of the form's journal: each edited post has its own. */
const journalOf = (id: string | undefined) => (id === undefined ? "post" : `post.${id}`);

/** Saves the form's content as a local post on this device; a toast offers the next step (docs/rules.md#pending-posts). */
function useSavedPosts(post: PendingPost | null, reader: number | null, categories: readonly FormCategory[]) {
  const navigate = useNavigate();

  return async (values: ItemValues, file: File | null, refused: string | undefined) => {
    const id = await write(draftOf(values, file, { post, categories })).catch((error) => {
      throw savingFailure(error);
    });
    const kept = post ? "Post updated on this device only" : "Post saved on this device only";
    const text = refused === undefined ? kept : `${kept}. ${nothingAttached(refused)}`;
    if (reader === null) toast(text);
    else offerSending(text, id, reader);
    if (post) await navigate(screens.createPost, { replace: true });
    // Focus the post in the list below, where the next step is.
    requestAnimationFrame(() => document.getElementById(`edit-${id}`)?.focus());
  };

  function write(draft: PostDraft) {
    return post ? savePost(post.id, draft, reader) : createPost(draft, reader);
  }
}

function draftOf(
  values: ItemValues,
  file: File | null,
  { post, categories }: { post: PendingPost | null; categories: readonly FormCategory[] },
): PostDraft {
  const { title, category, description, keepsMedia } = values;
  const chosen = categories.find(({ name }) => name === category);
  if (!chosen) throw new Error("A post without a category was let through.");
  return {
    title,
    body: description,
    category: chosen,
    summary: saidHere(values.summary, post?.summary),
    cover: saidHere(values.cover, post?.cover),
    appliesTo: saidHere(values.appliesTo, post?.applies_to),
    series: saidHere(values.series, post?.series),
    language: saidHere(values.language, post?.language),
    captioning: captioningHere(values, post?.captioning),
    media: file ?? (keepsMedia ? "as it is" : null),
  };
}

/** An untouched field is null, because it may have been set on another device. */
const saidHere = (value: string, before: string | null = null) =>
  value !== "" || before !== null ? value : null;

function captioningHere(
  { captions, chapters, noSpeech }: ItemValues,
  before: PostDraft["captioning"] = null,
): PostDraft["captioning"] {
  const isUntouched = captions === "" && chapters === "" && !noSpeech;
  return isUntouched && before === null ? null : { captions, chapters, noSpeech };
}

/** The error to show when a post could not be saved. */
function savingFailure(error: unknown): Error {
  const cause = { cause: error };
  if (error instanceof NoRoomError) {
    return new Error(
      "Not enough space on this device for this post. Nothing was lost. Delete a post, or choose a smaller file.",
      cause,
    );
  }
  if (error instanceof InFlightError) {
    return new Error(
      "This post is being sent to the reviewers. Stop sending first, or wait until it arrives.",
      cause,
    );
  }
  return new Error("This post could not be saved on this device. Please try again.", cause);
}
