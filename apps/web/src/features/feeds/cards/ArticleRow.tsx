import { formatDay } from "../../../lib/time/dates.ts";
import { useZone } from "../../../lib/time/useZone.ts";
import { Byline } from "../../../ui/Byline.tsx";
import * as feedCardCss from "../../../ui/feed-card.module.css";
import { MediaBox } from "../../../ui/MediaBox.tsx";
import * as partsCss from "../../../ui/parts.module.css";
import type { ArticleItem } from "../model/feed-item.ts";
import * as css from "./cards.module.css";
import { ArticleFacts, WithoutScript } from "./FeedItemCard.tsx";

interface ArticleRowProps {
  article: ArticleItem;
  onOpen: (article: ArticleItem) => void;
}

/** An article as a row. The button in its title covers the whole row. */
export function ArticleRow({ article, onOpen }: ArticleRowProps) {
  const { title, body, author, created_at, site } = article;
  const zone = useZone();
  const note = [created_at && formatDay(created_at, zone), site].filter(Boolean).join(" · ");
  return (
    <article className={css.article}>
      <div>
        <Byline name={author} size={30} note={note} />
        <h3 className={css.articleTitle}>
          <button
            type="button"
            className={`${partsCss.hoverLink} ${css.open}`}
            onClick={() => onOpen(article)}
          >
            {title}
          </button>
        </h3>
        <p className={`${feedCardCss.text} ${css.articleText}`}>{body}</p>
        <ArticleFacts article={article} />
        <WithoutScript item={article} />
      </div>
      <MediaBox className={css.articleMedia} title={title} />
    </article>
  );
}
