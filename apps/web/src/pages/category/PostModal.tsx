import { messages } from "@cairn/contract";
import type { CategoryPost } from "../../features/category-posts/category-post.ts";
import { ExternalLink } from "../../features/feeds/modal/ExternalLink.tsx";
import * as embeddedPlayerCss from "../../features/feeds/modal/embedded-player.module.css";
import { PlayerFrame } from "../../features/feeds/modal/PlayerFrame.tsx";
import { youtubeIdOf } from "../../features/feeds/model/youtube.ts";
import { formatDay } from "../../lib/time/dates.ts";
import { Byline } from "../../ui/Byline.tsx";
import * as buttonCss from "../../ui/button.module.css";
import { Dialog } from "../../ui/Dialog.tsx";
import * as layoutCss from "../../ui/layout.module.css";
import * as partsCss from "../../ui/parts.module.css";
import * as css from "./post-modal.module.css";

interface PostModalProps {
  /** Null if nothing is open. */
  post: CategoryPost | null;
  onClose: () => void;
}

/** A video's player, or an article's opening with a link to the full text (docs/rules.md#s2-categories). */
export function PostModal({ post, onClose }: PostModalProps) {
  if (post === null) return null;
  return (
    <Dialog open size="wide" className={embeddedPlayerCss.dialog} title={post.title} onClose={onClose}>
      {post.type === "video" ? <Video post={post} /> : <Article post={post} />}
    </Dialog>
  );
}

function Video({ post: { url, title } }: { post: CategoryPost }) {
  const id = url && youtubeIdOf(url);
  if (id) return <PlayerFrame className={embeddedPlayerCss.root} id={id} title={title} />;
  return (
    <div className={embeddedPlayerCss.link}>
      {url && (
        <ExternalLink className={`${buttonCss.root} ${buttonCss.secondary}`} to={url}>
          {messages.watchHere}
        </ExternalLink>
      )}
    </div>
  );
}

function Article({ post: { author, date, description, url } }: { post: CategoryPost }) {
  return (
    <div className={`${layoutCss.stack} ${layoutCss.gap4} ${partsCss.top4} ${partsCss.starts} ${css.root}`}>
      <Byline name={author} size={36} note={date && formatDay(date)} />
      <p>{description}</p>
      {url && <ExternalLink to={url}>{messages.readFullArticle}</ExternalLink>}
    </div>
  );
}
