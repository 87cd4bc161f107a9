import { ThumbsUp } from "lucide-react";
import { formatCount } from "../../../lib/format-count.ts";
import { formatDay } from "../../../lib/time/dates.ts";
import { useZone } from "../../../lib/time/useZone.ts";
import { Byline } from "../../../ui/Avatar.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Card } from "../../../ui/Card.tsx";
import { Coming } from "../../../ui/Coming.tsx";
import * as feedCardCss from "../../../ui/feed-card.module.css";
import * as kit from "../../../ui/kit.module.css";
import { MediaBox } from "../../../ui/MediaBox.tsx";
import { CardGridSkeleton } from "../../../ui/Skeleton.tsx";
import { Row } from "../../../ui/Stack.tsx";
import { Text } from "../../../ui/Text.tsx";
import { TitleText } from "../../../ui/TitleText.tsx";
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
 * (docs/rules.md#verified-mark).
 */
export function FeedItemCard({ item, onOpen }: FeedItemCardProps) {
  const { title, body, category_name, author, site, created_at } = item;
  const zone = useZone();
  const { type, glyph, action } = looks[item.content_type];
  return (
    <Card as="article" className={feedCardCss.root}>
      <MediaBox title={title} glyph={glyph} />
      <div className={feedCardCss.body}>
        <Row between className={feedCardCss.meta}>
          <CategoryLine type={type} name={category_name} />
          {site && <span className={`${kit.note} ${kit.clip}`}>{site}</span>}
        </Row>
        <h3 className={feedCardCss.title}>
          <TitleText>{title}</TitleText>
        </h3>
        <Text kind="soft" above={1} className={kit.clamp}>
          {body}
        </Text>
        <Row between className={feedCardCss.foot}>
          <Byline name={author} note={created_at && formatDay(created_at, zone)} />
          <Button
            className={`${kit.stretched} ${css.cover} ${kit.scripted}`}
            size="sm"
            aria-label={`${action}: ${title}`}
            onClick={() => onOpen(item)}
          >
            {action}
          </Button>
          <WithoutScript item={item} />
        </Row>
      </div>
    </Card>
  );
}

/** Where the item can be seen without JavaScript: on its own site. */
export const WithoutScript = ({ item: { media_url, site, title } }: { item: FeedItem }) =>
  media_url && (
    <noscript>
      {import.meta.env.SSR && (
        <a className={`${kit.link} ${css.elsewhere}`} href={media_url} aria-label={`${title}, on ${site}`}>
          On {site}
        </a>
      )}
    </noscript>
  );

/** The tags of an external article, and its number of likes on its own site. */
export function ArticleFacts({ article: { tags, hearts } }: { article: ArticleItem }) {
  return (
    <Row wrap gap={3} above={3} className={kit.note}>
      {tags.length > 0 && (
        <Row as="ul" wrap aria-label="Tags">
          {tags.map((tag) => (
            <li key={tag}>#{tag}</li>
          ))}
        </Row>
      )}
      <span className={`${kit.iconed} ${kit.num}`}>
        <ThumbsUp size={15} />
        {formatCount(hearts)}
        <span className={kit.srOnly}>{hearts === 1 ? " like" : " likes"}</span>
      </span>
    </Row>
  );
}

export const CardsSkeleton = ({ shown, count }: { shown: boolean; count: number }) => (
  <Coming shown={shown}>
    <CardGridSkeleton count={count} />
  </Coming>
);
