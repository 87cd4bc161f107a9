import { cx } from "../../../ui/cx.ts";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import type { DeskFigures as Figures } from "../admin-model.ts";
import "./desk-figures.css";
import { waitWords } from "./wait-words.ts";

interface DeskFiguresProps {
  figures: Figures | undefined;
  /** Each name beside its number. */
  inLine?: boolean;
}

/** The queue, and how long authors wait for a decision. Without figures yet, bars. */
export function DeskFigures({ figures, inLine = false }: DeskFiguresProps) {
  const facts: [name: string, value: string | null | undefined][] = [
    ["Waiting", figures?.waiting.toLocaleString("en")],
    ["Oldest", figures && wait(figures.oldest)],
    ["Median wait", figures && wait(figures.median)],
    ["90 of 100 within", figures && wait(figures.p90)],
  ];
  return (
    <dl className={cx("desk-figures", inLine && "is-in-line")} aria-label="Review queue">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value === undefined ? <Skeleton className="my-1 w-14" /> : value}</dd>
        </div>
      ))}
    </dl>
  );
}

const wait = (seconds: number | null) => (seconds === null ? "–" : waitWords(seconds));
