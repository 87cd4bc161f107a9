import { formatDay } from "../../../lib/time/dates.ts";
import { Button } from "../../../ui/Button.tsx";
import { Byline } from "../../../ui/Byline.tsx";
import { CategoryLine } from "../../../ui/CategoryLine.tsx";
import "../../../ui/card.css";
import "../../../ui/feed-card.css";
import { MediaBox } from "../../../ui/MediaBox.tsx";
import type { FeedItem } from "../model/feed-item.ts";
import "./cards.css";

const looks = {
  video: { type: "Video", glyph: "play", action: "Watch Now" },
  article: { type: "Article", glyph: undefined, action: "Read Article" },
} as const;

interface FeedItemCardProps {
  item: FeedItem;
  onOpen: (item: FeedItem) => void;
}

/** An item from outside. Its one button covers the card; its site stands in the place of the mark (D60). */
export function FeedItemCard({ item, onOpen }: FeedItemCardProps) {
  const { title, body, category_name, author, site, created_at } = item;
  const { type, glyph, action } = looks[item.content_type];
  return (
    <article className="card feed-card outside-card">
      <MediaBox title={title} glyph={glyph} />
      <div className="card-body">
        <div className="card-meta">
          <CategoryLine type={type} name={category_name} />
          {site && <span className="outside-site">{site}</span>}
        </div>
        <h3 className="card-title">{title}</h3>
        <p className="card-text">{body}</p>
        <div className="card-foot">
          <Byline name={author} note={created_at && formatDay(created_at)} />
          <Button size="sm" aria-label={`${action}: ${title}`} onClick={() => onOpen(item)}>
            {action}
          </Button>
        </div>
      </div>
    </article>
  );
}
