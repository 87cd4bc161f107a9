import { authorPath, type ContentItem, type ContentType, formatMoment, postPath } from "@cairn/contract";
import type { ReactNode, Ref } from "react";
import { mediaSource, sourcesOf } from "../../lib/api/media-source.ts";
import { formatDay } from "../../lib/time/dates.ts";
import { useZone } from "../../lib/time/useZone.ts";
import { Byline } from "../../ui/Avatar.tsx";
import { ButtonLink } from "../../ui/Button.tsx";
import { Card, StretchedLink } from "../../ui/Card.tsx";
import { cx } from "../../ui/cx.ts";
import * as feedCardCss from "../../ui/feed-card.module.css";
import * as kit from "../../ui/kit.module.css";
import { MediaBox } from "../../ui/MediaBox.tsx";
import { Row, Stack } from "../../ui/Stack.tsx";
import { Text } from "../../ui/Text.tsx";
import { TitleText } from "../../ui/TitleText.tsx";
import { CategoryLine, type TileType } from "../../ui/TypeTile.tsx";
import { VerifiedMark } from "../../ui/VerifiedMark.tsx";
import * as css from "./content-card.module.css";
import { lengthOf } from "./item-length.ts";
import { CardSaving } from "./saving/SaveSpot.tsx";

interface TypeLook {
  action: string;
  icon: TileType;
  glyph?: "play" | "listen";
}

const looks: Partial<Record<string, TypeLook>> = {
  Video: { action: "Watch Now", icon: "Video", glyph: "play" },
  Article: { action: "Read Article", icon: "Article" },
  Audio: { action: "Listen Now", icon: "Audio", glyph: "listen" },
} satisfies Record<ContentType, TypeLook>;

const otherLook: TypeLook = { action: "View", icon: "Article" };

interface ContentCardProps {
  item: ContentItem;
  /** Shows the author and the date. */
  signed?: boolean;
  /** For a narrow column: a smaller title of two lines at most, and no button beside an author. */
  isCompact?: boolean;
  /** In the first view of its page. */
  isFirst?: boolean;
}

interface ContentCardsProps {
  items: readonly ContentItem[];
  /** Of `useLoadMore`. */
  list: Ref<HTMLUListElement>;
  label?: string;
}

/** The cards of a page, each with its author and date. */
export const ContentCards = ({ items, list, label }: ContentCardsProps) => (
  <ul className={`${kit.cardGrid} ${kit.g3}`} ref={list} aria-label={label}>
    {items.map((item, index) => (
      <li key={item.id}>
        <ContentCard item={item} signed isFirst={index === 0} />
      </li>
    ))}
  </ul>
);

/** One of Cairn's own items. */
export function ContentCard({ item, signed = false, isCompact, isFirst }: ContentCardProps) {
  const { id, title, content_type, category_name, status, author_name, why, language, dir, spoken } = item;
  // Opens where the words are said that were looked for.
  const to = spoken ? `${postPath(id)}?t=${Math.floor(spoken.at)}` : postPath(id);
  const zone = useZone();
  const { action, icon, glyph } = looks[content_type] ?? otherLook;
  // A narrow card has no room for it beside its author, and its title leads to the same place.
  const button = !(signed && isCompact) && (
    <ButtonLink size="sm" to={to} aria-label={`${action}: ${title}`}>
      {action}
    </ButtonLink>
  );
  return (
    <FeedCard
      to={to}
      title={title}
      lang={language}
      dir={dir}
      isCompact={isCompact}
      media={
        <>
          <MediaBox
            title={title}
            {...pictureOf(item)}
            isFirst={isFirst}
            glyph={glyph}
            corner={lengthOf(item)}
          />
          {status === "Published" && <CardSaving id={id} title={title} />}
        </>
      }
      category={<CategoryLine type={icon} name={category_name} />}
      // Published means that an approving ledger row stands behind it (docs/rules.md#verified-mark).
      mark={
        <Row as="span">
          {language !== "en" && <span className={css.language}>{language}</span>}
          {status === "Published" && <VerifiedMark form="quiet" standing={item.standing} />}
        </Row>
      }
      description={
        spoken ? `${formatMoment(spoken.at)} “${spoken.text}”` : item.excerpt || "No description available"
      }
      author={
        signed && (
          <Byline
            name={author_name}
            photo={item.author_avatar_url}
            to={status === "Published" ? authorPath(item.author_id) : undefined}
            note={formatDay(item.published_at ?? item.created_at, zone)}
          />
        )
      }
      action={
        signed ? (
          button
        ) : (
          <Stack gap={3} className={kit.grow}>
            {why && (
              <Text kind="note" className={kit.clip}>
                {why}
              </Text>
            )}
            {button}
          </Stack>
        )
      }
    />
  );
}

/** The picture of an item's card: its cover, its own picture, or its poster. */
export function pictureOf(item: Pick<ContentItem, "cover" | "media" | "poster">) {
  const media = item.cover ?? item.media;
  // Of a film of another site.
  if (!media) return item.poster ? { src: mediaSource(item.poster) } : {};
  const { url, alt, poster_url, colour } = media;
  const files = { sources: sourcesOf(media), colour };
  if (media.type.startsWith("image/")) return { src: mediaSource(url), alt, ...files };
  return poster_url ? { src: mediaSource(poster_url), ...files } : {};
}

interface FeedCardProps {
  to: string;
  title: string;
  /** Of title and description. Without a direction, each runs in that of its first letters. */
  lang?: string | undefined;
  dir?: string | undefined;
  /** A smaller title, cut after two lines. */
  isCompact?: boolean;
  /** A MediaBox. */
  media: ReactNode;
  /** Left of the line above the title: a CategoryLine. */
  category: ReactNode;
  /** Right of it: the quiet verified mark, if there is one. */
  mark?: ReactNode;
  description?: string;
  /** Left of the foot: a Byline. */
  author?: ReactNode;
  /** Right of the foot; without an author it takes the whole width. */
  action?: ReactNode;
}

/** The title's link covers the card; the action stays above it. */
function FeedCard(props: FeedCardProps) {
  const {
    to,
    title,
    lang,
    dir = "auto",
    isCompact,
    media,
    category,
    mark,
    description,
    author,
    action,
  } = props;
  return (
    <Card as="article" className={feedCardCss.root}>
      {media}
      <div className={feedCardCss.body}>
        <Row between className={feedCardCss.meta}>
          {category}
          {mark}
        </Row>
        <h3
          className={cx(feedCardCss.title, isCompact && `${kit.clamp} ${feedCardCss.isCompact}`)}
          lang={lang}
          dir={dir}
        >
          <StretchedLink to={to}>
            <TitleText>{title}</TitleText>
          </StretchedLink>
        </h3>
        {description && (
          <Text kind="soft" above={1} className={kit.clamp} lang={lang} dir={dir}>
            {description}
          </Text>
        )}
        {(author || action) && (
          <Row between className={feedCardCss.foot}>
            {author}
            {action}
          </Row>
        )}
      </div>
    </Card>
  );
}
