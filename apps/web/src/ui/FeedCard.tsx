import type { ReactNode } from "react";
import { Link } from "react-router";
import "./card.css";
import "./feed-card.css";

interface FeedCardProps {
  to: string;
  title: string;
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
export function FeedCard({ to, title, media, category, mark, description, author, action }: FeedCardProps) {
  return (
    <article className="card feed-card">
      {media}
      <div className="card-body">
        <div className="card-meta">
          {category}
          {mark}
        </div>
        <h3 className="card-title">
          <Link to={to}>{title}</Link>
        </h3>
        {description && <p className="card-text">{description}</p>}
        {(author || action) && (
          <div className="card-foot">
            {author}
            {action}
          </div>
        )}
      </div>
    </article>
  );
}
