import { type ContentDetail, messages } from "@cairn/contract";
import { usePrefetchInfiniteQuery, usePrefetchQuery, useQuery } from "@tanstack/react-query";
import { type RefObject, useEffect, useRef } from "react";
import { useParams } from "react-router";
import { useMe } from "../features/auth/me.queries.ts";
import { CommentSection } from "../features/comments/CommentSection.tsx";
import { commentsQuery } from "../features/comments/comments.queries.ts";
import type { Reader } from "../features/comments/reader.ts";
import { contentQuery } from "../features/content/content.queries.ts";
import { ItemMedia } from "../features/content/ItemMedia.tsx";
import { ReportButton } from "../features/reports/ReportButton.tsx";
import { reviewsQuery } from "../features/reviews/reviews.queries.ts";
import { VerificationPanel } from "../features/reviews/VerificationPanel.tsx";
import { ApiError } from "../lib/api/api-error.ts";
import { descriptionOf } from "../lib/excerpt.ts";
import { PageTitle } from "../lib/PageTitle.tsx";
import { useMissing } from "../lib/page-data.ts";
import { useIsSignedIn, useSession } from "../lib/session/useSession.ts";
import { cx } from "../ui/cx.ts";
import * as layoutCss from "../ui/layout.module.css";
import * as partsCss from "../ui/parts.module.css";
import { prepareSafeHtml, SafeHtml } from "../ui/SafeHtml.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { ErrorState } from "../ui/State.tsx";
import { useDelayedFlag } from "../ui/useDelayedFlag.ts";
import { PostHead } from "./post/PostHead.tsx";
import { PostMissing } from "./post/PostMissing.tsx";
import * as postCss from "./post/post.module.css";

/** One item with all its details (docs/rules.md#d30). */
export function PostPage() {
  const { id = "" } = useParams();
  // A path without a valid id needs no call to the server.
  return /^[1-9]\d{0,14}$/.test(id) ? <Post key={id} id={Number(id)} /> : <PostMissing />;
}

function Post({ id }: { id: number }) {
  const missing = useMissing();
  // A member may see what the public page does not have.
  const isVisitor = !useIsSignedIn();
  if (isVisitor && missing) return <PostMissing removed={missing === "removed"} />;
  return <FetchedPost id={id} />;
}

function FetchedPost({ id }: { id: number }) {
  const { data: item, error, isFetching, refetch } = useQuery(contentQuery(id));
  // Fetch these in parallel with the item, not after it has loaded.
  usePrefetchQuery(reviewsQuery(id));
  usePrefetchInfiniteQuery(commentsQuery(id));
  useEffect(prepareSafeHtml, []);
  const isLoading = item === undefined && isFetching;
  const signShown = useDelayedFlag(isLoading);

  if (isLoading || signShown) return <PostSkeleton shown={signShown} />;
  if (item) return <Article item={item} />;
  if (error instanceof ApiError && error.status === 404) return <PostMissing />;
  return (
    <>
      <PageTitle title="Post" hidden />
      <h1 className={layoutCss.srOnly}>Post</h1>
      <ErrorState title="This post could not be loaded." onRetry={() => void refetch()} />
    </>
  );
}

function Article({ item }: { item: ContentDetail }) {
  const reader = useReader();
  const article = useRef<HTMLElement>(null);
  useFollowedReading(article, item, reader);
  return (
    <div className={postCss.root}>
      <PageTitle
        title={item.title}
        description={descriptionOf(item.body)}
        hidden={item.status !== "Published"}
      />
      <article className={postCss.main} ref={article}>
        <PostHead item={item} reader={reader} />
        <div className={postCss.media}>
          <ItemMedia item={item} />
        </div>
        <SafeHtml html={item.body_html} name="item" />
      </article>
      <aside className={postCss.rail} aria-label="Verification">
        <VerificationPanel item={item} />
      </aside>
      <div className={postCss.comments}>
        <CommentSection
          contentId={item.id}
          reader={reader}
          isOpen={item.status === "Published"}
          toolOf={({ id, user }) => (
            <ReportButton
              what="comment"
              id={id}
              label={`Report the comment of ${user.name}`}
              about={`the comment of ${user.name}`}
            />
          )}
        />
      </div>
    </div>
  );
}

/** What members leave unfinished stands on their home (docs/rules.md#d115). */
function useFollowedReading(
  article: RefObject<HTMLElement | null>,
  { id, status }: ContentDetail,
  reader: Reader | null,
) {
  const owner = status === "Published" ? reader?.id : null;
  useEffect(() => {
    if (!owner) return;
    let stop: (() => void) | null = () => {};
    import("../features/content/follow-reading.ts").then(
      ({ followReading }) => {
        if (stop && article.current) stop = followReading(article.current, owner, id);
      },
      // Without it the item is only not offered again.
      () => {},
    );
    return () => {
      stop?.();
      stop = null;
    };
  }, [article, owner, id]);
}

function PostSkeleton({ shown }: { shown: boolean }) {
  return (
    <div className={cx(postCss.root, !shown && partsCss.hidden)} role="status">
      <span className={layoutCss.srOnly}>{messages.loading}</span>
      <div className={postCss.main}>
        <Skeleton className={postCss.trailLine} />
        <Skeleton className={postCss.titleLine} />
        <Skeleton className={postCss.titleEnd} />
        <div className={postCss.by}>
          <Skeleton className={postCss.avatarSpot} />
          <Skeleton className={postCss.authorLine} />
        </div>
        <Skeleton className={`${postCss.media} ${postCss.mediaSpot}`} />
        <div className={`${layoutCss.stack} ${layoutCss.gap4}`}>
          <Skeleton />
          <Skeleton className={postCss.textLine} />
          <Skeleton className={postCss.textEnd} />
        </div>
      </div>
      <Skeleton className={`${postCss.rail} ${postCss.railSpot}`} />
    </div>
  );
}

/** The signed-in reader; null for a visitor. */
function useReader(): Reader | null {
  const session = useSession();
  const { data: me } = useMe();
  if (!session?.accessToken && !session?.refreshToken) return null;
  return { id: session.userId ?? me?.id ?? null, name: me?.name ?? "" };
}
