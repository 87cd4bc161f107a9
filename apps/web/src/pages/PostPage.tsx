import { type ContentDetail, readId } from "@cairn/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { memo, Suspense, useCallback, useEffect, useRef, useState } from "react";
import { useParams } from "react-router";
import { useMe } from "../features/auth/me.queries.ts";
import { CommentSection } from "../features/comments/CommentSection.tsx";
import type { Reader } from "../features/comments/comment-list.ts";
import { commentsQuery } from "../features/comments/comments.queries.ts";
import { contentQuery } from "../features/content/content.queries.ts";
import type { MomentPress } from "../features/content/EmbedPart.tsx";
import { ItemMedia } from "../features/content/ItemMedia.tsx";
import { ReportButton } from "../features/reports/ReportButton.tsx";
import { reviewsQuery, useVerification } from "../features/reviews/reviews.queries.ts";
import { VerificationSkeleton } from "../features/reviews/VerificationLine.tsx";
import { isMissing } from "../lib/api/api-error.ts";
import { laterPart } from "../lib/later-part.tsx";
import { lazyNamed } from "../lib/lazy-named.ts";
import { PageTitle } from "../lib/PageTitle.tsx";
import { useMissing } from "../lib/page-data.ts";
import type { FetchAhead } from "../lib/query-client.ts";
import { isSignedIn } from "../lib/session/session.ts";
import { useIsSignedIn, useSession } from "../lib/session/useSession.tsx";
import * as kit from "../ui/kit.module.css";
import { Loaded } from "../ui/Loaded.tsx";
import { prepareSafeHtml, SafeHtml } from "../ui/SafeHtml.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { SkeletonLines } from "../ui/SkeletonLines.tsx";
import { Stack } from "../ui/Stack.tsx";
import { PostFoot, PostHead } from "./post/PostHead.tsx";
import * as postCss from "./post/post.module.css";
import { TextContents } from "./post/TextContents.tsx";

// Later: the page has its HTML, and its script can come after the article's.
const loadPanel = async () => (await import("./post/PostVerification.tsx")).PostVerification;
const LaterVerification = laterPart(loadPanel, <VerificationSkeleton shown={false} />);

/** Fetch here and pass down: a member's data may arrive before the panel's chunk. */
const Verification = ({ item }: { item: ContentDetail }) => (
  <LaterVerification item={item} verification={useVerification(item)} />
);

// Later for the same reason.
const PostMissing = laterPart(async () => (await import("./post/PostMissing.tsx")).PostMissing);
const Watching = laterPart(async () => (await import("../features/content/watching/Watching.tsx")).Watching);
const SeriesNav = laterPart(async () => (await import("../features/series/SeriesNav.tsx")).SeriesNav);

// Lazy: it is below everything else.
const RelatedItems = lazyNamed(() => import("../features/content/RelatedItems.tsx"), "RelatedItems");
const Related = memo(({ id }: { id: number }) => (
  <Suspense>
    <RelatedItems id={id} />
  </Suspense>
));

// Lazy: for its author alone.
const OwnStanding = lazyNamed(() => import("../features/writing/renewal/OwnStanding.tsx"), "OwnStanding");

// Lazy: for members alone.
const FollowedReading = lazyNamed(
  () => import("../features/content/reading/FollowedReading.tsx"),
  "FollowedReading",
);

/** One item with all its details (docs/rules.md#item-pages). */
export function PostPage() {
  const id = readId(useParams().id);
  // A path without a valid id needs no call to the server.
  return id !== null ? <Post key={id} id={id} /> : <PostMissing />;
}

export const fetchAhead: FetchAhead = async (cache, { id: written }) => {
  const id = readId(written);
  if (id === null) return;
  // The code of the text and of the panel as well: React may show a later part of the page up to 300 ms after its code is
  // available.
  prepareSafeHtml();
  await Promise.all([
    loadPanel().catch(() => {}),
    cache.prefetchQuery(contentQuery(id)),
    cache.prefetchQuery(reviewsQuery(id)),
    cache.prefetchInfiniteQuery(commentsQuery(id)),
  ]);
};

function Post({ id }: { id: number }) {
  const missing = useMissing();
  // A member may see what the public page does not have.
  const isVisitor = !useIsSignedIn();
  if (isVisitor && missing) return <PostMissing removed={missing === "removed"} />;
  return <FetchedPost id={id} />;
}

