import { sql } from "drizzle-orm";
import { encodeCursor } from "../../apps/server/src/lib/cursor.ts";
import { medians } from "../support/compare.ts";
import { openFilledApp } from "../support/filled-app.ts";

const itemCount = 100_000;
const deep = 90_000;

/** Does a page of the list cost the same at its start and after item 90,000, by cursor? */
export async function scenario() {
  const site = await openFilledApp(itemCount, 0);
  const { rows } = await site.db.query.execute<{ id: number; at: Date }>(
    sql`select id::int, published_at as at from content order by published_at desc, id desc offset ${deep} limit 1`,
  );
  const [after] = rows;
  if (!after) throw new Error("too few items");
  const cursor = encodeCursor({ at: new Date(after.at), id: after.id });
  // A signed-in reader: a visitor's second call would be answered from memory.
  const measured = await medians([
    { name: "first page", run: () => site.call("GET", "/content?per_page=10", 2) },
    {
      name: `page after item ${deep}`,
      run: () => site.call("GET", `/content?per_page=10&cursor=${cursor}`, 2),
    },
    { name: "first page, visitor", run: () => site.call("GET", "/content?per_page=10") },
  ]);
  await site.close();
  const base = measured.get("first page") ?? Number.NaN;
  return [...measured].map(([call, ms]) => ({
    call,
    "median ms": Number(ms.toFixed(3)),
    "to the first page": Number((ms / base).toFixed(2)),
  }));
}
