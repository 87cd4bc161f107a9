import { asc, gte, isNotNull, sql } from "drizzle-orm";
import type { Queries } from "../../db/database.ts";
import { literal, literalLimit } from "../../db/fragments.ts";
import { content, keptCounts, memberDays } from "../../db/schema.ts";

/** Number of recent first decisions from which the waiting time of authors is computed. */
const sample = 100;
/** Number of ledger rows searched for them: other rows are repeated decisions, removals or withdrawals. */
const searched = 1_000;

export async function readCounts(db: Queries): Promise<Map<string, number>> {
  const rows = await db.select().from(keptCounts);
  return new Map(rows.map(({ name, total }) => [name, total]));
}

export async function membersSince(db: Queries, day: string): Promise<number> {
  const [row] = await db
    .select({ joined: sql<number>`coalesce(sum(${memberDays.joined}), 0)::int` })
    .from(memberDays)
    .where(gte(memberDays.day, day));
  return row?.joined ?? 0;
}

/** When the revision at the head of the queue began to wait. */
export async function oldestWait(db: Queries): Promise<Date | null> {
  const [row] = await db
    .select({ since: content.waitingSince })
    .from(content)
    .where(isNotNull(content.pendingRevisionId))
    .orderBy(asc(content.waitingSince), asc(content.id))
    .limit(literalLimit(1));
  return row?.since ?? null;
}

/** Seconds that recently decided revisions waited, from when they were written to the first decision about each. */
export async function recentWaits(db: Queries): Promise<{ median: number | null; p90: number | null }> {
  const { rows } = await db.execute<{ median: number | null; p90: number | null }>(sql`
    with latest as (
      select seq, revision_id, decision, decided_at from ledger order by seq desc limit ${literal(searched)}
    ), waits as (
      select extract(epoch from latest.decided_at - revisions.created_at) as seconds
      from latest join revisions on revisions.id = latest.revision_id
      where latest.decision in ('approved', 'flagged') and not exists (
        select from ledger earlier
        where earlier.content_id = revisions.content_id and earlier.revision_id = revisions.id and earlier.seq < latest.seq)
      order by latest.seq desc limit ${literal(sample)}
    )
    select floor(percentile_cont(0.5) within group (order by seconds))::int as median,
      floor(percentile_cont(0.9) within group (order by seconds))::int as p90
    from waits`);
  return rows[0] ?? { median: null, p90: null };
}
