import { messages, screens } from "@cairn/contract";
import { useEffect, useId, useRef, useState } from "react";
import { Link } from "react-router";
import { Alert } from "../../../ui/Alert.tsx";
import "../../../ui/card.css";
import "../../../ui/media-box.css";
import { EmptyState } from "../../../ui/State.tsx";
import { sweepFiles } from "../media-files.ts";
import type { PendingPost } from "../pending-post.ts";
import type { PendingPosts } from "../pending-posts.ts";
import { useStandings } from "../useStandings.ts";
import { DeletePost } from "./DeletePost.tsx";
import { PostRow } from "./PostRow.tsx";
import "./pending-post-list.css";

interface PendingPostListProps extends PendingPosts {
  /** Who is signed in; null for visitors. */
  reader: number | null;
  editPath: (id: string) => string;
  onDeleted: (id: string) => void;
}

/** 'Pending Posts': what is kept on this device, and what became of what was sent (D29). */
export function PendingPostList({ posts, isUnreadable, reader, editPath, onDeleted }: PendingPostListProps) {
  const headingId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const [chosen, setChosen] = useState<PendingPost | null>(null);
  useStandings(posts, reader);

  useEffect(() => {
    sweepFiles().catch((error) => console.warn("Files of deleted posts could not be removed.", error));
  }, []);

  return (
    <section className="section" aria-labelledby={headingId}>
      <div className="section-head">
        <div>
          <h2 className="h2" id={headingId} ref={heading} tabIndex={-1}>
            Pending Posts
          </h2>
          {reader === null && posts.length > 0 && (
            <p className="sub">
              They are on this device only.{" "}
              <Link className="link" to={screens.login}>
                Log in
              </Link>{" "}
              to send them to the reviewers.
            </p>
          )}
        </div>
      </div>
      {isUnreadable && (
        <Alert kind="danger">
          <p>{messages.userContentFailed}</p>
        </Alert>
      )}
      {posts.length === 0 ? (
        <EmptyState title="No pending posts." />
      ) : (
        <ul className="post-rows">
          {posts.map((post) => (
            <li key={post.id}>
              <PostRow
                post={post}
                reader={reader}
                editPath={editPath(post.id)}
                onDelete={() => setChosen(post)}
              />
            </li>
          ))}
        </ul>
      )}
      {chosen && (
        <DeletePost
          post={chosen}
          onClose={(isGone) => {
            setChosen(null);
            if (!isGone) return;
            onDeleted(chosen.id);
            // The button that opened the dialog went with its row.
            requestAnimationFrame(() => heading.current?.focus());
          }}
        />
      )}
    </section>
  );
}
