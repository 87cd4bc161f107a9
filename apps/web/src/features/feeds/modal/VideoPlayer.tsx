import { messages } from "@cairn/contract";
import { ThumbArt } from "../../../art/ThumbArt.tsx";
import type { VideoItem } from "../model/feed-item.ts";
import { OutsideLink } from "./OutsideLink.tsx";
import { PlayerFrame } from "./PlayerFrame.tsx";

/** The embedded player, its picture until it is there; a link where the video lies on no video site (spec section 2). */
export function VideoPlayer({ video: { title, media_url, youtube_id } }: { video: VideoItem }) {
  return (
    <div className="player">
      <ThumbArt title={title} />
      {youtube_id && <PlayerFrame id={youtube_id} title={title} />}
      {!youtube_id && media_url && (
        <OutsideLink className="btn btn-secondary player-link" to={media_url}>
          {messages.watchHere}
        </OutsideLink>
      )}
    </div>
  );
}
