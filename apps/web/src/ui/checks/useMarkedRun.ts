import type { ContentChecks } from "@cairn/contract";
import { useCallback, useEffect, useRef, useState } from "react";
import type { MarkedRun } from "../../lib/code/marked-run.ts";
import { runMarked } from "../../lib/code/run-marked.ts";

const idle: MarkedRun = { isRunning: false, results: [] };

/** Runs the marked blocks of a text in this browser. A new text, and leaving the screen, end a run. */
export function useMarkedRun({ items, runs_python }: ContentChecks) {
  const [run, setRun] = useState(idle);
  const control = useRef<AbortController>(undefined);

  const stop = useCallback(() => control.current?.abort(), []);
  const start = useCallback(async () => {
    control.current?.abort();
    const current = new AbortController();
    control.current = current;
    setRun({ isRunning: true, results: [] });
    const isCurrent = () => control.current === current;
    await runMarked(items, runs_python === true, current.signal, (result) => {
      if (!isCurrent()) return;
      setRun(({ results }) => ({
        isRunning: true,
        results: [...results, result].sort((one, other) => one.check.block - other.check.block),
      }));
    });
    if (isCurrent()) setRun(({ results }) => ({ isRunning: false, results }));
  }, [items, runs_python]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what runs a new text is new
  useEffect(
    () => () => {
      control.current?.abort();
      control.current = undefined;
      setRun(idle);
    },
    [start],
  );
  return { run, start, stop };
}
