import type { Transaction } from "../../db/database.ts";
import { queueLinks } from "../links/links.repository.ts";
import { keepWordsOf } from "../search/search.repository.ts";
import { settleSeriesOf } from "../series/series.repository.ts";
import { beginStanding } from "../standing/standing.repository.ts";

/**
 * What follows when an item has another published revision, or none any more. Call it after the item is updated, in the
 * same transaction; what lists filter by, and the counts, follow by triggers (docs/triggers.md).
 */
export async function followPublication(tx: Transaction, contentId: number): Promise<void> {
  await beginStanding(tx, contentId);
  await keepWordsOf(tx, contentId);
  await queueLinks(tx, contentId);
  await settleSeriesOf(tx, contentId);
}
