import { Heart } from "lucide-react";
import { formatDay } from "../../../lib/time/dates.ts";
import { useZone } from "../../../lib/time/useZone.ts";
import { Button } from "../../../ui/Button.tsx";
import { Byline } from "../../../ui/Byline.tsx";
import * as cardCss from "../../../ui/card.module.css";
import * as feedCardCss from "../../../ui/feed-card.module.css";
import * as layoutCss from "../../../ui/layout.module.css";
import { MediaBox } from "../../../ui/MediaBox.tsx";
import * as partsCss from "../../../ui/parts.module.css";
import { CategoryLine } from "../../../ui/TypeTile.tsx";
import type { ArticleItem, FeedItem } from "../model/feed-item.ts";
import * as css from "./cards.module.css";

const looks = {
  video: { type: "Video", glyph: "play", action: "Watch Now" },
  article: { type: "Article", glyph: undefined, action: "Read Article" },
} as const;

interface FeedItemCardProps {
  item: FeedItem;
  onOpen: (item: FeedItem) => void;
}

/**
 * An external item. Its one button covers the card; its site is shown in place of the verified mark
 * (docs/rules.md#d60).
 */
export function FeedItemCard({ item, onOpen }: FeedItemCardProps) {
  const { title, body, category_name, author, site, created_at } = item;
  const zone = useZone();
  const { type, glyph, action } = looks[item.content_type];
  return (
    <article className={`${cardCss.root} ${feedCardCss.root}`}>
      <MediaBox title={title} glyph={glyph} />
      <div className={feedCardCss.body}>
        <div className={feedCardCss.meta}>
          <CategoryLine type={type} name={category_name} />
          {site && <span className={`${partsCss.note} ${partsCss.clip}`}>{site}</span>}
        </div>
        <h3 className={feedCardCss.title}>{title}</h3>
        <p className={feedCardCss.text}>{body}</p>
        <div className={feedCardCss.foot}>
          <Byline name={author} note={created_at && formatDay(created_at, zone)} />
          <Button
            className={`${css.cover} ${partsCss.scripted}`}
            size="sm"
            aria-label={`${action}: ${title}`}
            onClick={() => onOpen(item)}
          >
            {action}
          </Button>
          <WithoutScript item={item} />
        </div>
      </div>
    </article>
  );
}

/** Where the item can be seen without JavaScript: on its own site. */
export const WithoutScript = ({ item: { media_url, site, title } }: { item: FeedItem }) =>
  media_url && (
    <noscript>
      {import.meta.env.SSR && (
        <a className={css.elsewhere} href={media_url} aria-label={`${title}, on ${site}`}>
          On {site}
        </a>
      )}
    </noscript>
  );

/** The tags of an external article, and its number of hearts on its own site. */
export function ArticleFacts({ article: { tags, hearts } }: { article: ArticleItem }) {
  return (
    <div className={`${layoutCss.cluster} ${css.articleFacts}`}>
      {tags.length > 0 && (
        <ul className={`${layoutCss.cluster} ${css.tags}`} aria-label="Tags">
          {tags.map((tag) => (
            <li key={tag}>#{tag}</li>
          ))}
        </ul>
      )}
      <span className={`${partsCss.iconed} ${layoutCss.muted} ${layoutCss.num} ${css.hearts}`}>
        <Heart size={15} />
        {hearts.toLocaleString("en")}
        <span className={layoutCss.srOnly}>{hearts === 1 ? " heart" : " hearts"}</span>
      </span>
    </div>
  );
}
