import { Heart } from "lucide-react";
import type { ArticleItem } from "../model/feed-item.ts";
import "./cards.css";

/** What it is about, and how many hearts it has where it comes from. */
export function ArticleFacts({ article: { tags, hearts } }: { article: ArticleItem }) {
  return (
    <div className="article-facts">
      {tags.length > 0 && (
        <ul aria-label="Tags">
          {tags.map((tag) => (
            <li key={tag}>#{tag}</li>
          ))}
        </ul>
      )}
      <span className="article-hearts">
        <Heart size={15} />
        {hearts.toLocaleString("en")}
        <span className="sr-only">{hearts === 1 ? " heart" : " hearts"}</span>
      </span>
    </div>
  );
}
