import { errorSentence, messages } from "@cairn/contract";
import { useEffect, useRef } from "react";
import { ApiError } from "../../lib/api/api-error.ts";
import { Alert } from "../../ui/Alert.tsx";
import { Button } from "../../ui/Button.tsx";
import { LoadingLine } from "../../ui/LoadingLine.tsx";
import { EmptyState, ErrorState } from "../../ui/State.tsx";
import { useDelayedFlag } from "../../ui/useDelayedFlag.ts";
import { useLoadMore } from "../../ui/useLoadMore.ts";
import { CommentEntry } from "./CommentEntry.tsx";
import { CommentForm } from "./CommentForm.tsx";
import { CommentInvitation } from "./CommentInvitation.tsx";
import { commentsOf } from "./comment-list.ts";
import "./comments.css";
import { useComments } from "./comments.queries.ts";
import type { Reader } from "./reader.ts";
import { type CommentNews, useCommentNews } from "./useCommentNews.ts";

interface CommentSectionProps {
  contentId: number;
  /** Null for a visitor. */
  reader: Reader | null;
  /** Takes new comments: published items alone do. */
  isOpen: boolean;
}

/** What readers say about an item. */
export function CommentSection({ contentId, reader, isOpen }: CommentSectionProps) {
  const query = useComments(contentId);
  const { news, tell } = useCommentNews();
  const heading = useRef<HTMLHeadingElement>(null);
  const total = query.data?.pages[0]?.total;

  useEffect(() => {
    // What had the focus is gone.
    if (news.kind === "deleted") heading.current?.focus();
  }, [news]);

  return (
    <section className="comments" aria-labelledby="comments-heading">
      <h2 className="h3" id="comments-heading" ref={heading} tabIndex={-1}>
        Comments {Boolean(total) && <span className="muted num">{total}</span>}
      </h2>
      {isOpen && reader && (
        <CommentForm contentId={contentId} reader={reader} onPosted={({ id }) => tell("posted", id)} />
      )}
      {isOpen && !reader && <CommentInvitation />}
      <p className="sr-only" role="status">
        {/* Another piece of text each time: the same words twice in a row would not be said again. */}
        <span key={news.turn}>{news.text}</span>
      </p>
      <Comments contentId={contentId} owner={reader?.id ?? null} query={query} news={news} tell={tell} />
    </section>
  );
}

interface CommentsProps extends CommentNews {
  contentId: number;
  owner: number | null;
  query: ReturnType<typeof useComments>;
}

function Comments({ contentId, owner, query, news, tell }: CommentsProps) {
  const { data, error, isFetching, isFetchingNextPage, isFetchNextPageError, hasNextPage } = query;
  const comments = data ? commentsOf(data) : [];
  const isLoading = data === undefined && isFetching;
  const signShown = useDelayedFlag(isLoading);
  const { list, button } = useLoadMore({
    count: comments.length,
    isLoading: isFetchingNextPage,
    load: () => void query.fetchNextPage(),
    target: "article",
  });

  if (isLoading || signShown) {
    return (
      <div className="comments-wait">{signShown && <LoadingLine text={messages.commentsLoading} />}</div>
    );
  }
  if (data === undefined) {
    const retry = isGone(error) ? undefined : () => void query.refetch();
    return <ErrorState title={failureOf(error)} onRetry={retry} />;
  }
  if (comments.length === 0) return <EmptyState title={messages.noComments} />;
  return (
    <>
      <ul className="comment-list" ref={list}>
        {comments.map((comment) => (
          <li key={comment.id}>
            <CommentEntry
              contentId={contentId}
              comment={comment}
              owner={owner}
              isNew={news.kind === "posted" && news.id === comment.id}
              onChanged={() => tell("changed", comment.id)}
              onDeleted={() => tell("deleted", comment.id)}
            />
          </li>
        ))}
      </ul>
      {isFetchNextPageError && !isFetchingNextPage && (
        <Alert kind="danger">
          <p>{failureOf(error)}</p>
        </Alert>
      )}
      {hasNextPage && <Button {...button} className="comments-more" />}
    </>
  );
}

const isGone = (error: unknown) => error instanceof ApiError && error.status === 404;

/** Spec section 8. */
const failureOf = (error: unknown) =>
  isGone(error) ? `${messages.commentsFailed}: ${errorSentence.content_not_found}` : messages.commentsFailed;
