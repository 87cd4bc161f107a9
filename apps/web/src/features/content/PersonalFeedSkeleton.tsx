import { messages } from "@cairn/contract";
import { cx } from "../../ui/cx.ts";
import { FeedCardSkeleton } from "../../ui/Skeleton.tsx";
import "./carousel.css";

/** As many cards as fit into view. Takes their room from the start, so that nothing moves when it comes and goes. */
export function PersonalFeedSkeleton({ shown }: { shown: boolean }) {
  return (
    <div className={cx("carousel", !shown && "invisible")} role="status">
      <span className="sr-only">{messages.loading}</span>
      <div className="carousel-view">
        <div className="carousel-slides">
          <FeedCardSkeleton />
          <FeedCardSkeleton />
          <FeedCardSkeleton />
          <FeedCardSkeleton />
        </div>
      </div>
      <div className="carousel-dots" />
    </div>
  );
}
