import { messages } from "@cairn/contract";
import { useState } from "react";
import { MediaBox } from "../../ui/MediaBox.tsx";
import type { PendingPost } from "./pending-posts.ts";

/** The file of a post in the post itself; the art of its title where there is none that a page can show. */
export function PostMedia({ post: { title, media_url } }: { post: PendingPost }) {
  const [failed, setFailed] = useState(false);
  if (!failed && media_url?.startsWith("data:image/")) {
    return <img className="pending-post-image" src={media_url} alt={title} onError={() => setFailed(true)} />;
  }
  if (media_url?.startsWith("data:video/")) {
    return (
      // biome-ignore lint/a11y/useMediaCaption: the author's own film, straight from this device
      <video
        className="pending-post-video"
        src={media_url}
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
