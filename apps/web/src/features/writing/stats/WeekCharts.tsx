import type { FigureWeek } from "@cairn/contract";
import { scaleBand, scaleLinear } from "@visx/scale";
import { AreaClosed, BarRounded, LinePath } from "@visx/shape";
import { formatCount } from "../../../lib/format-count.ts";
import { formatShortDay } from "../../../lib/time/dates.ts";
import { Card } from "../../../ui/Card.tsx";
import * as kit from "../../../ui/kit.module.css";
import { Row } from "../../../ui/Stack.tsx";
import { Text } from "../../../ui/Text.tsx";
import { WeekTable } from "./WeekTable.tsx";
import * as css from "./week-charts.module.css";
import * as writerWeeksCss from "./writer-weeks.module.css";

/** The last weeks as charts, and as a table for readers who do not see them. Loaded as a separate chunk. */
export function WeekCharts({ weeks }: { weeks: readonly FigureWeek[] }) {
  return (
    <>
      <div className={`${kit.cardGrid} ${writerWeeksCss.charts} ${css.root}`}>
        <Card as="section" pad gap={4} aria-labelledby="posts-per-week">
          <Row wrap between>
            <h2 className={kit.heading} id="posts-per-week">
              Posts per week
            </h2>
            <Text kind="note">
              This week: <b>{weeks.at(-1)?.posts ?? 0}</b>
            </Text>
          </Row>
          <PostsChart weeks={weeks} />
        </Card>
        <Card as="section" pad gap={4} aria-labelledby="reactions-per-week">
          <Row wrap between>
            <h2 className={kit.heading} id="reactions-per-week">
              Likes & comments per week
            </h2>
            <Row as="p" gap={4} className={`${kit.note} ${css.legend}`} aria-hidden="true">
              <span className={kit.iconed}>Likes</span>
              <span className={`${kit.iconed} ${css.isComments}`}>Comments</span>
            </Row>
          </Row>
          <ReactionsChart weeks={weeks} />
        </Card>
      </div>
      <WeekTable weeks={weeks} hidden />
    </>
  );
}

/** A bar per week, the current one marked. */
function PostsChart({ weeks }: { weeks: readonly FigureWeek[] }) {
  const x = weekScale(weeks);
  const y = countScale(weeks.map(({ posts }) => posts));
  return (
    <svg className={css.chart} viewBox={`0 0 ${frame.width} ${frame.height}`} aria-hidden="true">
      <WeekAxes x={x} y={y} />
      {weeks.map(({ week, posts }, index) => (
        <BarRounded
          key={week}
          className={index === weeks.length - 1 ? `${css.bar} ${css.isCurrent}` : css.bar}
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

/** Likes as a line, comments as a dashed one, the last point of each marked. */
function ReactionsChart({ weeks }: { weeks: readonly FigureWeek[] }) {
  const x = weekScale(weeks);
  const y = countScale(weeks.flatMap(({ likes, comments }) => [likes, comments]));
  const xOf = ({ week }: FigureWeek) => (x(week) ?? 0) + x.bandwidth() / 2;
  const likesOf = ({ likes }: FigureWeek) => y(likes);
  const commentsOf = ({ comments }: FigureWeek) => y(comments);
  const all = [...weeks];
  const last = all.at(-1);
  return (
    <svg className={css.chart} viewBox={`0 0 ${frame.width} ${frame.height}`} aria-hidden="true">
      <WeekAxes x={x} y={y} />
      <AreaClosed className={css.area} data={all} x={xOf} y={likesOf} yScale={y} />
      <LinePath className={css.line} data={all} x={xOf} y={likesOf} />
      <LinePath className={`${css.line} ${css.isComments}`} data={all} x={xOf} y={commentsOf} />
      {last && <circle className={css.point} cx={xOf(last)} cy={likesOf(last)} r={4} />}
      {last && (
        <circle className={`${css.point} ${css.isComments}`} cx={xOf(last)} cy={commentsOf(last)} r={4} />
      )}
    </svg>
  );
}

interface WeekAxesProps {
  x: ReturnType<typeof scaleBand<string>>;
  y: ReturnType<typeof scaleLinear<number>>;
}

/** The Monday by itself: every label without its year. */
const dayOf = (week: string) => formatShortDay(week, Date.parse(week), "utc");

/** Horizontal lines with their numbers, and every other week's first day. */
function WeekAxes({ x, y }: WeekAxesProps) {
  const counts = y.ticks(4).filter(Number.isInteger);
  const labelled = x.domain().filter((_, index) => index % 2 === 0);
  return (
    <>
      {counts.map((count) => (
        <g key={count} transform={`translate(0 ${y(count)})`}>
          <path className={css.grid} d={`M${frame.left} 0H${frame.width}`} />
          <text className={css.label} x={frame.left - 8} y={4} textAnchor="end">
            {formatCount(count)}
          </text>
        </g>
      ))}
      {labelled.map((week) => (
        <text
          key={week}
          className={css.label}
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

/** The charts' own coordinates; on the page they are as wide as their card. */
const frame = { width: 460, height: 190, left: 30, top: 8, bottom: 166 };

const weekScale = (weeks: readonly { week: string }[]) =>
  scaleBand<string>({
    domain: weeks.map(({ week }) => week),
    range: [frame.left, frame.width],
    padding: 0.42,
  });

/** From zero to a round number. At least 4, so that a single post does not look like a record. */
const countScale = (counts: readonly number[]) =>
  scaleLinear<number>({
    domain: [0, Math.max(4, ...counts)],
    range: [frame.bottom, frame.top],
    nice: 4,
  });
