import { cx } from "./cx.ts";
import * as feedCardCss from "./feed-card.module.css";
import * as kit from "./kit.module.css";
import * as css from "./skeleton.module.css";

/** A placeholder bar for text that is loading; utility classes in `className` set its size. */
export function Skeleton({ className }: { className?: string }) {
  return <span className={cx(css.root, className)} aria-hidden="true" />;
}

/** Placeholder for a FeedCard that is loading. */
export function FeedCardSkeleton() {
  return (
    <div className={`${kit.card} ${feedCardCss.root}`} aria-hidden="true">
      <Skeleton className={css.picture} />
      <div className={`${feedCardCss.body} ${css.body}`}>
        <Skeleton className={css.category} />
        <Skeleton className={css.title} />
        <Skeleton />
        <Skeleton className={css.textEnd} />
        <div className={`${kit.row} ${css.foot}`}>
          <Skeleton className={css.avatar} />
          <Skeleton className={css.button} />
        </div>
      </div>
    </div>
  );
}
