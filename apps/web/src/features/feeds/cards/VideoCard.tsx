import { formatDay } from "../../../lib/time/dates.ts";
import { useZone } from "../../../lib/time/useZone.ts";
import { Avatar } from "../../../ui/Avatar.tsx";
import { MediaBox } from "../../../ui/MediaBox.tsx";
import * as partsCss from "../../../ui/parts.module.css";
import type { VideoItem } from "../model/feed-item.ts";
import * as css from "./cards.module.css";
import { WithoutScript } from "./FeedItemCard.tsx";

interface VideoCardProps {
  video: VideoItem;
  onOpen: (video: VideoItem) => void;
}

/** A video without a box around it. The button in its title covers the whole card. */
export function VideoCard({ video, onOpen }: VideoCardProps) {
  const { title, author, site, category_name, created_at } = video;
  const zone = useZone();
  return (
    <article className={css.video}>
      <MediaBox className={css.videoMedia} title={title} glyph="play" />
      <div className={css.videoRow}>
        <Avatar name={author} size={36} />
        <div>
          <h3 className={`${partsCss.postTitle} ${css.videoTitle}`}>
            <button
              type="button"
              className={`${partsCss.hoverLink} ${css.open}`}
              onClick={() => onOpen(video)}
            >
              {title}
            </button>
          </h3>
          <p className={`${partsCss.note} ${css.videoNote}`}>{[author, site].filter(Boolean).join(" · ")}</p>
          <p className={`${partsCss.note} ${css.videoNote}`}>
            {[category_name, created_at && formatDay(created_at, zone)].filter(Boolean).join(" · ")}
          </p>
          <WithoutScript item={video} />
        </div>
      </div>
    </article>
  );
}
