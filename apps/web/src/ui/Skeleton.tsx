import { cx } from "./cx.ts";
import "./skeleton.css";

/** A bar in the place of a text to come; utilities in `className` give it its size. */
export function Skeleton({ className }: { className?: string }) {
  return <span className={cx("skeleton", className)} aria-hidden="true" />;
}

/** What a FeedCard looks like before its content is there. */
export function FeedCardSkeleton() {
  return (
    <div className="card feed-card" aria-hidden="true">
      <Skeleton className="aspect-video h-auto rounded-[10px]" />
      <div className="card-body gap-3">
        <Skeleton className="w-[46%]" />
        <Skeleton className="h-[18px] w-[88%]" />
        <Skeleton />
        <Skeleton className="w-[64%]" />
        <div className="mt-3 flex items-center justify-between">
          <Skeleton className="size-[26px] rounded-full" />
          <Skeleton className="h-8 w-[92px] rounded-[8px]" />
        </div>
      </div>
    </div>
  );
}
