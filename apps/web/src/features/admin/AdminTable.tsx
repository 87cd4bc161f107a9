import type { UseQueryResult } from "@tanstack/react-query";
import { type FocusEvent, useLayoutEffect, useRef } from "react";
import { Button } from "../../ui/Button.tsx";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import * as kit from "../../ui/kit.module.css";
import { EmptyState } from "../../ui/State.tsx";
import { useLoadMore } from "../../ui/useLoadMore.ts";
import { LoadFailure } from "./useAction.tsx";

/** Rows of a skeleton (docs/evidence/spec-clauses.md#s9-page-sizes). */
export const skeletonRows = 4;

/** The query of a list. Only some lists come in pages. */
export type Listing<Row> = Pick<
  UseQueryResult<readonly Row[]>,
  "data" | "error" | "isFetching" | "isLoading" | "refetch"
> & {
  hasNextPage?: boolean;
  isFetchingNextPage?: boolean;
  fetchNextPage?: () => unknown;
};

interface AdminTableProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  listing: Listing<Row>;
  /** The text shown when nothing matches. */
  empty: string;
  /** An empty list means that all work is done, not that a search found nothing. */
  isWorkList?: boolean;
  className?: string;
}

export function AdminTable<Row extends { id: number }>({
  label,
  columns,
  listing,
  empty,
  isWorkList = false,
  className,
}: AdminTableProps<Row>) {
  const {
    data: rows = [],
    error,
    isLoading,
    hasNextPage,
    isFetchingNextPage = false,
    fetchNextPage,
  } = listing;
  const focus = useRowFocus();
  const { list, button } = useLoadMore<HTMLTableSectionElement>(
    rows.length,
    { isFetchingNextPage, fetchNextPage: () => fetchNextPage?.() },
    "a, button:enabled",
  );
  const isEmpty = rows.length === 0 && !isLoading && !error;
  const isTable = rows.length > 0 || isLoading;
  return (
    <div className={className} {...focus}>
      {isEmpty && <EmptyState title={empty} spot={isWorkList ? "done" : "search"} />}
      {isTable && (
        <DataTable
          label={label}
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
          skeletonRows={isLoading ? skeletonRows : undefined}
          body={list}
          foot={hasNextPage && <Button {...button} size="sm" />}
        />
      )}
      <LoadFailure query={listing} />
      <p className={kit.srOnly} role="status">
        {!isLoading && !error && `${label}: ${rows.length}`}
      </p>
    </div>
  );
}

/**
 * A row's action may remove its own button or the whole row, and with it the keyboard focus. Focus then moves to the
 * first button left in that row, else to the row that moved up, else to the table.
 */
function useRowFocus() {
  const box = useRef<HTMLDivElement>(null);
  const place = useRef(-1);

  // After every render: the focus may be lost to a dialog that closes long after the rows changed.
  useLayoutEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (place.current < 0 || !isLost) return;
    const shown = rowsIn(box.current);
    const row = shown[Math.min(place.current, shown.length - 1)];
    (row?.querySelector<HTMLElement>("button:enabled") ?? box.current)?.focus({ preventScroll: true });
  });

  return {
    ref: box,
    tabIndex: -1,
    onFocus: ({ target }: FocusEvent) => {
      const row = target.closest("tbody tr");
      place.current = row ? rowsIn(box.current).indexOf(row) : -1;
    },
    /** A removed button blurs with no related target, and a dialog returns the focus. */
    onBlur: ({ target, relatedTarget }: FocusEvent) => {
      if (relatedTarget) {
        if (!relatedTarget.closest("dialog")) place.current = -1;
        return;
      }
      // A click on an empty area drops the place; switching to another window does not.
      queueMicrotask(() => {
        if (target.matches(":enabled") && target.isConnected && document.activeElement !== target) {
          place.current = -1;
        }
      });
    },
  };
}

const rowsIn = (box: Element | null) => [...(box?.querySelectorAll("tbody tr") ?? [])];
