import { Button } from "../../ui/Button.tsx";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { EmptyState } from "../../ui/State.tsx";
import { useLoadMore } from "../../ui/useLoadMore.ts";
import "./admin-table.css";
import type { Listing } from "./admin-source.ts";
import { LoadFailure } from "./LoadFailure.tsx";
import { useRowFocus } from "./useRowFocus.ts";

/** Spec section 9. */
export const skeletonRows = 4;

interface AdminTableProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  listing: Listing<Row>;
  /** Said when nothing matches. */
  empty: string;
  /** Nothing is left to do where there is nothing, and nobody has looked in vain. */
  isWorkList?: boolean;
  className: string;
  /** Rows that are still to be done: the keyboard goes on at the next of them. */
  comesNext?: (row: Row) => boolean;
}

export function AdminTable<Row extends { id: number }>({
  label,
  columns,
  listing: { rows, isLoading, failure, more },
  empty,
  isWorkList = false,
  className,
  comesNext,
}: AdminTableProps<Row>) {
  const focus = useRowFocus(rows, comesNext);
  const { list, button } = useLoadMore<HTMLTableSectionElement>({
    count: rows.length,
    isLoading: more?.isLoading ?? false,
    load: () => more?.load(),
    target: "a, button:enabled",
  });
  const isEmpty = rows.length === 0 && !isLoading && !failure;
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
          foot={more && <Button {...button} size="sm" />}
        />
      )}
      {failure && <LoadFailure failure={failure} />}
      <p className="sr-only" role="status">
        {!isLoading && !failure && `${label}: ${rows.length}`}
      </p>
    </div>
  );
}
