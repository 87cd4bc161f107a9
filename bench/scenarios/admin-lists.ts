import { sql } from "drizzle-orm";
import { medians } from "../support/compare.ts";
import { openFilledApp } from "../support/filled-app.ts";

const items = 100_000;
const users = 10_000;
/** The author is the verified admin. */
const admin = 1;
const lists = ["/admin/content", "/admin/users", "/admin/categories", "/admin/activity", "/admin/overview"];

/** What do the admins' lists cost at 10,000 users and 100,000 items: on the first call after a start, and later? */
export async function scenario() {
  const site = await openFilledApp(items);
  await site.db.query.execute(sql`insert into users (name, email, role)
    select 'Member ' || n, 'member-' || n || '@example.test', 'User' from generate_series(1, ${users}::int) n`);
  await site.db.maintain("vacuum (analyze)");
  const first = new Map<string, number>();
  for (const url of lists) {
    const begun = performance.now();
    await site.call("GET", url, admin);
    first.set(url, performance.now() - begun);
  }
  const later = await medians(lists.map((url) => ({ name: url, run: () => site.call("GET", url, admin) })));
  await site.close();
  return lists.map((url) => ({
    call: url,
    "first ms": Number((first.get(url) ?? Number.NaN).toFixed(1)),
    "median ms": Number((later.get(url) ?? Number.NaN).toFixed(2)),
  }));
}
