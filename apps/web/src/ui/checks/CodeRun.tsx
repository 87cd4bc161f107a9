import type { ContentChecks } from "@cairn/contract";
import { useEffect } from "react";
import { detailsOf, resultLine, summaryOf } from "../../lib/code/check-words.ts";
import type { MarkedResult, MarkedRun } from "../../lib/code/marked-run.ts";
import { Button } from "../Button.tsx";
import * as kit from "../kit.module.css";
import { Row, Stack } from "../Stack.tsx";
import * as css from "./checks.module.css";
import { useMarkedRun } from "./useMarkedRun.ts";

interface CodeRunProps {
  /** At least one block. */
  checks: ContentChecks;
  /** Runs the blocks at once; otherwise a button does. */
  isAuto?: boolean;
  onChange?: (run: MarkedRun) => void;
}

/** Runs the blocks of a text that say `check`, in this browser, and shows what each did. */
export function CodeRun({ checks, isAuto = false, onChange }: CodeRunProps) {
  const { run, start, stop } = useMarkedRun(checks);
  const { isRunning, results } = run;
  useEffect(() => {
    if (isAuto) void start();
  }, [isAuto, start]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: tells of the run alone
  useEffect(() => onChange?.(run), [run]);

  const total = checks.items.length;
  const hasRun = results.length > 0 && !isRunning;
  return (
    <Stack as="section" gap={2} above={3} aria-label="Code">
      <Row wrap className={kit.small}>
        <span role="status">
          {isRunning
            ? `Running the code in your browser: ${results.length} of ${total} done`
            : hasRun
              ? summaryOf(results)
              : `${total} code block${total === 1 ? " has" : "s have"} a check.`}
        </span>
        {isRunning ? (
          <Button size="sm" onClick={stop}>
            Stop
          </Button>
        ) : (
          <Button size="sm" onClick={() => void start()}>
            {hasRun ? "Run again" : "Run the code"}
          </Button>
        )}
      </Row>
      {results.map((result) => (
        <BlockLine key={result.check.block} result={result} />
      ))}
    </Stack>
  );
}

function BlockLine({ result }: { result: MarkedResult }) {
  const details = detailsOf(result);
  const line = resultLine(result);
  if (details.length === 0)
    return (
      <p className={css.mark} data-outcome={result.outcome}>
        <span>{line}</span>
      </p>
    );
  return (
    <details className={css.mark} data-outcome={result.outcome} open={result.outcome === "failed"}>
      <summary>{line}</summary>
      {details.map(([label, text]) => (
        <div key={label}>
          <p>{label}</p>
          <samp className={css.output}>{text}</samp>
        </div>
      ))}
    </details>
  );
}
