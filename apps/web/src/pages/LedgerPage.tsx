import { LedgerRows } from "../features/ledger/LedgerRows.tsx";
import { PageTitle } from "../lib/PageTitle.tsx";

const description = "Every decision about every post on Cairn, in a chain of hashes that anybody can check.";

/** What "verified" rests on, open to everybody. */
export function LedgerPage() {
  return (
    <>
      <PageTitle title="Ledger" description={description} />
      <header>
        <h1 className="h1">Ledger</h1>
        <p className="sub">
          Every decision about every post: who made it, about exactly which revision, when, and why. Nothing
          here can be changed later without anybody noticing.
        </p>
      </header>
      <LedgerRows />
    </>
  );
}
