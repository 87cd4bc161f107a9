import type { ContentItem } from "@cairn/contract";
import { rowLength } from "./CardRowSkeleton.tsx";
import { ContentCard } from "./ContentCard.tsx";
import * as css from "./card-row.module.css";

interface CardRowProps {
  items: readonly ContentItem[];
  labelledBy: string;
  /** In the first view of its page. */
  isFirst?: boolean;
}

/** Items of a row that a phone shows, the second one in part. */
const shownOnPhones = 2;

/** Items side by side; a row that is wider than its column scrolls. */
export function CardRow({ items, labelledBy, isFirst = false }: CardRowProps) {
  return (
    <ul className={css.row} aria-labelledby={labelledBy}>
      {items.slice(0, rowLength).map((item, index) => (
        <li key={item.id}>
          <ContentCard item={item} isCompact isFirst={isFirst && index < shownOnPhones} />
        </li>
      ))}
    </ul>
  );
}
