// biome-ignore-all lint/a11y/noRedundantRoles: as cards the rows are no table to CSS, and browsers then forget what they mean
import type { ReactNode, Ref } from "react";
import { cx } from "./cx.ts";
import "./data-table.css";
import { Skeleton } from "./Skeleton.tsx";

export interface Column<Row> {
  label: string;
  cell: (row: Row) => ReactNode;
  /**
   * Its place where the row is a card: at the start or end of the first line, as the title, on a line of its own, or
   * as the row of actions at the foot.
   */
  place: "start" | "end" | "title" | "line" | "actions";
}

interface DataTableProps<Row> {
  /** What the table lists, for screen readers. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  /** While loading: so many rows of bars instead. */
  skeletonRows?: number;
  foot?: ReactNode;
  /** Of the element that holds the rows. */
  body?: Ref<HTMLTableSectionElement>;
}

/** A table; where its column is narrower than 860 px each row is a card. */
export function DataTable<Row>({
  label,
  columns,
  rows,
  rowKey,
  skeletonRows,
  foot,
  body,
}: DataTableProps<Row>) {
  const renderRow = (key: string | number, content: (column: Column<Row>) => ReactNode) => (
    <tr key={key} role="row">
      {columns.map((column) => (
        <td key={column.label} role="cell" data-label={column.label} className={`at-${column.place}`}>
          {content(column)}
        </td>
      ))}
    </tr>
  );
  const bars = Array.from({ length: skeletonRows ?? 0 }, (_, index) => index);
  return (
    <div className={cx("data-table-box", bars.length > 0 && "is-loading")}>
      <table className="data-table" role="table" aria-label={label} aria-busy={bars.length > 0 || undefined}>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column) => (
              <th key={column.label} role="columnheader" scope="col" className={`at-${column.place}`}>
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" ref={body}>
          {bars.length > 0
            ? bars.map((bar) => renderRow(bar, ({ place }) => <Skeleton className={`bar-${place}`} />))
            : rows.map((row) => renderRow(rowKey(row), (column) => column.cell(row)))}
        </tbody>
      </table>
      {foot && <div className="data-table-foot">{foot}</div>}
    </div>
  );
}
