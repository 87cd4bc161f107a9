import { messages } from "@cairn/contract";
import { Play } from "lucide-react";
import { useState } from "react";
import { ThumbArt } from "../../../art/ThumbArt.tsx";
import type { VideoItem } from "../model/feed-item.ts";
import { playerAddress } from "../model/youtube.ts";
import { OutsideLink } from "./OutsideLink.tsx";

/** Nothing of the outside player loads before somebody wants to watch; until then its picture stands here. */
export function VideoPlayer({ video: { title, media_url, youtube_id } }: { video: VideoItem }) {
  const [isPlaying, setIsPlaying] = useState(false);
  if (youtube_id && isPlaying) return <Player id={youtube_id} title={title} />;
  return (
    <div className="player">
      <ThumbArt title={title} />
      {youtube_id ? (
        <button type="button" className="player-start" onClick={() => setIsPlaying(true)}>
          <span className="player-glyph">
            <Play size={26} />
          </span>
          <span className="sr-only">Play: {title}</span>
          <small>Playing loads the player from YouTube.</small>
        </button>
      ) : (
        media_url && (
          <OutsideLink className="btn btn-secondary player-link" to={media_url}>
            {messages.watchHere}
          </OutsideLink>
        )
      )}
    </div>
  );
}

/** The pressed button is gone: the keyboard goes on in the player. */
const focusFrame = (frame: HTMLIFrameElement | null) => frame?.focus();

/** Its frame may run the player and open links, nothing else; it learns the site's name, as YouTube demands. */
function Player({ id, title }: { id: string; title: string }) {
  return (
    <div className="player">
      <iframe
        ref={focusFrame}
        src={playerAddress(id)}
        title={`Video: ${title}`}
        sandbox="allow-scripts allow-same-origin allow-presentation allow-popups allow-popups-to-escape-sandbox"
        allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
        referrerPolicy="strict-origin"
      />
    </div>
  );
}
