import { and, asc, eq, gt, inArray, isNotNull, isNull, lte, notInArray, or, sql } from "drizzle-orm";
import type { Queries, Transaction } from "../../db/database.ts";
import { content, itemLinks, linkQueue, linkRobots, linkRunner, links, revisions } from "../../db/schema.ts";
import { tellReaders } from "../../db/tell.ts";
import type { Source } from "../../events/changes.ts";

/** The links of an item's published revision, in text order. */
export const linksOf = (db: Queries, contentId: number) =>
  db
    .select({ url: links.url, state: links.state, since: links.since, checkedAt: links.checkedAt })
    .from(itemLinks)
    .innerJoin(links, eq(links.id, itemLinks.linkId))
    .where(eq(itemLinks.contentId, contentId))
    .orderBy(asc(itemLinks.place));

/** Items whose links are to be read, at most so many. */
export async function queuedItems(db: Queries, most: number): Promise<number[]> {
  const rows = await db.select({ id: linkQueue.contentId }).from(linkQueue).limit(most);
  return rows.map(({ id }) => id);
}

/**
 * Removes the item from the queue. Locks it first, as publishing does. @returns the published HTML, the address of its film and whose it is;
 * null if there is none
 */
export async function takeFromQueue(
  tx: Transaction,
  contentId: number,
): Promise<{ authorId: number; html: string; embed: string | null } | null> {
  const [item] = await tx
    .select({ authorId: content.authorId, published: content.publishedRevisionId })
    .from(content)
    .where(eq(content.id, contentId))
    .for("key share");
  await tx.delete(linkQueue).where(eq(linkQueue.contentId, contentId));
  if (!item?.published) return null;
  const [revision] = await tx
    .select({ html: revisions.bodyHtml, embed: revisions.embed })
    .from(revisions)
    .where(eq(revisions.id, item.published));
  return revision ? { authorId: item.authorId, ...revision } : null;
}

/**
 * Sets an item's links, and names them and its text, which shows the dead ones, as changed. New ones are due at once, in
 * the author's turn; links without an item are deleted.
 */
export async function replaceLinks(
  tx: Transaction,
  contentId: number,
  { ownerId, urls }: { ownerId: number | null; urls: readonly string[] },
  at: Date,
): Promise<void> {
  if (urls.length > 0) {
    // In one order, so that two items with the same links cannot deadlock.
    const rows = [...urls]
      .sort()
      .map((url) => ({ url, host: new URL(url).hostname, ownerId, nextAskAt: at }));
    await tx.insert(links).values(rows).onConflictDoNothing();
  }
  const found = await tx
    .select({ id: links.id, url: links.url })
    .from(links)
    .where(inArray(links.url, [...urls]));
  const idOf = new Map(found.map(({ id, url }) => [url, id]));
  const wanted = urls.flatMap((url, place) => {
    const linkId = idOf.get(url);
    return linkId === undefined ? [] : [{ contentId, linkId, place }];
  });
  const dropped = await tx
    .delete(itemLinks)
    .where(
      and(
        eq(itemLinks.contentId, contentId),
        wanted.length === 0
          ? undefined
          : sql`${itemLinks.linkId} <> all(${sql.param(wanted.map(({ linkId }) => linkId))}::bigint[])`,
      ),
    )
    .returning({ linkId: itemLinks.linkId });
  if (wanted.length > 0) {
    await tx
      .insert(itemLinks)
      .values(wanted)
      .onConflictDoUpdate({
        target: [itemLinks.contentId, itemLinks.linkId],
        set: { place: sql`excluded.place` },
      });
  }
  if (dropped.length > 0) {
    const ids = dropped.map(({ linkId }) => linkId);
    await tx
      .delete(links)
      .where(
        and(
          inArray(links.id, ids),
          sql`not exists (select from ${itemLinks} where ${itemLinks.linkId} = ${links.id})`,
        ),
      );
  }
  await tellReaders(tx, [`links:${contentId}`, `item:${contentId}`]);
}

/** Whose links are due, longest waiting first, at most `most`; null: the site's. */
export async function ownersOfDueLinks(db: Queries, now: Date, most: number): Promise<(number | null)[]> {
  const rows = await db
    .select({ owner: links.ownerId })
    .from(links)
    .where(lte(links.nextAskAt, now))
    .groupBy(links.ownerId)
    .orderBy(sql`min(${links.nextAskAt})`)
    .limit(most);
  return rows.map(({ owner }) => owner);
}

/** The owner's links that are due, but those to some hosts, at most so many. */
export const dueLinks = (
  db: Queries,
  owner: number | null,
  now: Date,
  { without, most }: { without: readonly string[]; most: number },
) =>
  db
    .select({
      id: links.id,
      url: links.url,
      host: links.host,
      state: links.state,
      since: links.since,
      failures: links.failures,
      failedOn: links.failedOn,
    })
    .from(links)
    .where(
      and(
        owner === null ? isNull(links.ownerId) : eq(links.ownerId, owner),
        lte(links.nextAskAt, now),
        notInArray(links.host, [...without]),
      ),
    )
    .orderBy(asc(links.nextAskAt), asc(links.id))
    .limit(most);
