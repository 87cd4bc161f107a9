import { type ContentItem, postPath } from "@cairn/contract";
import { CardRow } from "../../features/content/CardRow.tsx";
import { pictureOf } from "../../features/content/ContentCard.tsx";
import { loadNewest } from "../../features/content/content.queries.ts";
import { lengthOf } from "../../features/content/item-length.ts";
import { Byline } from "../../ui/Avatar.tsx";
import { StretchedLink } from "../../ui/Card.tsx";
import * as kit from "../../ui/kit.module.css";
import * as layout from "../../ui/layout.module.css";
import { MediaBox } from "../../ui/MediaBox.tsx";
import { CategoryLine } from "../../ui/TypeTile.tsx";
import { VerifiedMark } from "../../ui/VerifiedMark.tsx";
import * as css from "./stage-cards.module.css";

export { loadNewest };

interface NewestProps {
  /** Newest first; empty on a site without published items, where nothing shows. */
  items: readonly ContentItem[];
}

/** The newest item and the newest video on the landing page's scene (docs/rules.md#landing-page). */
export function StageCards({ items }: NewestProps) {
  const [first] = items;
  if (!first) return null;
  const left = items.find(({ content_type }) => content_type === "Video") ?? first;
  return (
    <>
      <article className={`${css.card} ${css.left}`}>
        <MediaBox
          title={left.title}
          {...pictureOf(left)}
          glyph={left.content_type === "Video" ? "play" : undefined}
          corner={lengthOf(left)}
        />
        <div className={css.text}>
          <div className={`${kit.spread} ${css.meta}`}>
            <CategoryLine type={left.content_type} name={left.category_name} />
            <VerifiedMark form={left.standing === "verified" ? "dot" : "quiet"} standing={left.standing} />
          </div>
          <ItemTitle item={left} />
        </div>
      </article>
      {left !== first && (
        <article className={`${css.card} ${css.right}`}>
          <div className={`${kit.spread} ${css.meta}`}>
            <CategoryLine type={first.content_type} name={first.category_name} />
            <VerifiedMark form="pill" standing={first.standing} />
          </div>
          <ItemTitle item={first} />
          <Byline
            className={css.author}
            name={first.author_name}
            photo={first.author_avatar_url}
            note={lengthOf(first)}
          />
        </article>
      )}
    </>
  );
}

function ItemTitle({ item: { id, title } }: { item: ContentItem }) {
  return (
    <p className={`${kit.clamp} ${css.title}`}>
      <StretchedLink to={postPath(id)}>{title}</StretchedLink>
    </p>
  );
}

/** The newest items in a row, below the page's own parts. */
export function NewestItems({ items }: NewestProps) {
  if (items.length === 0) return null;
  return (
    <section className={kit.section} aria-labelledby="newest-items">
      <div className={layout.sectionHead}>
        <h2 className={kit.h2} id="newest-items">
          Newest verified posts
        </h2>
      </div>
      <CardRow items={items} labelledBy="newest-items" />
    </section>
  );
}