function FetchedPost({ id }: { id: number }) {
  const item = useQuery(contentQuery(id));
  const cache = useQueryClient();
  useEffect(() => {
    // In parallel with the item, not after it has loaded. Components repeat the queries that failed.
    prepareSafeHtml();
    cache.ensureQueryData(reviewsQuery(id)).catch(() => {});
    cache.ensureInfiniteQueryData(commentsQuery(id)).catch(() => {});
  }, [cache, id]);
  return (
    <Loaded
      query={item}
      waiting={<Waiting />}
      failure="This post could not be loaded."
      instead={(error) => isMissing(error) && <PostMissing />}
      screen="Post"
    >
      {(found) => <Article item={found} />}
    </Loaded>
  );
}

function Article({ item }: { item: ContentDetail }) {
  const reader = useReader();
  const article = useRef<HTMLElement>(null);
  const [from, playFrom] = useState<MomentPress>();
  const { id, revision } = item;
  const showChecks = useCallback(
    (box: HTMLElement, signal: AbortSignal) => void markCode(box, { id, revision }, signal),
    [id, revision],
  );
  return (
    <div className={postCss.root}>
      <PageTitle title={item.title} description={item.excerpt} hidden={item.status !== "Published"} />
      <article className={postCss.main} ref={article}>
        <PostHead item={item} reader={reader} />
        <div className={postCss.media}>
          <ItemMedia item={item} from={from} />
        </div>
        {Boolean(item.captions?.length || item.chapters?.length || item.content_type === "Audio") && (
          <Watching item={item} article={article} onEmbed={playFrom} />
        )}
        <SafeHtml
          html={item.body_html}
          lang={item.language}
          dir={item.dir}
          name="item"
          deadLinks={item.dead_links}
          onCode={showChecks}
        />
        {item.series && <SeriesNav series={item.series} beside={item.beside} />}
        <PostFoot item={item} reader={reader} />
      </article>
      {reader && item.status === "Published" && (
        <Suspense>
          <FollowedReading id={item.id} article={article} />
        </Suspense>
      )}
      <div className={postCss.rail}>
        <TextContents html={item.body_html} />
        <aside aria-label="Verification">
          <Verification item={item} />
        </aside>
        {item.standing && reader?.id === item.author_id && (
          <Suspense>
            <OwnStanding item={item} />
          </Suspense>
        )}
      </div>
      <div className={postCss.comments}>
        <CommentSection
          contentId={item.id}
          reader={reader}
          isOpen={item.status === "Published"}
          toolOf={({ id, user }) => (
            <ReportButton
              what="comment"
              id={id}
              label={`Report ${user.name}'s comment`}
              about={`the comment by ${user.name}`}
            />
          )}
        />
        {item.status === "Published" && <Related id={item.id} />}
      </div>
    </div>
  );
}

/** Shows each checked block's result (docs/rules.md#marked-code). */
const markCode = (box: HTMLElement, item: Pick<ContentDetail, "id" | "revision">, signal: AbortSignal) =>
  import("../ui/checks/mark-blocks.ts").then(
    ({ markBlocks }) => markBlocks(box, item, signal),
    () => {},
  );

function Waiting() {
  return (
    <div className={postCss.root}>
      <div className={postCss.main}>
        <Stack>
          <Skeleton width="30%" />
          <Skeleton width="88%" height={48} />
          <Skeleton width="52%" height={48} />
        </Stack>
        <div className={`${kit.cluster} ${postCss.by}`}>
          <Skeleton width={44} height={44} kind="photo" />
          <Skeleton width="34%" />
        </div>
        <Skeleton kind="picture" className={postCss.media} />
        <SkeletonLines widths={["100%", "94%", "60%"]} />
      </div>
      <Skeleton className={postCss.rail} height={320} />
    </div>
  );
}

/** The signed-in reader; null for a visitor. */
function useReader(): Reader | null {
  const session = useSession();
  const { data: me } = useMe();
  if (!isSignedIn(session)) return null;
  const { name = "", avatar_small_url: photo } = me ?? {};
  return { id: session.userId ?? me?.id ?? null, name, photo };
}
