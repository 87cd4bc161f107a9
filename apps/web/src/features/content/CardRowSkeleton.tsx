import { cx } from "../../ui/cx.ts";
import { FeedCardSkeletons } from "../../ui/Skeleton.tsx";
import * as css from "./card-row.module.css";

/** How many cards a row holds: what a wide screen shows side by side. */
export const rowLength = 4;

/** The space of a row while its items load. */
export function CardRowSkeleton({ className }: { className?: string | undefined }) {
  return (
    <div className={cx(css.row, className)} aria-hidden="true">
      <FeedCardSkeletons count={rowLength} />
    </div>
  );
}
