import { buildTestApp, registerMember, type TestApp } from "@tests/support/server/app.ts";
import { makeItem } from "@tests/support/server/content.ts";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Transaction } from "../../db/database.ts";
import { systemClock } from "../../lib/clock.ts";
import { createNotificationService } from "./notifications.service.ts";

/** NOTIFICATION_MEMBERS=100000 for the full count. How long it takes is measured by `npm run bench -- growth`. */
const sizes = [100, 10_000, Number(process.env.NOTIFICATION_MEMBERS ?? 0)].filter((size) => size > 0);

let app: TestApp;
let authorId: number;
beforeAll(async () => {
  app = await buildTestApp();
  authorId = (await registerMember(app, "TechWriter")).user_id;
});
afterAll(() => app.close());

async function growTo(size: number): Promise<void> {
  await app.db.transaction(
    async (tx) => {
      // It would change two rows once for each of them, in one transaction.
      await tx.execute(sql`alter table users disable trigger users_keep_counts`);
      await tx.execute(sql`
        insert into users (name, email, role)
        select 'Member', 'member-of-' || ${size}::integer || '-' || n || '@example.test', 'User'
        from generate_series(1, ${size}::integer - (select count(*)::integer from users where role <> 'Admin')) n`);
      await tx.execute(sql`alter table users enable trigger users_keep_counts`);
    },
    { limit: 60_000 },
  );
}

/** Every row that notifying of a first publication inserts, changes or deletes, by table. */
async function rowsTouched(): Promise<Record<string, number>> {
  const contentId = await makeItem(app, { authorId });
  const notifications = createNotificationService({ db: app.db, clock: systemClock });
  return app.db.transaction(async (tx) => {
    const before = await rowsSoFar(tx);
    await notifications.notify(tx, {
      event: "approved",
      contentId,
      revision: 1,
      isFirst: true,
      note: null,
    });
    const after = await rowsSoFar(tx);
    const changes = [...after].map(([table, rows]) => [table, rows - (before.get(table) ?? 0)] as const);
    return Object.fromEntries(changes.filter(([, rows]) => rows > 0));
  });
}

async function rowsSoFar(tx: Transaction): Promise<Map<string, number>> {
  const { rows } = await tx.execute<{ table: string; n: string }>(sql`
    select relname as table, n_tup_ins + n_tup_upd + n_tup_del as n from pg_stat_xact_user_tables`);
  return new Map(rows.map(({ table, n }) => [table, Number(n)]));
}

test.each(sizes)(
  "publishing to %i members writes a row for all of them and one for the author",
  async (size) => {
    await growTo(size);
    expect(await rowsTouched()).toEqual({ notifications: 2, audiences: 2, jobs: 2 });
  },
);
