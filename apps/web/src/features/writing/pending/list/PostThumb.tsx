import { FileText, Play } from "lucide-react";
import { useState } from "react";
import * as mediaBoxCss from "../../../../ui/media-box.module.css";
import { isPicture } from "../../form/item-values.ts";
import { useMedia } from "../media-files.ts";
import type { PendingPost } from "../pending-post.ts";
import * as pendingPostListCss from "./pending-post-list.module.css";

/** A thumbnail of a post's file; a video shows its first frame. */
export function PostThumb({ post }: { post: PendingPost }) {
  const media = useMedia(post);
  const [failed, setFailed] = useState<string>();
  const fail = () => setFailed(media?.url);
  if (media === null || media.url === failed) {
    return (
      <div
        className={`${mediaBoxCss.root} ${pendingPostListCss.thumb} ${pendingPostListCss.isEmpty}`}
        aria-hidden="true"
      >
        <FileText size={24} />
      </div>
    );
  }
  return (
    <div className={`${mediaBoxCss.root} ${pendingPostListCss.thumb}`}>
      {isPicture(media) ? (
        <img src={media.url} alt={post.title} onError={fail} />
      ) : (
        <>
          <video
            src={media.url}
            aria-label="First frame of the video"
            muted
            playsInline
            preload="metadata"
            tabIndex={-1}
            onError={fail}
          />
          <span className={`${mediaBoxCss.glyph} ${mediaBoxCss.isPlay}`}>
            <Play size={15} />
          </span>
        </>
      )}
    </div>
  );
}
