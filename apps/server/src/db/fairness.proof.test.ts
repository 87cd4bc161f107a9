import { openTestDatabase, type TestDatabase } from "@tests/support/server/database.ts";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { asWork, type Work, workOfAddress, workOfMember } from "../lib/work.ts";
import { DatabaseBusy } from "./errors.ts";

// `npm run prove -- fairness` measures what members feel, on sites of 10,000 items. Here the order of answers shows it.

let db: TestDatabase;
beforeAll(async () => {
  db = await openTestDatabase();
  // From now on it is known that these take long.
  await long();
  await longTransaction();
});
afterAll(() => db.remove());

/** More than either engine does at once; they take most of the time of this file. */
const many = 15;
const counting = (rows: number) => sql`select count(*) from generate_series(1, ${sql.raw(String(rows))})`;
/** A statement is made when it is awaited, which has to be part of the work. */
const statement = (rows: number) => async () => void (await db.query.execute(counting(rows)));
const transaction = (rows: number) => () => db.transaction((tx) => tx.execute(counting(rows)));
const [long, short] = [statement(150_000), statement(1)];
const [longTransaction, shortTransaction] = [transaction(150_000), transaction(1)];

/** How many of the many that one asks for at once are answered before a few that another asks for afterwards. */
async function answeredBefore(
  [greedy, ask]: readonly [Work, () => Promise<unknown>],
  [modest, askLittle]: readonly [Work, () => Promise<unknown>],
): Promise<number> {
  let answered = 0;
  const all = Array.from({ length: many }, async () => {
    await asWork(greedy, ask);
    answered += 1;
  });
  for (let count = 0; count < 3; count += 1) await asWork(modest, askLittle);
  const before = answered;
  await Promise.all(all);
  return before;
}

test.each([
  ["long statements", "a statement", long, short],
  ["long statements", "a transaction", long, shortTransaction],
  ["long transactions", "a statement", longTransaction, short],
  ["long transactions", "a transaction", longTransaction, shortTransaction],
])(
  "fifteen %s of one sender delay three times %s of another by a few at most",
  async (_many, _few, ask, askLittle) => {
    const [member, address] = [workOfMember(1), workOfAddress("192.0.2.1")];
    for (const [greedy, modest] of [
      [member, workOfMember(2)],
      [member, address],
      [address, member],
    ] as const)
      expect(await answeredBefore([greedy, ask], [modest, askLittle])).toBeLessThan(many / 1.5);
  },
);

test("of too many statements of a sender the newest are refused, and nobody else's", async () => {
  await statement(3_000)();
  const outcomes = Array.from({ length: 2_300 }, () =>
    asWork(workOfMember(3), statement(3_000)).then(
      () => "answered",
      (error: unknown) => (error instanceof DatabaseBusy ? error.message : "failed"),
    ),
  );
  const other = asWork(workOfMember(4), short).then(() => "answered");
  const all = await Promise.all(outcomes);
  expect(await other).toBe("answered");
  // On a slow machine some are refused for another reason: they waited for eight seconds.
  const tooMany = "The statement was not begun: too much of its sender waits";
  expect(all.indexOf(tooMany)).toBeGreaterThanOrEqual(2_000);
  expect(new Set(all.slice(all.indexOf(tooMany)))).toEqual(new Set([tooMany]));
});
