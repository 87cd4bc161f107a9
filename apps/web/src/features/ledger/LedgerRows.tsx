import { messages } from "@cairn/contract";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Alert } from "../../ui/Alert.tsx";
import { Button } from "../../ui/Button.tsx";
import "../../ui/card.css";
import { LoadingLine } from "../../ui/LoadingLine.tsx";
import { EmptyState, ErrorState } from "../../ui/State.tsx";
import { useDelayedFlag } from "../../ui/useDelayedFlag.ts";
import { useLoadMore } from "../../ui/useLoadMore.ts";
import { LedgerCheck } from "./LedgerCheck.tsx";
import { LedgerHead } from "./LedgerHead.tsx";
import { LedgerRowCard } from "./LedgerRowCard.tsx";
import { LedgerRules } from "./LedgerRules.tsx";
import { ledgerQuery } from "./ledger.queries.ts";
import "./ledger.css";

export function LedgerRows() {
  const { data, isFetching, isFetchingNextPage, isFetchNextPageError, hasNextPage, fetchNextPage, refetch } =
    useInfiniteQuery(ledgerQuery);
  const rows = data?.rows ?? [];
  const isLoading = data === undefined && isFetching;
  const signShown = useDelayedFlag(isLoading);
  const { list, button } = useLoadMore({
    count: rows.length,
    isLoading: isFetchingNextPage,
    load: () => void fetchNextPage(),
    target: "summary",
  });

  if (signShown) return <LoadingLine text={messages.loading} />;
  if (isLoading) return null;
  if (!data) return <ErrorState title="The ledger could not be loaded." onRetry={() => void refetch()} />;
  if (!data.head) return <EmptyState title="Nothing has been decided yet." />;
  return (
    <>
      <div className="card panel ledger-panel">
        <LedgerHead head={data.head} />
        <LedgerCheck rows={rows} />
        <LedgerRules />
      </div>
      <section aria-labelledby="ledger-rows">
        <h2 className="h3 mb-4" id="ledger-rows">
          Newest first
        </h2>
        <ul className="card ledger-rows" ref={list}>
          {rows.map((row) => (
            <li key={row.seq}>
              <LedgerRowCard row={row} />
            </li>
          ))}
        </ul>
        <div className="mt-7 grid justify-items-center gap-3.5 text-sm text-text-3">
          <p role="status">{countOf(rows.length, data.head.seq)}</p>
          {isFetchNextPageError && !isFetchingNextPage && (
            <Alert kind="danger">
              <p>More rows could not be loaded.</p>
            </Alert>
          )}
          {hasNextPage && <Button {...button} />}
        </div>
      </section>
    </>
  );
}

/** The chain has no gaps, so the number of its newest row is how many there are. */
const countOf = (shown: number, all: number) =>
  `Showing ${shown.toLocaleString("en")} of ${all.toLocaleString("en")} ${all === 1 ? "row" : "rows"}`;
