import type { FigureWeek } from "@cairn/contract";
import { lazy, Suspense } from "react";
import "../../../ui/card.css";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { WeekTable } from "./WeekTable.tsx";

/** The charts' library is fetched only here. If it can't be, the figures stand in a table. */
const WeekCharts = lazy(() =>
  import("./WeekCharts.tsx").then(
    (charts) => ({ default: charts.WeekCharts }),
    () => ({ default: WeekTable }),
  ),
);

export function WriterWeeks({ weeks }: { weeks: readonly FigureWeek[] }) {
  return (
    <Suspense fallback={<ChartSkeletons />}>
      <WeekCharts weeks={weeks} />
    </Suspense>
  );
}

function ChartSkeletons() {
  return (
    <div className="card-grid g2 mt-5" aria-hidden="true">
      <div className="card panel">
        <Skeleton className="h-[220px]" />
      </div>
      <div className="card panel">
        <Skeleton className="h-[220px]" />
      </div>
    </div>
  );
}
