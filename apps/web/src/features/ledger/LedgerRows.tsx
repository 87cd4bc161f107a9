import { type LedgerNote, type LedgerPage, type LedgerRow, messages, screens } from "@cairn/contract";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Copy } from "lucide-react";
import { formatCount } from "../../lib/format-count.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import * as kit from "../../ui/kit.module.css";
import { LoadingLine } from "../../ui/LoadingLine.tsx";
import { MoreList } from "../../ui/MoreList.tsx";
import { SectionHead } from "../../ui/PageHead.tsx";
import { NextPage } from "../../ui/Pager.tsx";
import { Row, Stack } from "../../ui/Stack.tsx";
import { EmptyState, ErrorState } from "../../ui/State.tsx";
import { toast } from "../../ui/toast-store.ts";
import { useDelayedFlag } from "../../ui/useDelayedFlag.ts";
import { LedgerNoteCard, LedgerRowCard } from "./LedgerRowCard.tsx";
import { LedgerRules } from "./LedgerRules.tsx";
import * as ledgerCss from "./ledger.module.css";
import { ledgerQuery } from "./ledger.queries.ts";

export function LedgerRows() {
  const query = useInfiniteQuery(ledgerQuery);
  const { data, isFetching, refetch } = query;
  const { rows = [], notes = [] } = data ?? {};
  const isLoading = data === undefined && isFetching;
  const signShown = useDelayedFlag(isLoading);

  if (signShown) return <LoadingLine text={messages.loading} />;
  if (isLoading) return null;
  if (!data) return <ErrorState title="The ledger could not be loaded." onRetry={() => void refetch()} />;
  if (!data.head) return <EmptyState title="No decisions yet." />;
  return (
    <Stack gap={6} above={5}>
      <Card pad gap={4} className={kit.small}>
        <LedgerHead head={data.head} />
        <LedgerRules />
      </Card>
      <section aria-labelledby="ledger-rows">
        <SectionHead isSmall id="ledger-rows" title="Newest first" />
        <MoreList
          query={query}
          count={rows.length}
          target="summary"
          failure="More rows could not be loaded."
          status={countOf(rows.length + notes.length, data.head.seq)}
          plain={<NextPage at={screens.ledger} cursor={data.next} />}
        >
          {(list) => (
            <Card as="ul" className={`${kit.small} ${kit.lined} ${ledgerCss.rows}`} ref={list}>
              {entriesOf(rows, notes).map((entry) => (
                <li key={entry.seq}>
                  {"leaf" in entry ? <LedgerNoteCard note={entry} /> : <LedgerRowCard row={entry} />}
                </li>
              ))}
            </Card>
          )}
        </MoreList>
      </section>
    </Stack>
  );
}

const entriesOf = (rows: readonly LedgerRow[], notes: readonly LedgerNote[]) =>
  [...rows, ...notes].sort((one, other) => other.seq - one.seq);

/** The chain has no gaps, so the number of its newest row is how many there are. */
const countOf = (shown: number, all: number) =>
  `Showing ${formatCount(shown)} of ${formatCount(all)} ${all === 1 ? "row" : "rows"}`;

/** The end of the chain, for readers who want to note it and compare later. */
function LedgerHead({ head }: { head: NonNullable<LedgerPage["head"]> }) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(head.hash);
      toast("Hash copied");
    } catch {
      // Permission denied, or not a secure context: the hash is visible and can be copied by hand.
      toast("The hash could not be copied. Select it to copy it by hand.", { kind: "error" });
    }
  }
  return (
    <Stack gap={2}>
      <p>
        The newest row is <b>{head.seq}</b>, and its hash
      </p>
      <Row wrap gap={3}>
        <code>{head.hash}</code>
        <Button size="sm" className={kit.scripted} onClick={() => void copy()}>
          <Copy size={16} />
          Copy the hash
        </Button>
      </Row>
    </Stack>
  );
}
