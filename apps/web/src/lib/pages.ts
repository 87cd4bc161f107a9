export interface Page<Row> {
  readonly items: readonly Row[];
  /** Cursor of the next page; null or undefined after the last. */
  readonly next?: string | null | undefined;
}

/** Each page of a list names the next. */
export const byCursor = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next }: Pick<Page<unknown>, "next">) => next,
};

/** The rows of all pages that were read. */
export const rowsOf = <Row extends { id: number }>({ pages }: { pages: readonly Page<Row>[] }): Row[] =>
  uniqueById(pages.flatMap(({ items }) => items));

/** Each row once, as it was read last: a row may move to the next page while that page loads. */
export const uniqueById = <Row extends { id: number }>(rows: readonly Row[]): Row[] => [
  ...new Map(rows.map((row) => [row.id, row])).values(),
];
