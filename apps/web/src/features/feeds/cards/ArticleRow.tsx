import { formatDay } from "../../../lib/time/dates.ts";
import { Byline } from "../../../ui/Byline.tsx";
import { MediaBox } from "../../../ui/MediaBox.tsx";
import type { ArticleItem } from "../model/feed-item.ts";
import { ArticleFacts } from "./ArticleFacts.tsx";
import "./cards.css";

interface ArticleRowProps {
  article: ArticleItem;
  onOpen: (article: ArticleItem) => void;
}

/** An article as a row. The button in its title covers the whole. */
export function ArticleRow({ article, onOpen }: ArticleRowProps) {
  const { title, body, author, created_at, site } = article;
  const note = [created_at && formatDay(created_at), site].filter(Boolean).join(" · ");
  return (
    <article className="outside-article">
      <div>
        <Byline name={author} size={30} note={note} />
        <h3>
          <button type="button" className="outside-open" onClick={() => onOpen(article)}>
            {title}
          </button>
        </h3>
        <p className="card-text">{body}</p>
        <ArticleFacts article={article} />
      </div>
      <MediaBox title={title} />
    </article>
  );
}
