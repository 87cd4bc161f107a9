import { messages } from "@cairn/contract";
import { type ReactNode, useId } from "react";
import { Alert } from "../../ui/Alert.tsx";
import { PendingPostCard } from "./PendingPostCard.tsx";
import type { PendingPosts } from "./pending-posts.ts";
import "./your-content.css";

interface YourContentProps extends PendingPosts {
  /** At the right of the heading. */
  action: ReactNode;
}

/** Only there when posts are stored on this device (spec section 2). */
export function YourContent({ posts, isUnreadable, action }: YourContentProps) {
  const headingId = useId();
  if (isUnreadable) {
    return (
      <Alert kind="danger">
        <p>{messages.userContentFailed}</p>
      </Alert>
    );
  }
  if (posts.length === 0) return null;
  return (
    <section className="your-content" aria-labelledby={headingId}>
      <div className="section-head">
        <h2 className="h2" id={headingId}>
          Your Content
        </h2>
        {action}
      </div>
      <ul>
        {posts.map((post) => (
          <li key={post.id}>
            <PendingPostCard post={post} />
          </li>
        ))}
      </ul>
    </section>
  );
}
