import { openTestDatabase } from "@tests/support/server/database.ts";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { users } from "./schema.ts";
import { warmUp } from "./warm-up.ts";

test("after the warm-up PostgreSQL has a cached plan for each hot statement", async () => {
  const database = await openTestDatabase();
  const userById = database.query
    .select()
    .from(users)
    .where(sql`${users.id} = ${sql.placeholder("id")}`)
    .prepare("user_by_id");

  await warmUp({ firstPage: [() => userById.execute({ id: 1 })], firstUses: [] });

  const { rows } = await database.query.execute(
    sql`select generic_plans > 0 as settled from pg_prepared_statements where name = 'user_by_id'`,
  );
  expect(rows).toEqual([{ settled: true }]);
  await database.remove();
});
