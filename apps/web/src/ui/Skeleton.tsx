import { cx } from "./cx.ts";
import * as feedCardCss from "./feed-card.module.css";
import * as kit from "./kit.module.css";
import * as css from "./skeleton.module.css";

interface SkeletonProps {
  /** Pixels, or a part of the room such as `"46%"`. */
  width?: number | string;
  height?: number;
  /** What it stands for, if that is not text. */
  kind?: "photo" | "picture";
  /** Its sizes win. */
  className?: string;
}

/** A placeholder for text or a picture that is loading. An SVG has its size without a style, which the CSP would refuse. */
export function Skeleton({ width = "100%", height = 13, kind, className }: SkeletonProps) {
  const look = cx(
    css.root,
    height > 24 && css.isBlock,
    kind === "photo" && css.photo,
    kind === "picture" && css.picture,
  );
  return <svg className={cx(look, className)} width={width} height={height} aria-hidden="true" />;
}

/** Placeholders for FeedCards that are loading. */
export const FeedCardSkeletons = ({ count }: { count: number }) =>
  Array.from({ length: count }, (_, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
    <FeedCardSkeleton key={place} />
  ));

/** The same in the grid of a page. */
export const CardGridSkeleton = ({ count }: { count: number }) => (
  <div className={`${kit.cardGrid} ${kit.g3}`} aria-hidden="true">
    <FeedCardSkeletons count={count} />
  </div>
);

export function FeedCardSkeleton() {
  return (
    <div className={`${kit.card} ${feedCardCss.root}`} aria-hidden="true">
      <Skeleton kind="picture" />
      <div className={`${feedCardCss.body} ${css.body}`}>
        <Skeleton width="46%" />
        <Skeleton width="88%" height={18} />
        <Skeleton />
        <Skeleton width="64%" />
        <div className={`${kit.spread} ${css.foot}`}>
          <Skeleton width={26} height={26} kind="photo" />
          <Skeleton width={92} height={32} />
        </div>
      </div>
    </div>
  );
}
