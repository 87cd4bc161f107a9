import { sql } from "drizzle-orm";
import type { Transaction } from "../../db/database.ts";
import { linkQueue } from "../../db/schema.ts";
import { notify } from "../../db/tell.ts";

/**
 * What follows when an item has another published revision, or none any more. Call it once the item is updated, in the same
 * transaction; what lists filter by, and the counts, follow by triggers (docs/evidence/triggers.md).
 */
export async function followPublication(tx: Transaction, id: number): Promise<void> {
  await tx.execute(sql`delete from published_labels where content_id = ${id}`);
  await tx.execute(sql`
    insert into published_labels (label, content_id)
    select distinct label, content.id
    from content join revisions on revisions.id = published_revision_id, unnest(applies_to) label
    where content.id = ${id}`);

  // A newly published revision has no reasons, except for the versions it names that have ended.
  await tx.execute(sql`
    delete from standing_reasons using content
    where content_id = ${id} and content.id = content_id and published_revision_id is not null`);
  await tx.execute(sql`
    insert into standing_reasons (content_id, kind, subject, text, since)
    select content_id, 'label', label, text_of_end(label, ended_on), ended_on::timestamp at time zone 'UTC'
    from published_labels join ended_labels using (label) where content_id = ${id}`);

  // Words that a misspelling may mean. Inserted in order, so that two transactions with the same new words do not
  // deadlock.
  await tx.execute(sql`
    insert into title_words
    select words_of_title(published_title) from content where id = ${id} and published_title is not null
    order by 1 on conflict do nothing`);
  // An author is found by name from their first published item on.
  await tx.execute(sql`
    update users set author_words = words_of_name(name) from content
    where content.id = ${id} and published_revision_id is not null
      and users.id = content.author_id and author_words is null`);

  await tx.insert(linkQueue).values({ contentId: id }).onConflictDoNothing();
  await notify(tx, "links_queued");

  // A removed item leaves its series.
  const { rows: joined } = await tx.execute<{ series: string }>(
    sql`select series_id as series from series_items where content_id = ${id}`,
  );
  for (const { series } of joined) {
    await tx.execute(sql`
      delete from series_items using content
      where content_id = ${id} and content.id = content_id and status = 'Removed'`);
    await tx.execute(sql`select settle_series(${series}::bigint)`);
  }
}
