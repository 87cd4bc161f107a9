import type { Transaction } from "../../db/database.ts";
import { type Happening, noticesOf } from "./notices.ts";
import { findItemFacts, insertNotification } from "./notifications.repository.ts";

/** Writes one row for each audience that what happened concerns, in the transaction in which it happened. */
export async function tell(tx: Transaction, happening: Happening, at: Date): Promise<void> {
  const revision = happening.event === "commented" ? null : happening.revision;
  const item = await findItemFacts(tx, happening.contentId, revision);
  for (const notice of noticesOf(happening, item)) await insertNotification(tx, notice, at);
}
