import type { ReactNode } from "react";
import { Link } from "react-router";
import * as cardCss from "./card.module.css";
import { cx } from "./cx.ts";
import * as css from "./feed-card.module.css";

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
export function FeedCard(props: FeedCardProps) {
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
    <article className={`${cardCss.root} ${css.root}`}>
      {media}
      <div className={css.body}>
        <div className={css.meta}>
          {category}
          {mark}
        </div>
        <h3 className={cx(css.title, isCompact && css.isCompact)} lang={lang} dir={dir}>
          <Link to={to}>{title}</Link>
        </h3>
        {description && (
          <p className={css.text} lang={lang} dir={dir}>
            {description}
          </p>
        )}
        {(author || action) && (
          <div className={css.foot}>
            {author}
            {action}
          </div>
        )}
      </div>
    </article>
  );
}
