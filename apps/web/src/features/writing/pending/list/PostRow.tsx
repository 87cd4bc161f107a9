import { editPath, postPath } from "@cairn/contract";
import { CircleAlert, Send, SquarePen, Trash2, X } from "lucide-react";
import { useId } from "react";
import { Link, useNavigate } from "react-router";
import { counted } from "../../../../lib/counted.ts";
import { excerptOf } from "../../../../lib/excerpt.ts";
import { checkedWords, sentText } from "../../../../lib/file-text.ts";
import type { OutboxEntry } from "../../../../lib/outbox/entry.ts";
import { sendingProgress, waitingText } from "../../../../lib/outbox/unsent.ts";
import { siteName } from "../../../../lib/site.ts";
import { useStore } from "../../../../lib/store.ts";
import { Button, ButtonLink, IconButton } from "../../../../ui/Button.tsx";
import { Card } from "../../../../ui/Card.tsx";
import * as kit from "../../../../ui/kit.module.css";
import { ProgressBar } from "../../../../ui/ProgressBar.tsx";
import { Row } from "../../../../ui/Stack.tsx";
import { Text } from "../../../../ui/Text.tsx";
import { PostStatus } from "../PostStatus.tsx";
import { hasArrived, isUnsent, type PendingPost } from "../pending-post.ts";
import type { Standing } from "../pending-posts.queries.ts";
import { isOnItsWay, sendToReviewers, stopSending, usePostEntry } from "../sending.ts";
import { PostThumb } from "./PostThumb.tsx";
import * as pendingPostListCss from "./pending-post-list.module.css";

interface PostRowProps {
  post: PendingPost;
  figures: Standing["figures"];
  /** The signed-in user's id; null for visitors, who cannot send. */
  reader: number | null;
  /** The address where the post is edited. */
  editAddress: string;
  onDelete: () => void;
}

/** One of the Pending Posts, with the buttons to send it to reviewers (docs/rules.md#pending-posts). */
export function PostRow({ post, figures, reader, editAddress, onDelete }: PostRowProps) {
  const { id, title, body, status, category_name, content_id, reason, changed } = post;
  const navigate = useNavigate();
  // Every post has the same buttons; their description says which post they belong to.
  const headingId = useId();
  const entry = usePostEntry(post);
  const isInFlight = isOnItsWay(entry);
  const isOther = figures !== undefined && (figures.title !== title || figures.body !== body);
  // It was changed elsewhere: the form of the item has the newest version.
  const address = content_id !== null && !changed && isOther ? editPath(content_id) : editAddress;
  return (
    <Card as="article" className={pendingPostListCss.row}>
      <PostThumb post={post} />
      <div>
        <h3 className={kit.itemTitle} id={headingId}>
          {content_id !== null && status !== "Removed" ? (
            <Link className={kit.hoverLink} to={postPath(content_id)}>
              {title}
            </Link>
          ) : (
            title
          )}
        </h3>
        <Text kind="soft" above={1} className={kit.clip}>
          {excerptOf(body)}
        </Text>
        <Row wrap above={2} className={kit.note}>
          <PostStatus status={status} />
          <span>{category_name}</span>
          {figures && status === "Published" && (
            <span className={kit.num}>
              {counted(figures.likes, "like")} · {counted(figures.comments, "comment")}
            </span>
          )}
        </Row>
        <PostNote post={post} entry={entry} />
      </div>
      <Row className={pendingPostListCss.rowActs}>
        {isUnsent(post) && reader !== null && (
          <Button
            kind="primary"
            size="sm"
            className={pendingPostListCss.rowAct}
            working={isInFlight}
            workingText="Sending..."
            aria-describedby={headingId}
            onClick={() => void sendToReviewers(id, reader)}
          >
            <Send size={15} />
            Send to reviewers
          </Button>
        )}
        {reason && content_id !== null && (
          <ButtonLink
            size="sm"
            className={pendingPostListCss.rowAct}
            to={editPath(content_id)}
            aria-describedby={headingId}
          >
            Answer
          </ButtonLink>
        )}
        <Button
          id={`edit-${id}`}
          size="sm"
          className={pendingPostListCss.rowAct}
          disabled={isInFlight}
          aria-describedby={headingId}
          onClick={() => void navigate(address)}
        >
          <SquarePen size={16} />
          Edit
        </Button>
        <IconButton
          kind="ghost"
          size="sm"
          label="Delete"
          icon={<Trash2 size={16} />}
          disabled={isInFlight}
          aria-describedby={headingId}
          onClick={onDelete}
        />
      </Row>
      {entry && isInFlight && <DeliveryLine entry={entry} onStop={() => void stopSending(id)} />}
    </Card>
  );
}

/** More about a post's status: why sending failed, or what the reviewers decided. */
function PostNote({ post, entry }: { post: PendingPost; entry: OutboxEntry | undefined }) {
  const { status, reason } = post;
  const isInFlight = isOnItsWay(entry);
  if (entry && !isInFlight) {
    return (
      <Row as="p" top above={2} className={pendingPostListCss.problem} role="alert">
        <CircleAlert size={15} />
        Not sent: {entry.problem}
      </Row>
    );
  }
  if (reason) {
    return (
      <Row as="p" top above={2} className={pendingPostListCss.problem}>
        <CircleAlert size={15} />
        <span>
          {status === "Published" && "Your edit was flagged. Readers still see the approved version. "}
          <b>Reason:</b> {reason}
        </span>
      </Row>
    );
  }
  const words = isInFlight ? undefined : wordsOf(post);
  return words ? (
    <Text kind="note" above={2}>
      {words}
    </Text>
  ) : null;
}

function wordsOf(post: PendingPost) {
  const { changed, sending, status, edit_waits } = post;
  if (status === "Removed") return `It is no longer on ${siteName()}. Edit it to start a new post.`;
  if (changed) return "You have unsent changes. Reviewers still see the previous version.";
  if (!hasArrived(post)) {
    return sending
      ? "Sending stopped. Reviewers may already have it; sending again creates no duplicate."
      : "On this device only. The reviewers do not have it yet.";
  }
  if (edit_waits) return "Your edit is waiting for review. Readers still see the approved version.";
  return status === "Pending" ? "The reviewers have it." : undefined;
}

interface DeliveryLineProps {
  entry: OutboxEntry;
  onStop: () => void;
}

/** The progress of a post's delivery, and a button to stop it. */
function DeliveryLine({ entry, onStop }: DeliveryLineProps) {
  const known = useStore(sendingProgress);
  const progress = entry.state === "sending" ? known : null;
  const isSent = progress !== null && progress.sent >= progress.total;
  return (
    <Text as="div" kind="soft" className={pendingPostListCss.deliveryLine}>
      <p role="status">{isSent ? checkedWords : stageWords(entry)}</p>
      {progress && !isSent && <span className={kit.num}>{sentText(progress.sent, progress.total)}</span>}
      <IconButton
        className={pendingPostListCss.stop}
        kind="ghost"
        size="sm"
        label="Stop sending"
        icon={<X size={18} />}
        onClick={onStop}
      />
      {progress && (
        <ProgressBar value={progress.sent / Math.max(1, progress.total)} label="Sending to the reviewers" />
      )}
    </Text>
  );
}

function stageWords({ state, tried_at }: OutboxEntry) {
  if (state === "sending") return "On its way to the reviewers…";
  const isOffline = navigator.onLine === false;
  if (!isOffline && tried_at === null) return "Waiting for its turn…";
  return `${isOffline ? waitingText : "Not sent yet"}. We keep trying, even if you leave this page.`;
}
