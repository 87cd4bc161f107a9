import "../../ui/card.css";
import { StatusBadge, type StatusWord } from "../../ui/StatusBadge.tsx";
import { PostMedia } from "./PostMedia.tsx";
import type { PendingPost } from "./pending-posts.ts";

/** The statuses that a post on the device can have: it follows the server's once it was sent (D29). */
const known: readonly string[] = ["Pending", "Published", "Flagged"] satisfies StatusWord[];

const isKnown = (status: string): status is StatusWord => known.includes(status);

export function PendingPostCard({ post }: { post: PendingPost }) {
  const { title, body, category_name, status } = post;
  return (
    <article className="card pending-post">
      <PostMedia post={post} />
      <div className="pending-post-text">
        <h3>{title}</h3>
        <p>{body}</p>
        <dl>
          <div>
            <dt>Category:</dt>
            <dd>{category_name}</dd>
          </div>
          <div>
            <dt>Status:</dt>
            <dd>{isKnown(status) ? <StatusBadge status={status} /> : status}</dd>
          </div>
        </dl>
      </div>
    </article>
  );
}
