import type { scaleBand, scaleLinear } from "@visx/scale";
import { formatShortDay } from "../../../lib/time/dates.ts";
import { frame } from "./chart-frame.ts";

interface WeekAxesProps {
  x: ReturnType<typeof scaleBand<string>>;
  y: ReturnType<typeof scaleLinear<number>>;
}

/** The Monday by itself: every label without its year. */
const dayOf = (week: string) => formatShortDay(`${week}T00:00:00`, Date.parse(`${week}T00:00:00`));

/** Horizontal lines with their numbers, and every other week's first day. */
export function WeekAxes({ x, y }: WeekAxesProps) {
  const counts = y.ticks(4).filter(Number.isInteger);
  const labelled = x.domain().filter((_, index) => index % 2 === 0);
  return (
    <>
      {counts.map((count) => (
        <g key={count} transform={`translate(0 ${y(count)})`}>
          <path className="chart-grid" d={`M${frame.left} 0H${frame.width}`} />
          <text className="chart-label" x={frame.left - 8} y={4} textAnchor="end">
            {count.toLocaleString("en")}
          </text>
        </g>
      ))}
      {labelled.map((week) => (
        <text
          key={week}
          className="chart-label"
          x={(x(week) ?? 0) + x.bandwidth() / 2}
          y={frame.height - 6}
          textAnchor="middle"
        >
          {dayOf(week)}
        </text>
      ))}
    </>
  );
}
