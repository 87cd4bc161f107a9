import type { LedgerNote, LedgerRow } from "@cairn/contract";
import { useState } from "react";
import { Alert } from "../../ui/Alert.tsx";
import { Button } from "../../ui/Button.tsx";
import * as kit from "../../ui/kit.module.css";
import { checkChain, type Verdict } from "./check-chain.ts";
import * as css from "./ledger.module.css";

/** Verifies the displayed rows on the reader's own device. */
export function LedgerCheck({ rows, notes }: { rows: readonly LedgerRow[]; notes: readonly LedgerNote[] }) {
  const [checked, setChecked] = useState<{ rows: number; verdict: Verdict }>();
  const check = () => setChecked({ rows: rows.length, verdict: checkChain(rows, notes) });
  // A verdict about fewer rows does not apply to these.
  const verdict = checked?.rows === rows.length ? checked.verdict : undefined;
  return (
    <>
      <Button className={kit.scripted} onClick={check}>
        Check in your browser
      </Button>
      <noscript>Checking the rows in the browser needs JavaScript.</noscript>
      {verdict && (
        <div className={css.outcome}>
          <Outcome verdict={verdict} />
        </div>
      )}
    </>
  );
}

function Outcome({ verdict }: { verdict: Verdict }) {
  if (!verdict.fits) {
    return (
      <Alert kind="danger" title={`Row ${verdict.seq} is not correct.`}>
        <p>{verdict.why}</p>
      </Alert>
    );
  }
  const { from, to } = verdict;
  return (
    <Alert
      kind="success"
      title={from === to ? `Row ${to} is correct.` : `Rows ${from} to ${to} are correct.`}
    >
      <p>
        {from === 1
          ? "That is the whole ledger, from the first row."
          : `Load more to check the rows before row ${from}.`}
      </p>
    </Alert>
  );
}
