import type { WriterStats } from "@cairn/contract";
import { Clock, FileText, type LucideIcon, ThumbsUp } from "lucide-react";
import type { ReactNode } from "react";
import { formatCount } from "../../../lib/format-count.ts";
import { Card } from "../../../ui/Card.tsx";
import * as kit from "../../../ui/kit.module.css";
import { Spinner } from "../../../ui/LoadingLine.tsx";
import { Row } from "../../../ui/Stack.tsx";
import * as statCardCss from "../../../ui/stat-card.module.css";
import { Text } from "../../../ui/Text.tsx";
import * as css from "./writer-stats.module.css";

interface WriterStatCardsProps {
  /** Undefined if there are none; zeros show. */
  stats: WriterStats | undefined;
  isLoading: boolean;
}

export function WriterStatCards({ stats, isLoading }: WriterStatCardsProps) {
  const weeks = stats?.weeks ?? [];
  const thisWeek = weeks.at(-1);
  return (
    <ul
      className={`${kit.cardGrid} ${kit.g3} ${statCardCss.grid} ${css.root}`}
      aria-busy={isLoading || undefined}
    >
      <Stat
        label="Total Posts"
        icon={FileText}
        isLoading={isLoading}
        note={newText(thisWeek?.posts)}
        trend={weeks.map(({ posts }) => posts)}
      >
        {formatCount(stats?.totalPosts ?? 0)}
      </Stat>
      <Stat label="Posts Pending" icon={Clock} isLoading={isLoading} note="Waiting for a reviewer">
        {formatCount(stats?.postsPending ?? 0)}
      </Stat>
      <Stat
        label="Likes & Comments"
        icon={ThumbsUp}
        isLoading={isLoading}
        note={newText(thisWeek && thisWeek.likes + thisWeek.comments)}
        trend={weeks.map(({ likes, comments }) => likes + comments)}
      >
        {/* Both numbers (docs/rules.md#likes-and-comments-of-a-writer). */}
        <span>
          {formatCount(stats?.likes ?? 0)} <small>{stats?.likes === 1 ? "like" : "likes"}</small>
        </span>{" "}
        <span>
          {formatCount(stats?.comments ?? 0)} <small>{stats?.comments === 1 ? "comment" : "comments"}</small>
        </span>
      </Stat>
    </ul>
  );
}

interface StatProps {
  label: string;
  icon: LucideIcon;
  isLoading: boolean;
  note: string;
  trend?: readonly number[];
  children: ReactNode;
}

function Stat({ label, icon: Icon, isLoading, note, trend = [], children }: StatProps) {
  return (
    <Card as="li" className={statCardCss.root}>
      <Row as="p" between className={kit.soft}>
        {label}
        <Icon className={kit.muted} size={18} aria-hidden="true" />
      </Row>
      {isLoading ? (
        <Row as="p" className={`${kit.muted} ${css.wait}`} role="status">
          <Spinner size={24} />
          <span className={kit.srOnly}>Loading {label}</span>
        </Row>
      ) : (
        <>
          <div className={css.row}>
            <p className={statCardCss.value}>{children}</p>
            <Sparkline values={trend} />
          </div>
          <Text kind="note">{note}</Text>
        </>
      )}
    </Card>
  );
}

const newText = (count = 0) => (count > 0 ? `+${formatCount(count)} this week` : "Nothing new this week");

const width = 96;
const height = 34;
const margin = 3;

/** The trend of a number as decoration next to it; nothing if there is no trend. */
function Sparkline({ values }: { values: readonly number[] }) {
  const top = Math.max(...values);
  if (values.length < 2 || top <= 0) return null;
  const points = values.map((value, index) => ({
    x: margin + (index / (values.length - 1)) * (width - 2 * margin),
    y: height - margin - (value / top) * (height - 2 * margin),
  }));
  const line = points.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L");
  const last = points.at(-1);
  return (
    <svg
      className={css.sparkline}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      aria-hidden="true"
    >
      <path className={css.sparklineArea} d={`M${line}V${height}H${margin}Z`} />
      <path className={css.sparklineLine} d={`M${line}`} />
      {last && <circle cx={last.x} cy={last.y} r={2.6} />}
    </svg>
  );
}
