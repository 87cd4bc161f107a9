import type { Comment } from "@cairn/contract";
import { TimeAgo } from "../../lib/time/TimeAgo.tsx";
import { Avatar } from "../../ui/Avatar.tsx";
import { SafeHtml } from "../../ui/SafeHtml.tsx";

export function CommentEntry({ comment: { user, body_html, created_at, edited_at } }: { comment: Comment }) {
  return (
    <article className="comment">
      <Avatar name={user.name} size={32} />
      <div className="comment-main">
        <p className="comment-head">
          <b>{user.name}</b> <TimeAgo instant={created_at} />
          {edited_at && " · edited"}
        </p>
        <SafeHtml className="comment-text" html={body_html} />
      </div>
    </article>
  );
}
