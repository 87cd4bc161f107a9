import type { ContentItem } from "@cairn/contract";
import { cx } from "../../ui/cx.ts";
import { rowLength } from "./CardRowSkeleton.tsx";
import { ContentCard } from "./ContentCard.tsx";
import * as css from "./card-row.module.css";

/** Items side by side; a row that is wider than its column scrolls. */
export function CardRow({ items, labelledBy }: { items: readonly ContentItem[]; labelledBy: string }) {
  return (
    <ul className={cx(css.row, items.length >= rowLength && css.isFull)} aria-labelledby={labelledBy}>
      {items.slice(0, rowLength).map((item) => (
        <li key={item.id}>
          <ContentCard item={item} isCompact />
        </li>
      ))}
    </ul>
  );
}
