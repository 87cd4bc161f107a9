import { type Comment, commentPath, messages } from "@cairn/contract";
import { useQuery } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { Link } from "react-router";
import { ApiError } from "../../lib/api/api-error.ts";
import { IconButton } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { cx } from "../../ui/cx.ts";
import * as kit from "../../ui/kit.module.css";
import { LoadingLine } from "../../ui/LoadingLine.tsx";
import { SectionHead } from "../../ui/PageHead.tsx";
import { EmptyState, ErrorState } from "../../ui/State.tsx";
import { Text } from "../../ui/Text.tsx";
import { useDelayedFlag } from "../../ui/useDelayedFlag.ts";
import * as css from "./comments-carousel.module.css";
import { newestCommentsQuery } from "./comments-carousel.queries.ts";

interface CommentsCarouselProps {
  /** Undefined while it is not known; null where no published item has comments: then nothing is asked. */
  contentId: number | null | undefined;
}

/** An item's comments, one at a time (docs/evidence/spec-clauses.md#s2-comments-carousel). */
export function CommentsCarousel({ contentId }: CommentsCarouselProps) {
  if (contentId === undefined) return <Frame>{null}</Frame>;
  return contentId === null ? <NoComments /> : <CommentsOf contentId={contentId} />;
}

function CommentsOf({ contentId }: { contentId: number }) {
  const { data, error, isFetching, refetch } = useQuery(newestCommentsQuery(contentId));
  const isLoading = data === undefined && isFetching;
  const signShown = useDelayedFlag(isLoading);

  if (isLoading || signShown) {
    return <Frame>{signShown && <LoadingLine text={messages.commentsLoading} />}</Frame>;
  }
  if (data === undefined) {
    const isGone = error instanceof ApiError && error.status === 404;
    return (
      <Frame>
        {isGone ? (
          <ErrorState title={`${messages.commentsFailed}: ${messages.contentNotFound}`} />
        ) : (
          <ErrorState title={messages.commentsFailed} onRetry={() => void refetch()} />
        )}
      </Frame>
    );
  }
  const [first, ...others] = data;
  if (first === undefined) return <NoComments />;
  return <Quotes contentId={contentId} comments={[first, ...others]} />;
}

function NoComments() {
  return (
    <Frame>
      <EmptyState title={messages.noComments} />
    </Frame>
  );
}

function Quotes({ contentId, comments }: { contentId: number; comments: [Comment, ...Comment[]] }) {
  const [turns, setTurns] = useState(0);
  const count = comments.length;
  /** Wraps around in both directions. */
  const place = ((turns % count) + count) % count;
  const { id, body, user_id, user } = comments[place] ?? comments[0];
  return (
    <Frame note={`${place + 1} of ${count}`} to={commentPath(contentId, id)}>
      {count > 1 && (
        <IconButton
          className={css.previous}
          label="Previous comment"
          icon={<ChevronLeft size={18} />}
          onClick={() => setTurns(turns - 1)}
        />
      )}
      <figure className={css.figure} aria-live="polite" aria-atomic="true">
        <blockquote className={cx(css.quote, body.length > 160 && css.isLong)} dir="auto">
          “{body}”
        </blockquote>
        <Text as="figcaption" kind="note" above={3}>
          By: User {user_id} · {user.name}
        </Text>
      </figure>
      {count > 1 && (
        <IconButton
          className={css.next}
          label="Next comment"
          icon={<ChevronRight size={18} />}
          onClick={() => setTurns(turns + 1)}
        />
      )}
    </Frame>
  );
}

interface FrameProps {
  note?: string;
  /** Where the comment stands. */
  to?: string;
  children: ReactNode;
}

function Frame({ note, to, children }: FrameProps) {
  const headingId = useId();
  return (
    <section className={kit.section} aria-labelledby={headingId}>
      <SectionHead id={headingId} title="Comments">
        {to && (
          <Link className={`${kit.link} ${kit.small}`} to={to}>
            Read it in its post
          </Link>
        )}
        {note && (
          <Text kind="note" className={kit.num}>
            {note}
          </Text>
        )}
      </SectionHead>
      <Card className={css.root}>{children}</Card>
    </section>
  );
}
