import type { LedgerRow } from "@cairn/contract";
import { useState } from "react";
import { Alert } from "../../ui/Alert.tsx";
import { Button } from "../../ui/Button.tsx";
import { checkChain, type Verdict } from "./check-chain.ts";

/** Recomputes here, on the reader's own device, what the rows that are shown claim. */
export function LedgerCheck({ rows }: { rows: readonly LedgerRow[] }) {
  const [isWorking, setWorking] = useState(false);
  const [checked, setChecked] = useState<{ rows: number; verdict: Verdict | "impossible" }>();
  const check = async () => {
    setWorking(true);
    // Browsers keep their cryptography from pages that come over http.
    const verdict = globalThis.crypto?.subtle ? await checkChain(rows) : "impossible";
    setChecked({ rows: rows.length, verdict });
    setWorking(false);
  };
  // What was said about fewer rows is not said about these.
  const verdict = checked?.rows === rows.length ? checked.verdict : undefined;
  return (
    <>
      <Button working={isWorking} workingText="Checking..." onClick={() => void check()}>
        Check in your browser
      </Button>
      {verdict && <Outcome verdict={verdict} />}
    </>
  );
}

function Outcome({ verdict }: { verdict: Verdict | "impossible" }) {
  if (verdict === "impossible") {
    return (
      <Alert kind="warn">
        <p>Your browser does this only on pages that come over https.</p>
      </Alert>
    );
  }
  if (!verdict.fits) {
    return (
      <Alert kind="danger" title={`Row ${verdict.seq} does not fit.`}>
        <p>{verdict.why}</p>
      </Alert>
    );
  }
  const { from, to } = verdict;
  return (
    <Alert kind="success" title={from === to ? `Row ${to} fits.` : `Rows ${from} to ${to} fit.`}>
      <p>
        {from === 1
          ? "That is the whole chain, from its first row on."
          : `Load more to follow the chain further back than row ${from}.`}
      </p>
    </Alert>
  );
}
