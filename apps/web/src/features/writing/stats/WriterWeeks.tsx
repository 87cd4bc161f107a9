import type { FigureWeek } from "@cairn/contract";
import { lazy, Suspense } from "react";
import * as cardCss from "../../../ui/card.module.css";
import * as layoutCss from "../../../ui/layout.module.css";
import * as partsCss from "../../../ui/parts.module.css";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { WeekTable } from "./WeekTable.tsx";
import * as css from "./writer-weeks.module.css";

/** The chart library is loaded only here. If loading fails, the figures show in a table. */
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
    <div className={`${layoutCss.cardGrid} ${layoutCss.g2} ${partsCss.top5}`} aria-hidden="true">
      <div className={`${cardCss.root} ${cardCss.panel}`}>
        <Skeleton className={css.chartSkeleton} />
      </div>
      <div className={`${cardCss.root} ${cardCss.panel}`}>
        <Skeleton className={css.chartSkeleton} />
      </div>
    </div>
  );
}
