import { FileText, Play } from "lucide-react";
import { useState } from "react";
import type { PendingPost } from "../pending-post.ts";
import { useMedia } from "../useMedia.ts";

/** A post's file, small: a film shows its first picture. */
export function PostThumb({ post }: { post: PendingPost }) {
  const media = useMedia(post);
  const [failed, setFailed] = useState<string>();
  const fail = () => setFailed(media?.url);
  if (media === null || media.url === failed) {
    return (
      <div className="media post-thumb is-empty" aria-hidden="true">
        <FileText size={24} />
      </div>
    );
  }
  return (
    <div className="media post-thumb">
      {media.kind === "image" ? (
        <img src={media.url} alt={post.title} onError={fail} />
      ) : (
        <>
          <video
            src={media.url}
            aria-label="First picture of the film"
            muted
            playsInline
            preload="metadata"
            tabIndex={-1}
            onError={fail}
          />
          <span className="media-glyph is-play">
            <Play size={15} />
          </span>
        </>
      )}
    </div>
  );
}
