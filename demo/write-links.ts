import { like, not, sql } from "drizzle-orm";
import type { Transaction } from "../apps/server/src/db/database.ts";
import { links } from "../apps/server/src/db/schema.ts";
import { findLinks } from "../apps/server/src/modules/links/find-links.ts";
import { replaceLinks, settleStanding } from "../apps/server/src/modules/links/links.repository.ts";
import type { DemoItem } from "./items.ts";

interface Written {
  readonly id: number;
  readonly item: DemoItem;
}

const hour = 60 * 60 * 1000;
const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * 24 * hour);
/** Reserved for examples: nobody will ever answer there. */
const isReserved = like(links.host, "%.example");

/**
 * The links of what is published as if they had been asked about yesterday, so that a first start asks nothing of the
 * network. Those to reserved names are dead, which makes an item outdated.
 */
export async function writeLinks(
  tx: Transaction,
  written: readonly Written[],
  { html, now }: { readonly html: ReadonlyMap<string, string>; readonly now: Date },
): Promise<void> {
  const linking: number[] = [];
  for (const { id, item } of written) {
    const approved = item.decisions.filter(({ decision }) => decision === "approved");
    const published = Math.max(0, ...approved.map(({ revision }) => revision));
    const urls = findLinks(html.get(item.revisions[published - 1]?.body ?? "") ?? "");
    if (item.status !== "Published" || urls.length === 0) continue;
    await replaceLinks(tx, id, { ownerId: null, urls }, now);
    linking.push(id);
  }
  const asked = {
    checkedAt: daysBefore(now, 1),
    // Spread over the week.
    nextAskAt: sql`${daysBefore(now, -6)}::timestamptz - ${links.id} % 72 * interval '1 hour'`,
  };
  await tx
    .update(links)
    .set({ ...asked, state: "alive", since: daysBefore(now, 30) })
    .where(not(isReserved));
  const failedOn = daysBefore(now, 1).toISOString().slice(0, 10);
  await tx
    .update(links)
    .set({ ...asked, state: "dead", since: daysBefore(now, 20), failures: 3, failedOn })
    .where(isReserved);
  await settleStanding(tx, linking, daysBefore(now, 17));
}
