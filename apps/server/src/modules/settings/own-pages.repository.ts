import type { OwnPageLink } from "@cairn/contract";
import { asc, eq, sql } from "drizzle-orm";
import type { Queries, Transaction } from "../../db/database.ts";
import { ownPages, siteSettings } from "../../db/schema.ts";

export type OwnPageRow = typeof ownPages.$inferSelect;

/** In the order in which they were made. There are few (`limits.ownPages`). */
export const readOwnPages = (db: Queries): Promise<OwnPageLink[]> =>
  db.select({ slug: ownPages.slug, title: ownPages.title }).from(ownPages).orderBy(asc(ownPages.id));

export async function findOwnPage(db: Queries, slug: string): Promise<OwnPageRow | null> {
  const [row] = await db.select().from(ownPages).where(eq(ownPages.slug, slug));
  return row ?? null;
}

export async function writeOwnPage(tx: Transaction, page: Omit<OwnPageRow, "id">): Promise<OwnPageRow> {
  const { slug: _slug, ...facts } = page;
  const [row] = await tx
    .insert(ownPages)
    .values(page)
    .onConflictDoUpdate({ target: ownPages.slug, set: facts })
    .returning();
  if (!row) throw new Error("a page was not written");
  await raiseVersion(tx);
  return row;
}

export async function deleteOwnPage(tx: Transaction, id: number): Promise<void> {
  await tx.delete(ownPages).where(eq(ownPages.id, id));
  await raiseVersion(tx);
}

/** Lets every process read settings and pages again. */
const raiseVersion = (tx: Transaction) =>
  tx.update(siteSettings).set({ version: sql`${siteSettings.version} + 1` });
