import { LedgerLog } from "../features/ledger/LedgerLog.tsx";
import { LedgerRows } from "../features/ledger/LedgerRows.tsx";
import { ledgerQuery, logQuery } from "../features/ledger/ledger.queries.ts";
import { PageTitle } from "../lib/PageTitle.tsx";
import type { FetchAhead } from "../lib/query-client.ts";
import { siteName } from "../lib/site.ts";
import * as kit from "../ui/kit.module.css";

export const fetchAhead: FetchAhead = (cache) =>
  Promise.all([cache.prefetchInfiniteQuery(ledgerQuery), cache.prefetchQuery(logQuery)]);

/** Explains what "verified" is based on; open to everyone. */
export function LedgerPage() {
  return (
    <>
      <PageTitle
        title="Ledger"
        description={`Every decision about every post on ${siteName()}, in a chain of hashes that anybody can check.`}
      />
      <header>
        <h1 className={kit.h1}>Ledger</h1>
        <p className={kit.sub}>
          Every decision about every post: which revision, when, and for public posts, who decided. Nobody can
          change a row later without others noticing.
        </p>
      </header>
      <LedgerLog />
      <LedgerRows />
    </>
  );
}
