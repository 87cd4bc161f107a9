import { messages } from "@cairn/contract";
import { CategoryRow } from "../../features/category-posts/CategoryRow.tsx";
import { cx } from "../../ui/cx.ts";
import { FeedCardSkeleton } from "../../ui/Skeleton.tsx";

const cards = [1, 2, 3, 4];

interface CategorySkeletonProps {
  names: readonly string[];
  /** Takes its room from the start, so that nothing moves when it comes and goes. */
  shown: boolean;
}

export function CategorySkeleton({ names, shown }: CategorySkeletonProps) {
  return (
    <div className={cx(!shown && "invisible")} role="status">
      <span className="sr-only">{messages.loading}</span>
      {names.map((name) => (
        <CategoryRow key={name} name={name}>
          {cards.map((card) => (
            <li key={card}>
              <FeedCardSkeleton />
            </li>
          ))}
        </CategoryRow>
      ))}
    </div>
  );
}
