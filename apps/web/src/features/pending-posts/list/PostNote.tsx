import { CircleAlert } from "lucide-react";
import type { PendingPost } from "../pending-post.ts";

/** What else there is to know about where a post stands. */
export function PostNote({ post }: { post: PendingPost }) {
  const { sending, status, reason } = post;
  if (sending?.problem) {
    return (
      <p className="post-note is-problem" role="alert">
        <CircleAlert size={15} />
        Not sent: {sending.problem}
      </p>
    );
  }
  if (status === "Flagged" && reason) {
    return (
      <p className="post-note is-problem">
        <CircleAlert size={15} />
        <span>
          <b>Reason:</b> {reason}
        </span>
      </p>
    );
  }
  const words = wordsOf(post);
  return words ? <p className="post-note">{words}</p> : null;
}

function wordsOf({ content_id, changed, sending, status, edit_waits }: PendingPost) {
  if (sending?.underway) return undefined;
  if (status === "Removed") return "It is not on Cairn any more. Edit it to begin anew.";
  if (changed) return "Changed here. The reviewers have an older wording until you send it again.";
  if (content_id === null)
    return sending ? "Stopped. It may have reached the reviewers; it is never there twice." : undefined;
  if (edit_waits) return "Your edit waits for review. Readers have the approved one meanwhile.";
  return status === "Pending" ? "The reviewers have it." : undefined;
}
