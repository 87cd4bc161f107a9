import "../../ui/card.css";
import { PostMedia } from "./PostMedia.tsx";
import { PostStatus } from "./PostStatus.tsx";
import type { PendingPost } from "./pending-post.ts";

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
            <dd>
              <PostStatus status={status} />
            </dd>
          </div>
        </dl>
      </div>
    </article>
  );
}
