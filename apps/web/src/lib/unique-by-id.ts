/** Each row once, as it was read last: a row may move to the next page while that page loads. */
export const uniqueById = <Row extends { id: number }>(rows: readonly Row[]): Row[] => [
  ...new Map(rows.map((row) => [row.id, row])).values(),
];
