import { messages } from "@cairn/contract";
import { useState } from "react";
import { MediaBox } from "../../ui/MediaBox.tsx";
import type { PendingPost } from "./pending-post.ts";
import { useMedia } from "./useMedia.ts";

/** The file of a post in full; the art of its title where there is none that a page can show. */
export function PostMedia({ post }: { post: PendingPost }) {
  const media = useMedia(post);
  const [failed, setFailed] = useState<string>();
  const { title } = post;
  if (media?.kind === "image" && media.url !== failed) {
    return (
      <img className="pending-post-image" src={media.url} alt={title} onError={() => setFailed(media.url)} />
    );
  }
  if (media?.kind === "video") {
    return (
      // biome-ignore lint/a11y/useMediaCaption: the author's own film, straight from this device
      <video
        className="pending-post-video"
        src={media.url}
        width={320}
        height={240}
        aria-label={title}
        controls
      >
        {messages.videoUnsupported}
      </video>
    );
  }
  return <MediaBox title={title} />;
}
