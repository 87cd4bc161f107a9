import { type Comment, messages } from "@cairn/contract";
import {
  type ComponentProps,
  memo,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useRef,
  useState,
} from "react";
import { ApiError } from "../../lib/api/api-error.ts";
import { lazyNamed } from "../../lib/lazy-named.ts";
import { useUnsent } from "../../lib/outbox/unsent.ts";
import { Alert } from "../../ui/Alert.tsx";
import { Button } from "../../ui/Button.tsx";
import * as kit from "../../ui/kit.module.css";
import { LoadingLine } from "../../ui/LoadingLine.tsx";
import { Stack } from "../../ui/Stack.tsx";
import { EmptyState, ErrorState } from "../../ui/State.tsx";
import { toast } from "../../ui/toast-store.ts";
import { useDelayedFlag } from "../../ui/useDelayedFlag.ts";
import { useLoadMore } from "../../ui/useLoadMore.ts";
import { CommentEntry } from "./CommentEntry.tsx";
import { type CommentOrder, type Reader, threadsWith } from "./comment-list.ts";
import * as css from "./comments.module.css";
import { aboutComments, useComments } from "./comments.queries.ts";
import { useArrival, useLinkedComment } from "./useLinkedComment.ts";

// Lazy: the text above comes first.
const CommentForm = lazyNamed(() => import("./CommentForm.tsx"), "CommentForm");

// Lazy: rarely is anything unsent.
const UnsentComments = lazyNamed(() => import("./UnsentComments.tsx"), "UnsentComments");

// Lazy: only an item with several threads offers the choice.
const OrderChoice = lazyNamed(() => import("./OrderChoice.tsx"), "OrderChoice");

interface CommentSectionProps {
  contentId: number;
  /** Null for a visitor. */
  reader: Reader | null;
  /** Whether new comments are allowed: only on published items. */
  isOpen: boolean;
  /** A button for members on each comment of somebody else. */
  toolOf: (comment: Comment) => ReactNode;
}

/** The comments on an item. */
export function CommentSection(props: CommentSectionProps) {
  const { contentId, reader, isOpen } = props;
  const query = useComments(contentId);
  const { news, tell } = useCommentNews();
  const heading = useRef<HTMLHeadingElement>(null);
  const unsent = useUnsent(aboutComments(contentId));
  const total = query.data?.pages[0]?.total;

  const onPosted = useCallback(({ id }: Comment) => tell("posted", id), [tell]);

  useEffect(() => {
    // The focused element was removed.
    if (news.kind === "deleted") heading.current?.focus();
  }, [news]);

  return (
    <section aria-labelledby="comments-heading">
      <h2 className={kit.h3} id="comments-heading" ref={heading} tabIndex={-1}>
        Comments {Boolean(total) && <span className={`${kit.muted} ${kit.num}`}>{total}</span>}
      </h2>
      {isOpen && <FormPlace contentId={contentId} reader={reader} onPosted={onPosted} />}
      {isOpen && <noscript>Comments and likes need JavaScript.</noscript>}
      {unsent.length > 0 && (
        <Suspense>
          <UnsentComments entries={unsent} />
        </Suspense>
      )}
      <Comments {...props} query={query} news={news} tell={tell} />
    </section>
  );
}

/** Memoised: a re-render before this chunk loads would replace the prerendered form and lose what was typed. */
const FormPlace = memo(function FormPlace(props: ComponentProps<typeof CommentForm>) {
  return (
    <Suspense fallback={<div className={css.formPlace} />}>
      {/* A session that ends on sending leaves for the login screen, which says why. */}
      <CommentForm key={props.reader ? "member" : "visitor"} {...props} />
    </Suspense>
  );
});

interface CommentsProps extends CommentNews, CommentSectionProps {
  query: ReturnType<typeof useComments>;
}

