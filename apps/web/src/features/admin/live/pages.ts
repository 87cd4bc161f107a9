import type { InfiniteData } from "@tanstack/react-query";

interface Page<Row> {
  items: Row[];
  next: string | null;
}

export const firstPage = undefined as string | undefined;

export const nextPage = ({ next }: Page<unknown>) => next ?? undefined;

/** A row that moved between two pages while they were read stands once. */
export function allPages<Row extends { id: number }>({ pages }: InfiniteData<Page<Row>>): readonly Row[] {
  const rows = new Map<number, Row>();
  for (const row of pages.flatMap(({ items }) => items)) rows.set(row.id, row);
  return [...rows.values()];
}
