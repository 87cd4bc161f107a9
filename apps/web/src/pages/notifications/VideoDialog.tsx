import { messages } from "@cairn/contract";
import { Link } from "react-router";
import { ExternalLink } from "../../features/feeds/modal/ExternalLink.tsx";
import * as embeddedPlayerCss from "../../features/feeds/modal/embedded-player.module.css";
import { PlayerFrame } from "../../features/feeds/modal/PlayerFrame.tsx";
import { youtubeIdOf } from "../../features/feeds/model/youtube.ts";
import { type Notice, splitAction } from "../../features/notifications/notice.ts";
import * as buttonCss from "../../ui/button.module.css";
import { Dialog } from "../../ui/Dialog.tsx";
import { placeOf } from "./useNoticeActions.ts";

interface VideoDialogProps {
  /** Null if nothing is open. */
  video: Notice | null;
  onClose: () => void;
}

/** A notification's video: the player, or a link if it is not on a known video site. */
export function VideoDialog({ video, onClose }: VideoDialogProps) {
  if (video === null) return null;
  const { text } = splitAction(video.subMessage);
  const id = video.url && youtubeIdOf(video.url);
  return (
    <Dialog open size="wide" className={embeddedPlayerCss.dialog} title={video.message} onClose={onClose}>
      {text && <p>{text}</p>}
      {id ? (
        <PlayerFrame className={embeddedPlayerCss.root} id={id} title={video.message} />
      ) : (
        <VideoLink url={video.url} />
      )}
    </Dialog>
  );
}

function VideoLink({ url }: { url: string | null }) {
  const place = placeOf(url);
  return (
    <div className={embeddedPlayerCss.link}>
      {place?.isHere && (
        <Link className={`${buttonCss.root} ${buttonCss.secondary}`} to={place.to}>
          {messages.watchHere}
        </Link>
      )}
      {place?.isHere === false && (
        <ExternalLink className={`${buttonCss.root} ${buttonCss.secondary}`} to={place.to}>
          {messages.watchHere}
        </ExternalLink>
      )}
    </div>
  );
}