function Comments({ contentId, reader, isOpen, toolOf, query, news, tell }: CommentsProps) {
  const { data, error, isFetching, hasNextPage } = query;
  const linked = useLinkedComment(contentId, data);
  const [order, setOrder] = useState<CommentOrder>("Newest first");
  // The call gives the newest first, so the oldest are known only once all are there.
  const threads = data ? threadsWith(data, linked.comments, hasNextPage ? "Newest first" : order) : [];
  const isLoading = data === undefined && isFetching;
  const signShown = useDelayedFlag(isLoading);
  const deleted = useRef<HTMLParagraphElement>(null);
  const { list, button } = useLoadMore(threads.length, query, "article");
  useArrival(linked.id, linked.isInPlace && !signShown, deleted);

  const entryOf = (comment: Comment) => (
    <CommentEntry
      contentId={contentId}
      comment={comment}
      owner={reader?.id ?? null}
      isMember={reader !== null}
      isOpen={isOpen}
      tool={toolOf(comment)}
      isLinked={comment.id === linked.id}
      isNew={news.kind === "posted" && news.id === comment.id}
      onPosted={({ id }) => tell("posted", id)}
      onChanged={() => tell("changed", comment.id)}
      onDeleted={() => tell("deleted", comment.id)}
    />
  );

  if (isLoading || signShown) {
    return <div className={css.wait}>{signShown && <LoadingLine text={messages.commentsLoading} />}</div>;
  }
  if (data === undefined) {
    const retry = isGone(error) ? undefined : () => void query.refetch();
    return <ErrorState title={failureOf(error)} onRetry={retry} />;
  }
  return (
    <>
      {linked.isDeleted && (
        <p className={css.deleted} ref={deleted} tabIndex={-1}>
          This comment has been deleted.
        </p>
      )}
      {linked.isFailed && <ErrorState title="This comment could not be loaded." onRetry={linked.retry} />}
      {threads.length === 0 && <EmptyState title={messages.noComments} />}
      {threads.length > 1 && !hasNextPage && (
        <Suspense fallback={<div className={css.order} />}>
          <OrderChoice className={`${css.order} ${kit.scripted}`} value={order} onChange={setOrder} />
        </Suspense>
      )}
      <Stack as="ul" gap={5} above={6} className={css.list} ref={list}>
        {threads.map(({ comment, answers }) => (
          <li key={comment.id}>
            {entryOf(comment)}
            {answers.length > 0 && (
              <Stack
                as="ul"
                gap={5}
                className={`${css.list} ${css.answers}`}
                aria-label={`Replies to ${comment.user.name}`}
              >
                {answers.map((answer) => (
                  <li key={answer.id}>{entryOf(answer)}</li>
                ))}
              </Stack>
            )}
          </li>
        ))}
      </Stack>

      {query.isFetchNextPageError && !query.isFetchingNextPage && (
        <Alert kind="danger" className={css.more} text={failureOf(error)} />
      )}
      {hasNextPage && (
        <>
          <Button {...button} className={`${css.more} ${kit.scripted}`} />
          <noscript>
            <p className={css.more}>Older comments need JavaScript.</p>
          </noscript>
        </>
      )}
    </>
  );
}

const isGone = (error: unknown) => error instanceof ApiError && error.status === 404;

/** The message shown if comments cannot be loaded (docs/evidence/spec-clauses.md#s8-comments-failure). */
const failureOf = (error: unknown) =>
  isGone(error) ? `${messages.commentsFailed}: ${messages.contentNotFound}` : messages.commentsFailed;

const texts = {
  posted: "Comment posted.",
  changed: "Your change is saved.",
  deleted: "Comment deleted.",
};

interface News {
  kind: keyof typeof texts | null;
  id: number;
}

/** What this reader has just done to the comments; a message says it too. */
function useCommentNews() {
  const [news, setNews] = useState<News>({ kind: null, id: 0 });
  const tell = useCallback((kind: keyof typeof texts, id: number) => {
    setNews({ kind, id });
    toast(texts[kind]);
  }, []);
  return { news, tell };
}

type CommentNews = ReturnType<typeof useCommentNews>;
