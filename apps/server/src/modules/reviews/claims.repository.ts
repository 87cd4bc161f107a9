import { and, eq, gt, isNotNull, lte, notExists, or, sql } from "drizzle-orm";
import type { Queries } from "../../db/database.ts";
import { amongIds } from "../../db/fragments.ts";
import { named } from "../../db/queries.ts";
import { contentClaims, users } from "../../db/schema.ts";

export interface ClaimRow {
  readonly adminId: number;
  readonly adminName: string;
  readonly expiresAt: Date;
}

/** A claim ends with its admin's grant. */
const mayReview = and(eq(users.active, true), isNotNull(users.verifiedAt));

/**
 * Claims a free item or renews the admin's own claim; false if someone else holds it. A single statement, so only one
 * admin can hold it.
 */
export async function takeClaim(
  db: Queries,
  { contentId, adminId, now, expiresAt }: { contentId: number; adminId: number; now: Date; expiresAt: Date },
): Promise<boolean> {
  const rows = await db
    .insert(contentClaims)
    .values({ contentId, adminId, expiresAt })
    .onConflictDoUpdate({
      target: contentClaims.contentId,
      set: { adminId, expiresAt },
      setWhere: or(
        eq(contentClaims.adminId, adminId),
        lte(contentClaims.expiresAt, now),
        notExists(
          db
            .select({ id: users.id })
            .from(users)
            .where(and(eq(users.id, contentClaims.adminId), mayReview)),
        ),
      ),
    })
    .returning({ contentId: contentClaims.contentId });
  return rows.length > 0;
}

export async function dropClaim(db: Queries, contentId: number, adminId: number): Promise<void> {
  await db
    .delete(contentClaims)
    .where(and(eq(contentClaims.contentId, contentId), eq(contentClaims.adminId, adminId)));
}

const claimsOfItems = named((db) =>
  db
    .select({
      contentId: contentClaims.contentId,
      adminId: contentClaims.adminId,
      adminName: users.name,
      expiresAt: contentClaims.expiresAt,
    })
    .from(contentClaims)
    .innerJoin(users, eq(users.id, contentClaims.adminId))
    .where(
      and(
        mayReview,
        amongIds(contentClaims.contentId, "contentIds"),
        gt(contentClaims.expiresAt, sql.placeholder("now")),
      ),
    )
    .prepare("claims_on_items"),
);

/** Claims in force, by item. */
export async function claimsOn(
  db: Queries,
  contentIds: readonly number[],
  now: Date,
): Promise<Map<number, ClaimRow>> {
  const rows = await claimsOfItems(db).execute({ contentIds: [...contentIds], now });
  return new Map(rows.map(({ contentId, ...claim }) => [contentId, claim]));
}
