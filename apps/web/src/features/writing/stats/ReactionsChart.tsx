import type { FigureWeek } from "@cairn/contract";
import { AreaClosed, LinePath } from "@visx/shape";
import { countScale, frame, weekScale } from "./chart-frame.ts";
import { WeekAxes } from "./WeekAxes.tsx";

/** Likes as a line, comments as a dashed one, the last point of each marked. */
export function ReactionsChart({ weeks }: { weeks: readonly FigureWeek[] }) {
  const x = weekScale(weeks);
  const y = countScale(weeks.flatMap(({ likes, comments }) => [likes, comments]));
  const xOf = ({ week }: FigureWeek) => (x(week) ?? 0) + x.bandwidth() / 2;
  const likesOf = ({ likes }: FigureWeek) => y(likes);
  const commentsOf = ({ comments }: FigureWeek) => y(comments);
  const all = [...weeks];
  const last = all.at(-1);
  return (
    <svg className="chart" viewBox={`0 0 ${frame.width} ${frame.height}`} aria-hidden="true">
      <WeekAxes x={x} y={y} />
      <AreaClosed className="chart-area" data={all} x={xOf} y={likesOf} yScale={y} />
      <LinePath className="chart-line is-likes" data={all} x={xOf} y={likesOf} />
      <LinePath className="chart-line is-comments" data={all} x={xOf} y={commentsOf} />
      {last && <circle className="chart-point is-likes" cx={xOf(last)} cy={likesOf(last)} r={4} />}
      {last && <circle className="chart-point is-comments" cx={xOf(last)} cy={commentsOf(last)} r={4} />}
    </svg>
  );
}
