import { Heart } from "lucide-react";
import type { ArticleItem } from "../model/feed-item.ts";
import "./cards.css";

/** Where it comes from, what it is about, and how many hearts it has there. */
export function ArticleFacts({ article: { site, tags, hearts } }: { article: ArticleItem }) {
  return (
    <div className="article-facts">
      {site && <span className="outside-site">{site}</span>}
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
