import { limits, messages } from "@cairn/contract";
import { cx } from "../../ui/cx.ts";
import { FeedCardSkeleton, Skeleton } from "../../ui/Skeleton.tsx";
import "../../ui/card.css";
import "../../ui/feed-card.css";

/** Takes its room from the start, so that nothing moves when it comes and goes. */
export function LibrarySkeleton({ shown }: { shown: boolean }) {
  return (
    <div className={cx(!shown && "invisible")} role="status">
      <span className="sr-only">{messages.loading}</span>
      <div className="library-found" aria-hidden="true">
        <Skeleton className="h-5 w-32" />
      </div>
      <div className="card-grid g3">
        {Array.from({ length: limits.libraryPage }, (_, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
          <FeedCardSkeleton key={place} />
        ))}
      </div>
    </div>
  );
}
