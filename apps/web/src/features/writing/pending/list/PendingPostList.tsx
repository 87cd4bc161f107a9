import { messages, screens } from "@cairn/contract";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useEffect, useId, useRef, useState } from "react";
import { Link } from "react-router";
import { lazyNamed } from "../../../../lib/lazy-named.ts";
import { useLoginState } from "../../../../lib/session/return-place.ts";
import { Alert } from "../../../../ui/Alert.tsx";
import * as kit from "../../../../ui/kit.module.css";
import { EmptyState } from "../../../../ui/State.tsx";
import { sweepFiles } from "../media-files.ts";
import type { PendingPost } from "../pending-post.ts";
import { type Standing, standingsQuery } from "../pending-posts.queries.ts";
import { changePost, type PendingPosts, readPendingPosts } from "../pending-posts.ts";
import { sendToReviewers } from "../sending.ts";
import { PostRow } from "./PostRow.tsx";

// Lazy: few posts are deleted.
const DeletePost = lazyNamed(() => import("./DeletePost.tsx"), "DeletePost");

interface PendingPostListProps extends PendingPosts {
  /** The signed-in user's id; null for visitors. */
  reader: number | null;
  editPath: (id: string) => string;
  onDeleted: (id: string) => void;
}

/** 'Pending Posts': the posts stored on this device, and the status of those sent (docs/rules.md#d29). */
export function PendingPostList({ posts, isUnreadable, reader, editPath, onDeleted }: PendingPostListProps) {
  const headingId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const [chosen, setChosen] = useState<PendingPost | null>(null);
  useStandings(posts, reader);
  const login = useLoginState();

  useEffect(() => {
    sweepFiles().catch((error) => console.warn("Files of deleted posts could not be removed.", error));
  }, []);

  // An earlier version sent posts from this list.
  useEffect(() => {
    for (const { id, sending } of posts)
      if (reader !== null && sending?.underway) void sendToReviewers(id, reader);
  }, [posts, reader]);

  return (
    <section className={kit.section} aria-labelledby={headingId}>
      <div className={kit.sectionHead}>
        <div>
          <h2 className={kit.h2} id={headingId} ref={heading} tabIndex={-1}>
            Pending Posts
          </h2>
          {reader === null && posts.length > 0 && (
            <p className={kit.sub}>
              They are on this device only.{" "}
              <Link className={kit.link} to={screens.login} state={login}>
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
        <ul className={`${kit.stack} ${kit.gap3}`}>
          {posts.map((post) => (
            <li key={post.id}>
              <PostRow
                post={post}
                reader={reader}
                editAddress={editPath(post.id)}
                onDelete={() => setChosen(post)}
              />
            </li>
          ))}
        </ul>
      )}
      {chosen && (
        <Suspense>
          <DeletePost
            post={chosen}
            onClose={(isGone) => {
              setChosen(null);
              if (!isGone) return;
              onDeleted(chosen.id);
              // The button that opened the dialog is gone with its row.
              requestAnimationFrame(() => heading.current?.focus());
            }}
          />
        </Suspense>
      )}
    </section>
  );
}

/** Fetches the status of a reader's sent posts and updates the local posts (docs/rules.md#d29). */
function useStandings(posts: readonly PendingPost[], reader: number | null) {
  const ids = posts.flatMap(({ content_id }) => content_id ?? []);
  const { data } = useQuery({
    ...standingsQuery(reader ?? 0, ids),
    enabled: reader !== null && ids.length > 0,
  });

  // Once for each response: later local changes are newer.
  useEffect(() => {
    for (const standing of data ?? []) void follow(standing);
  }, [data]);
}

async function follow(standing: Standing) {
  const lags = (post: PendingPost) =>
    post.content_id === standing.content_id && !post.changed && differs(post, standing);
  const post = readPendingPosts().posts.find(lags);
  if (post) await changePost(post.id, (now) => (lags(now) ? standing : undefined));
}

const differs = (post: PendingPost, { status, reason, edit_waits }: Standing) =>
  post.status !== status || post.reason !== reason || post.edit_waits !== edit_waits;
