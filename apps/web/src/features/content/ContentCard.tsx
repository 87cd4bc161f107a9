import { type ContentItem, type ContentType, postPath } from "@cairn/contract";
import { mediaSource, sourcesOf } from "../../lib/api/media-source.ts";
import { formatDay } from "../../lib/time/dates.ts";
import { useZone } from "../../lib/time/useZone.ts";
import { ButtonLink } from "../../ui/Button.tsx";
import { Byline } from "../../ui/Byline.tsx";
import { CategoryLine } from "../../ui/CategoryLine.tsx";
import { FeedCard } from "../../ui/FeedCard.tsx";
import * as layoutCss from "../../ui/layout.module.css";
import { MediaBox } from "../../ui/MediaBox.tsx";
import * as partsCss from "../../ui/parts.module.css";
import type { TileType } from "../../ui/TypeTile.tsx";
import { VerifiedMark } from "../../ui/VerifiedMark.tsx";
import * as css from "./content-card.module.css";
import { lengthOf } from "./item-length.ts";
import { CardSaving } from "./saving/CardSaving.tsx";

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
  /** For a narrow column: a smaller title of two lines at most. */
  isCompact?: boolean;
  /** In the first view of its page. */
  isFirst?: boolean;
}

/** One of Cairn's own items. */
export function ContentCard({ item, signed = false, isCompact, isFirst }: ContentCardProps) {
  const { id, title, content_type, category_name, status, author_name, why, language, dir } = item;
  const zone = useZone();
  const { action, icon, glyph } = looks[content_type] ?? otherLook;
  const button = (
    <ButtonLink size="sm" to={postPath(id)} aria-label={`${action}: ${title}`}>
      {action}
    </ButtonLink>
  );
  return (
    <FeedCard
      to={postPath(id)}
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
      // Published means that an approving ledger row stands behind it (docs/rules.md#d60).
      mark={
        <span className={`${layoutCss.row} ${layoutCss.gap2}`}>
          {language !== "en" && <span className={css.language}>{language}</span>}
          {status === "Published" && <VerifiedMark form="quiet" standing={item.standing} />}
        </span>
      }
      description={item.excerpt || "No description available"}
      author={
        signed && <Byline name={author_name} note={formatDay(item.published_at ?? item.created_at, zone)} />
      }
      action={
        signed ? (
          button
        ) : (
          <div className={`${layoutCss.stack} ${layoutCss.gap3} ${partsCss.grow}`}>
            {why && <p className={`${layoutCss.muted} ${partsCss.clip} ${css.why}`}>{why}</p>}
            {button}
          </div>
        )
      }
    />
  );
}

/** The picture of an item's card: its own, or the still of its video. */
export function pictureOf({ media }: ContentItem) {
  if (!media) return {};
  const { url, alt, poster_url, colour } = media;
  const files = { sources: sourcesOf(media), colour };
  if (media.type.startsWith("image/")) return { src: mediaSource(url), alt, ...files };
  return poster_url ? { src: mediaSource(poster_url), ...files } : {};
}
