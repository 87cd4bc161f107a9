import { authorPath, postPath, seriesPath } from "@cairn/contract";
import { and, between, desc, eq, gt, isNotNull, max, type SQL } from "drizzle-orm";
import type { Queries } from "../../db/database.ts";
import { content, contentCounts, ledger, series } from "../../db/schema.ts";

/** Addresses in one file of the sitemap, and ids that one covers; sitemaps.org allows 50,000. */
export const perFile = 10_000;

/** A public page of the sitemap. */
export interface Address {
  readonly path: string;
  /** When the revision that readers see was approved. */
  readonly lastmod?: Date;
}

/** The published posts of a file's ids; without a file the newest, one more than a file holds. */
export async function postAddresses(db: Queries, file?: number): Promise<Address[]> {
  const rows = await db
    .select({ id: content.id, lastmod: ledger.decidedAt })
    .from(content)
    .innerJoin(ledger, eq(ledger.seq, content.publishedReview))
    .where(and(isNotNull(content.publishedRevisionId), idsOf(content.id, file)))
    .orderBy(file === undefined ? desc(content.publishedAt) : content.id)
    .limit(perFile + 1);
  return rows.map(({ id, lastmod }) => ({ path: postPath(id), lastmod }));
}

/** The same for members with published posts. */
export async function authorAddresses(db: Queries, file?: number): Promise<Address[]> {
  const rows = await db
    .select({ id: contentCounts.authorId })
    .from(contentCounts)
    .where(
      and(
        eq(contentCounts.status, "Published"),
        gt(contentCounts.total, 0),
        idsOf(contentCounts.authorId, file),
      ),
    )
    .orderBy(contentCounts.authorId)
    .limit(perFile + 1);
  return rows.map(({ id }) => ({ path: authorPath(id) }));
}

/** The same for series with published posts. */
export async function seriesAddresses(db: Queries, file?: number): Promise<Address[]> {
  const rows = await db
    .select({ id: series.id })
    .from(series)
    .where(and(gt(series.publicItems, 0), idsOf(series.id, file)))
    .orderBy(series.id)
    .limit(perFile + 1);
  return rows.map(({ id }) => ({ path: seriesPath(id) }));
}

const idsOf = (
  column: typeof content.id | typeof contentCounts.authorId | typeof series.id,
  file: number | undefined,
): SQL | undefined =>
  file === undefined ? undefined : between(column, file * perFile, (file + 1) * perFile - 1);

export async function filePaths(db: Queries): Promise<string[]> {
  const [posts] = await db.select({ highest: max(content.id) }).from(content);
  const [authors] = await db.select({ highest: max(contentCounts.authorId) }).from(contentCounts);
  const [ofSeries] = await db.select({ highest: max(series.id) }).from(series);
  const filesOf = (kind: string, highest = 0) =>
    Array.from({ length: Math.floor(highest / perFile) + 1 }, (_, file) => `/sitemaps/${kind}/${file}.xml`);
  return [
    ...filesOf("posts", posts?.highest ?? 0),
    ...filesOf("authors", authors?.highest ?? 0),
    ...(ofSeries?.highest ? filesOf("series", ofSeries.highest) : []),
  ];
}
