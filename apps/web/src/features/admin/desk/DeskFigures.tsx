import type { Overview } from "@cairn/contract";
import { counted } from "../../../lib/counted.ts";
import { formatCount } from "../../../lib/format-count.ts";
import { cx } from "../../../ui/cx.ts";
import * as kit from "../../../ui/kit.module.css";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import * as css from "./desk-figures.module.css";

interface DeskFiguresProps {
  figures: Overview | undefined;
  /** Puts each name next to its number. */
  inLine?: boolean;
}

/** The queue, and how long authors wait for a decision. Shows skeletons while the figures load. */
export function DeskFigures({ figures, inLine = false }: DeskFiguresProps) {
  const queue = figures?.queue;
  const facts: [name: string, value: string | null | undefined][] = [
    ["Waiting", queue && formatCount(queue.waiting)],
    ["Oldest", queue && wait(queue.oldestWaitSeconds)],
    ["Median wait", queue && wait(queue.medianWaitSeconds)],
    ["9 in 10 within", queue && wait(queue.p90WaitSeconds)],
  ];
  return (
    <dl className={cx(kit.cluster, kit.small, css.root, inLine && css.isInLine)} aria-label="Review queue">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt className={kit.note}>{name}</dt>
          <dd>{value === undefined ? <Skeleton className={css.bar} width={56} /> : value}</dd>
        </div>
      ))}
    </dl>
  );
}

const wait = (seconds: number | null) => (seconds === null ? "–" : waitWords(seconds));

const [hour, day] = [3600, 24 * 3600];

/** A waiting time: minutes under one hour, hours under 48, then days. */
export function waitWords(seconds: number): string {
  if (seconds < hour) return counted(Math.floor(seconds / 60), "minute");
  if (seconds < 2 * day) return counted(Math.floor(seconds / hour), "hour");
  return counted(Math.floor(seconds / day), "day");
}
