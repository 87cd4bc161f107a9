import { messages } from "@cairn/contract";
import { Link } from "react-router";
import { EmbeddedPlayer } from "../../features/feeds/modal/EmbeddedPlayer.tsx";
import { OutsideLink } from "../../features/feeds/modal/OutsideLink.tsx";
import { youtubeIdOf } from "../../features/feeds/model/youtube.ts";
import { splitAction } from "../../features/notifications/action-label.ts";
import type { Notice } from "../../features/notifications/notice.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { placeOf } from "./place.ts";

interface VideoDialogProps {
  /** Null: nothing is open. */
  video: Notice | null;
  onClose: () => void;
}

/** A notification's video: the player, or a link where it lies on no video site. */
export function VideoDialog({ video, onClose }: VideoDialogProps) {
  if (video === null) return null;
  const { text } = splitAction(video.subMessage);
  const id = video.url && youtubeIdOf(video.url);
  return (
    <Dialog open size="wide" title={video.message} onClose={onClose}>
      {text && <p>{text}</p>}
      {id ? <EmbeddedPlayer id={id} title={video.message} /> : <VideoLink url={video.url} />}
    </Dialog>
  );
}

function VideoLink({ url }: { url: string | null }) {
  const place = placeOf(url);
  return (
    <div className="embedded-player-link">
      {place?.isHere && (
        <Link className="btn btn-secondary" to={place.to}>
          {messages.watchHere}
        </Link>
      )}
      {place?.isHere === false && (
        <OutsideLink className="btn btn-secondary" to={place.to}>
          {messages.watchHere}
        </OutsideLink>
      )}
    </div>
  );
}
