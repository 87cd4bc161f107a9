import type { FigureWeek } from "@cairn/contract";
import { BarRounded } from "@visx/shape";
import { countScale, frame, weekScale } from "./chart-frame.ts";
import { WeekAxes } from "./WeekAxes.tsx";

/** A bar per week, the current one marked. */
export function PostsChart({ weeks }: { weeks: readonly FigureWeek[] }) {
  const x = weekScale(weeks);
  const y = countScale(weeks.map(({ posts }) => posts));
  return (
    <svg className="chart" viewBox={`0 0 ${frame.width} ${frame.height}`} aria-hidden="true">
      <WeekAxes x={x} y={y} />
      {weeks.map(({ week, posts }, index) => (
        <BarRounded
          key={week}
          className={index === weeks.length - 1 ? "chart-bar is-current" : "chart-bar"}
          x={x(week) ?? 0}
          y={y(posts)}
          width={x.bandwidth()}
          height={frame.bottom - y(posts)}
          radius={Math.min(4, frame.bottom - y(posts))}
          top
        />
      ))}
    </svg>
  );
}
