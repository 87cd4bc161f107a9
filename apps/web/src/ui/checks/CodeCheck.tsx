import type { BlockCheck } from "@cairn/contract";
import { useState } from "react";
import { detailsOf, lineOf } from "../../lib/checks/check-words.ts";
import { Alert } from "../Alert.tsx";
import { Button } from "../Button.tsx";
import * as fieldCss from "../field.module.css";
import * as css from "./checks.module.css";
import { runChecks } from "./checks.queries.ts";

/** For writers: runs the checked blocks of a text before it is sent. Nothing where the text has none. */
export function CodeCheck({ text }: { text: string }) {
  const [isRunning, setRunning] = useState(false);
  const [failure, setFailure] = useState<string>();
  /** With the text that was run: what is typed later has not been. */
  const [ran, setRan] = useState<{ text: string; items: readonly BlockCheck[] }>();

  if (!/(```|~~~).*\scheck/.test(text)) return null;

  async function run() {
    setRunning(true);
    setFailure(undefined);
    try {
      const { items } = await runChecks(text);
      setRan({ text, items });
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
    }
    setRunning(false);
  }

  return (
    <div>
      <Button working={isRunning} workingText="Running..." onClick={() => void run()}>
        Check the code
      </Button>
      {failure && (
        <Alert kind="danger">
          <p>{failure}</p>
        </Alert>
      )}
      {ran && (
        <div className={css.results} role="status">
          {ran.text !== text && <p className={fieldCss.hint}>The text has changed since this check.</p>}
          {ran.items.length === 0 && <p className={fieldCss.hint}>No code block has a check.</p>}
          {ran.items.map((check) => (
            <BlockResult key={check.block} check={check} />
          ))}
        </div>
      )}
    </div>
  );
}

function BlockResult({ check }: { check: BlockCheck }) {
  const name = `Block ${check.block}${check.language ? ` (${check.language})` : ""}`;
  return (
    <div className={css.mark} data-outcome={check.outcome}>
      <span>
        {name}: {lineOf(check) ?? "not checked"}
      </span>
      {detailsOf(check).map(([label, text]) => (
        <div key={label}>
          <p>{label}</p>
          <samp className={css.output}>{text}</samp>
        </div>
      ))}
    </div>
  );
}