export type DueLink = Awaited<ReturnType<typeof dueLinks>>[number];

/** Names the link's items as changed; their texts too, if it died or came back. */
export async function noteAnswer(
  tx: Transaction,
  link: DueLink,
  { state, since, failures, failedOn }: Pick<DueLink, "state" | "since" | "failures" | "failedOn">,
  times: { readonly checkedAt: Date; readonly nextAskAt: Date },
): Promise<void> {
  await tx
    .update(links)
    .set({ state, since, failures, failedOn, ...times })
    .where(eq(links.id, link.id));
  const hasTurned = (state === "dead") !== (link.state === "dead");
  const items = await tx
    .select({ id: itemLinks.contentId })
    .from(itemLinks)
    .where(eq(itemLinks.linkId, link.id))
    .limit(101);
  const sources = items.flatMap(({ id }): Source[] => [
    `links:${id}`,
    ...(hasTurned ? [`item:${id}` as const] : []),
  ]);
  await tellReaders(tx, sources);
}

const idsOf = (ids: readonly number[]) => sql`${sql.param([...ids])}::bigint[]`;

/** Makes items outdated by their dead links, or no longer. */
export async function settleStanding(
  tx: Transaction,
  contentIds: readonly number[],
  at: Date,
): Promise<void> {
  if (contentIds.length > 0) await tx.execute(sql`select settle_link_standing(${idsOf(contentIds)}, ${at})`);
}

export async function itemsWithLink(tx: Transaction, linkId: number): Promise<number[]> {
  const rows = await tx
    .select({ id: itemLinks.contentId })
    .from(itemLinks)
    .where(eq(itemLinks.linkId, linkId));
  return rows.map(({ id }) => id);
}

/**
 * Marks a link's items as told. @returns one public item for each of their authors who does not know yet that the link
 * is dead, at most `most`; the others are told when the link is checked again.
 */
export async function takeUntold(tx: Transaction, linkId: number, most: number): Promise<number[]> {
  const untold = await tx
    .select({ id: content.id, authorId: content.authorId })
    .from(itemLinks)
    .innerJoin(content, eq(content.id, itemLinks.contentId))
    .where(
      and(
        eq(itemLinks.linkId, linkId),
        eq(itemLinks.authorNotified, false),
        isNotNull(content.publishedRevisionId),
      ),
    )
    .orderBy(asc(content.id))
    .limit(most);
  if (untold.length === 0) return [];
  const authors = [...new Set(untold.map(({ authorId }) => authorId))];
  const knowing = await tx
    .selectDistinct({ authorId: content.authorId })
    .from(itemLinks)
    .innerJoin(content, eq(content.id, itemLinks.contentId))
    .where(
      and(
        eq(itemLinks.linkId, linkId),
        eq(itemLinks.authorNotified, true),
        inArray(content.authorId, authors),
      ),
    );
  await tx
    .update(itemLinks)
    .set({ authorNotified: true })
    .where(
      and(
        eq(itemLinks.linkId, linkId),
        inArray(
          itemLinks.contentId,
          untold.map(({ id }) => id),
        ),
      ),
    );
  const told = new Set(knowing.map(({ authorId }) => authorId));
  return untold.flatMap(({ id, authorId }) => {
    if (told.has(authorId)) return [];
    told.add(authorId);
    return [id];
  });
}

export async function findRobots(db: Queries, origin: string, after: Date) {
  const [row] = await db
    .select({ rules: linkRobots.rules })
    .from(linkRobots)
    .where(and(eq(linkRobots.origin, origin), gt(linkRobots.readAt, after)));
  return row?.rules ?? null;
}

export async function keepRobots(
  db: Queries,
  origin: string,
  rules: [boolean, string][],
  readAt: Date,
): Promise<void> {
  await db
    .insert(linkRobots)
    .values({ origin, rules, readAt })
    .onConflictDoUpdate({ target: linkRobots.origin, set: { rules, readAt } });
}

export async function forgetRobots(db: Queries, before: Date): Promise<void> {
  await db.delete(linkRobots).where(lte(linkRobots.readAt, before));
}

/** Reserves the check for this holder until then. @returns false while another holds it */
export async function holdRunner(
  db: Queries,
  holder: string,
  { now, until }: { now: Date; until: Date },
): Promise<boolean> {
  const rows = await db
    .insert(linkRunner)
    .values({ holder, until })
    .onConflictDoUpdate({
      target: linkRunner.id,
      set: { holder, until },
      setWhere: or(eq(linkRunner.holder, holder), lte(linkRunner.until, now)),
    })
    .returning({ id: linkRunner.id });
  return rows.length > 0;
}
