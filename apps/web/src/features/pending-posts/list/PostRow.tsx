import { postPath } from "@cairn/contract";
import { Send, SquarePen, Trash2 } from "lucide-react";
import { useId } from "react";
import { Link, useNavigate } from "react-router";
import { Button, IconButton } from "../../../ui/Button.tsx";
import { PostStatus } from "../PostStatus.tsx";
import type { PendingPost } from "../pending-post.ts";
import { sendToReviewers } from "../send-to-reviewers.ts";
import { stopSending } from "../sending.ts";
import { useDelivery } from "../useDelivery.ts";
import { DeliveryLine } from "./DeliveryLine.tsx";
import { PostNote } from "./PostNote.tsx";
import { PostThumb } from "./PostThumb.tsx";

interface PostRowProps {
  post: PendingPost;
  /** Who is signed in; null for visitors, who can't send. */
  reader: number | null;
  /** Where it is changed. */
  editPath: string;
  onDelete: () => void;
}

/** One of the Pending Posts, with its way to the reviewers (D29). */
export function PostRow({ post, reader, editPath, onDelete }: PostRowProps) {
  const { id, title, body, status, category_name, content_id, sending } = post;
  const navigate = useNavigate();
  // Every post has these buttons: which one it is stands in their description.
  const headingId = useId();
  const isUnderway = sending?.underway ?? false;
  const stage = useDelivery(id, isUnderway);
  const isUnsent = content_id === null || post.changed;
  return (
    <article className="card post-row">
      <PostThumb post={post} />
      <div className="post-row-text">
        <h3 id={headingId}>
          {content_id !== null && status !== "Removed" ? (
            <Link to={postPath(content_id)}>{title}</Link>
          ) : (
            title
          )}
        </h3>
        <p className="post-row-body">{body}</p>
        <div className="post-row-facts">
          <PostStatus status={status} />
          <span>{category_name}</span>
        </div>
        <PostNote post={post} />
      </div>
      <div className="post-row-acts">
        {isUnsent && reader !== null && (
          <Button
            size="sm"
            working={isUnderway}
            workingText="Sending..."
            aria-describedby={headingId}
            onClick={() => void sendToReviewers(id, reader)}
          >
            <Send size={15} />
            Send to reviewers
          </Button>
        )}
        <Button
          id={`edit-${id}`}
          size="sm"
          disabled={isUnderway}
          aria-describedby={headingId}
          onClick={() => void navigate(editPath)}
        >
          <SquarePen size={16} />
          Edit
        </Button>
        <IconButton
          kind="ghost"
          size="sm"
          label="Delete"
          icon={<Trash2 size={16} />}
          disabled={isUnderway}
          aria-describedby={headingId}
          onClick={onDelete}
        />
      </div>
      {stage && <DeliveryLine stage={stage} onStop={() => void stopSending(id)} />}
    </article>
  );
}
