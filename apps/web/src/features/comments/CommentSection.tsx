import { errorSentence, messages } from "@cairn/contract";
import { ApiError } from "../../lib/api/api-error.ts";
import { Alert } from "../../ui/Alert.tsx";
import { Button } from "../../ui/Button.tsx";
import { LoadingLine } from "../../ui/LoadingLine.tsx";
import { EmptyState, ErrorState } from "../../ui/State.tsx";
import { useDelayedFlag } from "../../ui/useDelayedFlag.ts";
import { CommentEntry } from "./CommentEntry.tsx";
import "./comments.css";
import { useComments } from "./comments.queries.ts";

/** What readers say about an item. */
export function CommentSection({ contentId }: { contentId: number }) {
  const query = useComments(contentId);
  const total = query.data?.pages[0]?.total;
  return (
    <section className="comments" aria-labelledby="comments-heading">
      <h2 className="h3" id="comments-heading">
        Comments {Boolean(total) && <span className="muted num">{total}</span>}
      </h2>
      <Comments query={query} />
    </section>
  );
}

function Comments({ query }: { query: ReturnType<typeof useComments> }) {
  const { data, error, isFetching, isFetchingNextPage, isFetchNextPageError, hasNextPage } = query;
  const isLoading = data === undefined && isFetching;
  const signShown = useDelayedFlag(isLoading);

  if (isLoading || signShown) {
    return (
      <div className="comments-wait">{signShown && <LoadingLine text={messages.commentsLoading} />}</div>
    );
  }
  if (data === undefined) {
    const retry = isGone(error) ? undefined : () => void query.refetch();
    return <ErrorState title={failureOf(error)} onRetry={retry} />;
  }
  const comments = data.pages.flatMap((page) => page.comments);
  if (comments.length === 0) return <EmptyState title={messages.noComments} />;
  return (
    <>
      <ul className="comment-list">
        {comments.map((comment) => (
          <li key={comment.id}>
            <CommentEntry comment={comment} />
          </li>
        ))}
      </ul>
      {isFetchNextPageError && !isFetchingNextPage && (
        <Alert kind="danger">
          <p>{failureOf(error)}</p>
        </Alert>
      )}
      {hasNextPage && (
        <Button
          className="comments-more"
          working={isFetchingNextPage}
          workingText={messages.loading}
          onClick={() => void query.fetchNextPage()}
        >
          Load more
        </Button>
      )}
    </>
  );
}

const isGone = (error: unknown) => error instanceof ApiError && error.status === 404;

/** Spec section 8. */
const failureOf = (error: unknown) =>
  isGone(error) ? `${messages.commentsFailed}: ${errorSentence.content_not_found}` : messages.commentsFailed;
