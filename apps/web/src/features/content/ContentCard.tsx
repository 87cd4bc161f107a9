import { type ContentItem, type ContentType, postPath } from "@cairn/contract";
import { ButtonLink } from "../../ui/Button.tsx";
import { CategoryLine } from "../../ui/CategoryLine.tsx";
import { FeedCard } from "../../ui/FeedCard.tsx";
import { MediaBox } from "../../ui/MediaBox.tsx";
import { VerifiedMark } from "../../ui/VerifiedMark.tsx";
import "./content-card.css";
import { excerptOf } from "./excerpt.ts";
import { lengthOf } from "./item-length.ts";
import { mediaSource } from "./media-source.ts";

const actions: Partial<Record<string, string>> = {
  Video: "Watch Now",
  Article: "Read Article",
  Audio: "Listen Now",
} satisfies Record<ContentType, string>;

const glyphs: Partial<Record<string, "play" | "listen">> = { Video: "play", Audio: "listen" };

/** One of Cairn's own items in the personalised feed. */
export function ContentCard({ item }: { item: ContentItem }) {
  const { id, title, content_type, category_name, status, why } = item;
  const action = actions[content_type] ?? "View";
  return (
    <FeedCard
      to={postPath(id)}
      title={title}
      media={
        <MediaBox title={title} {...pictureOf(item)} glyph={glyphs[content_type]} corner={lengthOf(item)} />
      }
      category={<CategoryLine type={content_type} name={category_name} />}
      // D60: published means that an approving ledger row stands behind it.
      mark={status === "Published" && <VerifiedMark form="quiet" />}
      description={excerptOf(item.body) || "No description available"}
      action={
        <div className="content-card-end">
          {why && <p className="content-card-why">{why}</p>}
          <ButtonLink size="sm" to={postPath(id)} aria-label={`${action}: ${title}`}>
            {action}
          </ButtonLink>
        </div>
      }
    />
  );
}

function pictureOf({ media }: ContentItem): { src?: string; alt?: string } {
  if (media?.type.startsWith("image/")) return { src: mediaSource(media.url), alt: media.alt };
  return media?.poster_url ? { src: mediaSource(media.poster_url) } : {};
}
