import { editPath, messages, postPath, screens } from "@cairn/contract";
import { type ReactNode, useId, useState } from "react";
import { Link } from "react-router";
import { excerptOf } from "../../../lib/excerpt.ts";
import { useSession } from "../../../lib/session/useSession.tsx";
import { Alert } from "../../../ui/Alert.tsx";
import { Card } from "../../../ui/Card.tsx";
import { Fact, Facts } from "../../../ui/Facts.tsx";
import * as kit from "../../../ui/kit.module.css";
import { MediaBox } from "../../../ui/MediaBox.tsx";
import { SectionHead } from "../../../ui/PageHead.tsx";
import { Text } from "../../../ui/Text.tsx";
import { isPicture, isPlayed } from "../form/item-values.ts";
import { useMedia } from "./media-files.ts";
import { PostStatus } from "./PostStatus.tsx";
import { hasArrived, type PendingPost } from "./pending-post.ts";
import type { PendingPosts } from "./pending-posts.ts";
import { useStandings } from "./useStandings.ts";
import * as css from "./your-content.module.css";

interface YourContentProps extends PendingPosts {
  /** Shown to the right of the heading. */
  action: ReactNode;
}

/** Rendered only if posts are stored on this device (docs/evidence/spec-clauses.md#s2-home-feed). */
export function YourContent({ posts, isUnreadable, action }: YourContentProps) {
  const headingId = useId();
  const reader = useSession()?.userId ?? null;
  const sent = posts.filter(hasArrived);
  if (isUnreadable) {
    return (
      <Alert kind="danger">
        <p>{messages.userContentFailed}</p>
      </Alert>
    );
  }
  if (posts.length === 0) return null;
  return (
    <section aria-labelledby={headingId}>
      <SectionHead id={headingId} title="Your Content">
        {action}
      </SectionHead>
      {reader !== null && sent.length > 0 && <Followed posts={sent} reader={reader} />}
      <ul className={css.list}>
        {posts.map((post) => (
          <li key={post.id}>
            <PendingPostCard post={post} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Keeps the status of sent posts that of the server. */
function Followed({ posts, reader }: { posts: readonly PendingPost[]; reader: number }) {
  useStandings(posts, reader);
  return null;
}

function PendingPostCard({ post }: { post: PendingPost }) {
  const { title, body, category_name, status, content_id, reason } = post;
  const isThere = hasArrived(post) && status !== "Removed";
  return (
    <Card as="article" className={css.pendingPost}>
      <PostMedia post={post} />
      <div>
        <h3 className={kit.itemTitle} dir="auto">
          {isThere && content_id !== null ? <Link to={postPath(content_id)}>{title}</Link> : title}
        </h3>
        <Text kind="soft" above={1} className={kit.clamp}>
          {excerptOf(body)}
        </Text>
        <Facts above={3}>
          <Fact name="Category:">{category_name}</Fact>
          <Fact name="Status:">
            <PostStatus status={status} />
          </Fact>
        </Facts>
        {reason && (
          <Text kind="small">
            <b>Reason:</b> {reason}
          </Text>
        )}
        {isThere && content_id !== null ? (
          reason && (
            <Link className={kit.link} to={editPath(content_id)}>
              Edit
            </Link>
          )
        ) : (
          <Link className={kit.link} to={screens.createPost}>
            On this device only: send it to the reviewers
          </Link>
        )}
      </div>
    </Card>
  );
}

/** A post's file at full size; cover art made from its title if it has no displayable file. */
function PostMedia({ post }: { post: PendingPost }) {
  const media = useMedia(post);
  const [failed, setFailed] = useState<string>();
  const { title } = post;
  if (media && isPicture(media) && media.url !== failed) {
    return <img className={css.image} src={media.url} alt={title} onError={() => setFailed(media.url)} />;
  }
  if (media && isPlayed(media)) {
    return (
      // biome-ignore lint/a11y/useMediaCaption: the author's own video, straight from this device
      <video className={css.video} src={media.url} width={320} height={240} aria-label={title} controls>
        {messages.videoUnsupported}
      </video>
    );
  }
  return <MediaBox className={css.cover} title={title} />;
}
