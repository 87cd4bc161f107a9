import { openTestDatabase, type TestDatabase } from "@tests/support/server/database.ts";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";

interface Trigger extends Record<string, unknown> {
  readonly table: string;
  readonly name: string;
  /** As PostgreSQL writes the statement that makes it. */
  readonly made: string;
  readonly keeps: string | null;
}

let database: TestDatabase;
let triggers: Trigger[];
beforeAll(async () => {
  database = await openTestDatabase();
  // Before a row's change, then after it; of each the order is that of the names.
  const { rows } = await database.query.execute<Trigger>(sql`
    select relname as "table", tgname as name, pg_get_triggerdef(pg_trigger.oid) as made,
      obj_description(pg_trigger.oid, 'pg_trigger') as keeps
    from pg_trigger join pg_class on pg_class.oid = tgrelid
    where not tgisinternal
    order by relname collate "C", tgtype & 2 desc, tgname collate "C"`);
  triggers = rows;
});
afterAll(() => database.remove());

function pageOf(all: readonly Trigger[]): string {
  const tables = [...new Set(all.map(({ table }) => table))];
  return `# Triggers

Triggers enforce what must hold no matter who writes a row; services do everything else. This page lists all ${all.length} of
them, by table, in the order in which they fire. None depends on that order. Whatever a trigger does, PostgreSQL undoes with
the transaction, and sends its notices at the commit. \`tell\` sends them: 'shared_answers' drops kept answers (\`events\`), the
other channels wake a job or reach sockets.

This page is generated from the database: what a trigger keeps is its comment in \`apps/server/src/db/migrations\`. To regenerate it:
\`npx vitest run --project server src/db/triggers.test.ts -u\`.
${tables
  .map(
    (table) =>
      `\n## ${table}\n\n| trigger | fires | does | keeps |\n| --- | --- | --- | --- |\n${rowsOf(table)}`,
  )
  .join("")}`;
}

const rowsOf = (table: string): string =>
  triggers
    .filter((trigger) => trigger.table === table)
    .map(({ name, made, keeps }) => {
      const [, moment = "", condition, does = ""] =
        /((?:BEFORE|AFTER) .+) ON \S+ FOR EACH ROW (?:WHEN \((.+)\) )?EXECUTE FUNCTION (.+)$/.exec(made) ??
        [];
      const events = moment.toLowerCase().replaceAll(" or ", ", ");
      const fires = condition ? `${events}, when \`${condition}\`` : events;
      return `| \`${name}\` | ${fires} | \`${does}\` | ${keeps} |\n`;
    })
    .join("");

test("docs/evidence/triggers.md lists every trigger, when it fires and what it keeps", async () => {
  await expect(pageOf(triggers)).toMatchFileSnapshot("../../../../docs/evidence/triggers.md");
});

test("every trigger works on rows and says what it keeps", () => {
  expect(triggers.filter(({ keeps, made }) => !keeps || !made.includes(" FOR EACH ROW "))).toEqual([]);
});

test("a table has few triggers, and all tables together fewer than 45", () => {
  const onContent = triggers.filter(({ table }) => table === "content");
  expect(onContent.length).toBeLessThanOrEqual(5);
  expect(triggers.length).toBeLessThan(45);
});
