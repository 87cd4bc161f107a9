import type { ContentDetail } from "@cairn/contract";
import { usePrefetchInfiniteQuery, usePrefetchQuery, useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { CommentSection } from "../features/comments/CommentSection.tsx";
import { commentsQuery } from "../features/comments/comments.queries.ts";
import { contentQuery } from "../features/content/content.queries.ts";
import { excerptOf } from "../features/content/excerpt.ts";
import { ItemMedia } from "../features/content/ItemMedia.tsx";
import { reviewsQuery } from "../features/reviews/reviews.queries.ts";
import { VerificationPanel } from "../features/reviews/VerificationPanel.tsx";
import { ApiError } from "../lib/api/api-error.ts";
import { PageTitle } from "../lib/PageTitle.tsx";
import { SafeHtml } from "../ui/SafeHtml.tsx";
import { ErrorState } from "../ui/State.tsx";
import { useDelayedFlag } from "../ui/useDelayedFlag.ts";
import { PostHead } from "./post/PostHead.tsx";
import { PostMissing } from "./post/PostMissing.tsx";
import { PostSkeleton } from "./post/PostSkeleton.tsx";
import { useReader } from "./post/useReader.ts";
import "./post/post.css";

/** One item with everything that is known about it (D30). */
export function PostPage() {
  const { id = "" } = useParams();
  // An address that names no item needs no call to say so.
  return /^[1-9]\d{0,14}$/.test(id) ? <Post key={id} id={Number(id)} /> : <PostMissing />;
}

function Post({ id }: { id: number }) {
  const { data: item, error, isFetching, refetch } = useQuery(contentQuery(id));
  // Asked for at once, not only when the item is there to show them beside.
  usePrefetchQuery(reviewsQuery(id));
  usePrefetchInfiniteQuery(commentsQuery(id));
  const isLoading = item === undefined && isFetching;
  const signShown = useDelayedFlag(isLoading);

  if (isLoading || signShown) return <PostSkeleton shown={signShown} />;
  if (item) return <Article item={item} />;
  if (error instanceof ApiError && error.status === 404) return <PostMissing />;
  return (
    <>
      <PageTitle title="Post" hidden />
      <h1 className="sr-only">Post</h1>
      <ErrorState title="This post could not be loaded." onRetry={() => void refetch()} />
    </>
  );
}

function Article({ item }: { item: ContentDetail }) {
  const reader = useReader();
  return (
    <div className="post">
      <PageTitle title={item.title} description={excerptOf(item.body)} hidden={item.status !== "Published"} />
      <article className="post-main">
        <PostHead item={item} reader={reader} />
        <div className="post-media">
          <ItemMedia item={item} />
        </div>
        <SafeHtml html={item.body_html} />
      </article>
      <aside className="post-rail" aria-label="Verification">
        <VerificationPanel item={item} />
      </aside>
      <div className="post-comments">
        <CommentSection contentId={item.id} reader={reader} isOpen={item.status === "Published"} />
      </div>
    </div>
  );
}
