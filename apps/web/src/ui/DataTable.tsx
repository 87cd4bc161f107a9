// biome-ignore-all lint/a11y/noRedundantRoles: as cards the rows are no table to CSS, and browsers then forget what they mean
import type { ReactNode, Ref } from "react";
import { cx } from "./cx.ts";
import * as css from "./data-table.module.css";
import * as kit from "./kit.module.css";
import { Skeleton } from "./Skeleton.tsx";

export interface Column<Row> {
  label: string;
  cell: (row: Row) => ReactNode;
  /**
   * Its place where the row is a card: at the start or end of the first line, as the title, on a line of its own, or
   * as the row of actions at the foot.
   */
  place: "start" | "end" | "title" | "line" | "actions";
  /** Column width in table layout: pixels, or a CSS value such as a percentage. */
  width?: number | string;
  /** Class of the column's cells, including the head. */
  className?: string;
}

interface Look {
  className?: string;
  width?: string;
  /** The width of its skeleton. */
  bar: number;
}

const looks: Record<Column<never>["place"], Look> = {
  start: { width: "16%", bar: 86 },
  end: { className: css.end, width: "18%", bar: 86 },
  title: { className: css.title, bar: 320 },
  line: { className: css.line, bar: 86 },
  actions: { className: css.actions, bar: 180 },
};

interface DataTableProps<Row> {
  /** What the table lists, for screen readers. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  /** While loading: the number of skeleton rows to show instead. */
  skeletonRows?: number;
  foot?: ReactNode;
  className?: string;
  /** Ref of the element that holds the rows. */
  body?: Ref<HTMLTableSectionElement>;
}

/** A table; if its container is narrower than 860 px, each row becomes a card. */
export function DataTable<Row>({
  label,
  columns,
  rows,
  rowKey,
  skeletonRows,
  foot,
  className,
  body,
}: DataTableProps<Row>) {
  const renderRow = (key: string | number, content: (column: Column<Row>) => ReactNode) => (
    <tr key={key} role="row">
      {columns.map((column) => (
        <td
          key={column.label}
          role="cell"
          data-label={column.label}
          className={cx(looks[column.place].className, column.className)}
        >
          {content(column)}
        </td>
      ))}
    </tr>
  );
  const bars = Array.from({ length: skeletonRows ?? 0 }, (_, index) => index);
  return (
    <div className={cx(css.root, bars.length > 0 && css.isLoading, className)}>
      <table className={css.table} role="table" aria-label={label} aria-busy={bars.length > 0 || undefined}>
        <colgroup>
          {columns.map(({ label, place, width = looks[place].width }) => (
            <col key={label} width={width} />
          ))}
        </colgroup>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column) => (
              <th
                key={column.label}
                role="columnheader"
                scope="col"
                className={cx(looks[column.place].className, column.className)}
              >
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" ref={body}>
          {bars.length > 0
            ? bars.map((bar) => renderRow(bar, ({ place }) => <Skeleton width={looks[place].bar} />))
            : rows.map((row) => renderRow(rowKey(row), (column) => column.cell(row)))}
        </tbody>
      </table>
      {foot && <div className={`${kit.spread} ${kit.gap3} ${kit.note} ${css.foot}`}>{foot}</div>}
    </div>
  );
}
