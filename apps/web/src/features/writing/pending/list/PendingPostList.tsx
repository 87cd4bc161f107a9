import { messages, screens } from "@cairn/contract";
import { Suspense, useEffect, useId, useRef, useState } from "react";
import { Link } from "react-router";
import { lazyNamed } from "../../../../lib/lazy-named.ts";
import { useLoginState } from "../../../../lib/session/return-place.ts";
import { Alert } from "../../../../ui/Alert.tsx";
import * as kit from "../../../../ui/kit.module.css";
import { Section } from "../../../../ui/Section.tsx";
import { Stack } from "../../../../ui/Stack.tsx";
import { EmptyState } from "../../../../ui/State.tsx";
import { sweepFiles } from "../media-files.ts";
import { isUnsent, type PendingPost } from "../pending-post.ts";
import type { PendingPosts } from "../pending-posts.ts";
import { useStandings } from "../useStandings.ts";
import { PostRow } from "./PostRow.tsx";

// Lazy: few posts are deleted.
const DeletePost = lazyNamed(() => import("./DeletePost.tsx"), "DeletePost");

interface PendingPostListProps extends PendingPosts {
  /** The signed-in user's id; null for visitors. */
  reader: number | null;
  editPath: (id: string) => string;
  onDeleted: (id: string) => void;
}

/** Approved, with nothing left to send, to review or to change. */
const isDone = (post: PendingPost) =>
  post.status === "Published" && !post.edit_waits && post.reason === null && !isUnsent(post);

/**
 * 'Pending Posts': the posts stored on this device, and the status of those sent (docs/rules.md#pending-posts). What is published
 * stands below them.
 */
export function PendingPostList({ posts, isUnreadable, reader, editPath, onDeleted }: PendingPostListProps) {
  const headingId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const [chosen, setChosen] = useState<PendingPost | null>(null);
  const figures = useStandings(posts, reader);
  const pending = posts.filter((post) => !isDone(post));
  const done = posts.filter(isDone);
  const login = useLoginState();

  useEffect(() => {
    sweepFiles().catch((error) => console.warn("Files of deleted posts could not be removed.", error));
  }, []);

  const rows = (shown: readonly PendingPost[]) => (
    <Stack as="ul" gap={3}>
      {shown.map((post) => (
        <li key={post.id}>
          <PostRow
            post={post}
            figures={figures.get(post.content_id)}
            reader={reader}
            editAddress={editPath(post.id)}
            onDelete={() => setChosen(post)}
          />
        </li>
      ))}
    </Stack>
  );

  return (
    <>
      <Section
        id={headingId}
        headingRef={heading}
        title="Pending Posts"
        sub={
          reader === null &&
          posts.length > 0 && (
            <>
              They are on this device only.{" "}
              <Link className={kit.link} to={screens.login} state={login}>
                Log in
              </Link>{" "}
              to send them to the reviewers.
            </>
          )
        }
      >
        {isUnreadable && (
          <Alert kind="danger">
            <p>{messages.userContentFailed}</p>
          </Alert>
        )}
        {pending.length === 0 ? <EmptyState title="No pending posts." /> : rows(pending)}
      </Section>
      {done.length > 0 && (
        <Section id={`${headingId}-done`} title="Published Posts">
          {rows(done)}
        </Section>
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
    </>
  );
}
