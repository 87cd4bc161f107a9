import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { EmptyState } from "../../ui/State.tsx";
import "./admin-table.css";
import type { Listing } from "./admin-source.ts";
import { useRowFocus } from "./useRowFocus.ts";

/** Spec section 9. */
export const skeletonRows = 4;

interface AdminTableProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  listing: Listing<Row>;
  /** Said when nothing matches. */
  empty: string;
  className: string;
}

export function AdminTable<Row extends { id: number }>({
  label,
  columns,
  listing: { rows, isLoading },
  empty,
  className,
}: AdminTableProps<Row>) {
  const focus = useRowFocus(rows);
  const isEmpty = rows.length === 0 && !isLoading;
  return (
    <div className={className} {...focus}>
      {isEmpty ? (
        <EmptyState title={empty} spot="search" />
      ) : (
        <DataTable
          label={label}
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
          skeletonRows={isLoading ? skeletonRows : undefined}
        />
      )}
      <p className="sr-only" role="status">
        {!isLoading && `${label}: ${rows.length}`}
      </p>
    </div>
  );
}
