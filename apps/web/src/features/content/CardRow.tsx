import type { ContentItem } from "@cairn/contract";
import { cx } from "../../ui/cx.ts";
import { FeedCardSkeleton } from "../../ui/Skeleton.tsx";
import { ContentCard } from "./ContentCard.tsx";
import * as css from "./card-row.module.css";

/** How many cards a row holds: what a wide screen shows side by side. */
export const rowLength = 4;

/** Items side by side; a row that is wider than its column scrolls. */
export function CardRow({ items, labelledBy }: { items: readonly ContentItem[]; labelledBy: string }) {
  return (
    <ul className={css.row} aria-labelledby={labelledBy}>
      {items.slice(0, rowLength).map((item) => (
        <li key={item.id}>
          <ContentCard item={item} isCompact />
        </li>
      ))}
    </ul>
  );
}

/** The same space while the items load. */
export function CardRowSkeleton({ className }: { className?: string | undefined }) {
  return (
    <div className={cx(css.row, className)} aria-hidden="true">
      {Array.from({ length: rowLength }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
        <FeedCardSkeleton key={place} />
      ))}
    </div>
  );
}
