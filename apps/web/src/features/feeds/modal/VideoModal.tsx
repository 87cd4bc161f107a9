import { Byline } from "../../../ui/Byline.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import type { VideoItem } from "../model/feed-item.ts";
import { bylineNote } from "./byline-note.ts";
import "./feed-modal.css";
import { OutsideLink } from "./OutsideLink.tsx";
import { SampleComments } from "./SampleComments.tsx";
import { VideoPlayer } from "./VideoPlayer.tsx";

interface VideoModalProps {
  video: VideoItem;
  onClose: () => void;
}

export function VideoModal({ video, onClose }: VideoModalProps) {
  const { title, body, author, media_url, site, youtube_id } = video;
  return (
    <Dialog open size="wide" title={title} onClose={onClose}>
      <VideoPlayer video={video} />
      <div className="feed-modal-main">
        <Byline name={author} size={36} note={bylineNote(video)} />
        <p className="feed-modal-text">{body}</p>
        {youtube_id && media_url && <OutsideLink to={media_url}>Open on {site}</OutsideLink>}
      </div>
      <SampleComments />
    </Dialog>
  );
}
