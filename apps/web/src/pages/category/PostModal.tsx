import { messages } from "@cairn/contract";
import type { CategoryPost } from "../../features/category-posts/category-post.ts";
import { EmbeddedPlayer } from "../../features/feeds/modal/EmbeddedPlayer.tsx";
import { OutsideLink } from "../../features/feeds/modal/OutsideLink.tsx";
import { youtubeIdOf } from "../../features/feeds/model/youtube.ts";
import { formatDay } from "../../lib/time/dates.ts";
import { Byline } from "../../ui/Byline.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import "./post-modal.css";

interface PostModalProps {
  /** Null: nothing is open. */
  post: CategoryPost | null;
  onClose: () => void;
}

/** A video's player, or an article's first words with the way to the whole (spec section 2). */
export function PostModal({ post, onClose }: PostModalProps) {
  if (post === null) return null;
  return (
    <Dialog open size="wide" title={post.title} onClose={onClose}>
      {post.type === "video" ? <Video post={post} /> : <Article post={post} />}
    </Dialog>
  );
}

function Video({ post: { url, title } }: { post: CategoryPost }) {
  const id = url && youtubeIdOf(url);
  if (id) return <EmbeddedPlayer id={id} title={title} />;
  return (
    <div className="embedded-player-link">
      {url && (
        <OutsideLink className="btn btn-secondary" to={url}>
          {messages.watchHere}
        </OutsideLink>
      )}
    </div>
  );
}

function Article({ post: { author, date, description, url } }: { post: CategoryPost }) {
  return (
    <div className="post-modal">
      <Byline name={author} size={36} note={date && formatDay(date)} />
      <p>{description}</p>
      {url && <OutsideLink to={url}>{messages.readFullArticle}</OutsideLink>}
    </div>
  );
}
