import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildTestApp, registerMember, type TestApp, verifiedAdmin } from "../../support/server/app.ts";
import { makeItem } from "../../support/server/content.ts";
import { openTestDatabase } from "../../support/server/database.ts";
import { writeMembers } from "./members.ts";

/** `npm run prove` asks for more. Without rounds no time is measured: what few of them say is chance. */
const many = Number(process.env.HEARING_MEMBERS ?? 2_000);
const rounds = Number(process.env.PUBLISH_ROUNDS ?? 0);
const few = 100;
/** What publishing may cost more with many members. */
const bound = 1.2;
/** What is in question is how much longer one takes than the other, not whether a busy machine is in time. */
const transactionLimit = 60_000;

interface Site {
  readonly app: TestApp;
  readonly publish: () => Promise<void>;
  readonly prepare: () => Promise<void>;
}
const sites: Site[] = [];
beforeAll(
  async () => {
    for (const members of [few, many]) sites.push(await openSite(members));
  },
  120_000 + many * 10,
);
afterAll(async () => {
  for (const { app } of sites) await app.close();
});

async function openSite(members: number): Promise<Site> {
  const db = await openTestDatabase({ transactionLimit });
  const app = await buildTestApp({ rateLimits: false }, null, { db });
  const [writer, admin] = [await registerMember(app, "TechWriter"), await verifiedAdmin(app)];
  const followed = { authorId: writer.user_id, categoryId: 2, label: "node 20", word: "streams" };
  await writeMembers(app.db, members, { ...followed, at: new Date() });
  await app.db.query.execute("analyze");
  const waiting: number[] = [];
  return {
    app,
    async prepare() {
      const item = { authorId: writer.user_id, categoryId: 2, appliesTo: ["node 20"] };
      waiting.push(await makeItem(app, { ...item, status: "Pending", title: "New about streams" }));
    },
    async publish() {
      const answer = await app.call("POST", `/admin/content/${waiting.shift()}/approve`, {
        token: admin.access_token,
        body: { revision: 1 },
      });
      expect(answer.status).toBe(200);
    },
  };
}

/** Rows of each table. */
async function countRows({ db }: TestApp): Promise<Record<string, number>> {
  const { rows } = await db.query.execute<{ name: string }>(
    sql`select relname as name from pg_stat_user_tables order by relname`,
  );
  const counts = rows.map(({ name }) => `select '${name}' as name, count(*)::int as count from ${name}`);
  const counted = await db.query.execute<{ name: string; count: number }>(counts.join(" union all "));
  return Object.fromEntries(counted.rows.map(({ name, count }) => [name, count]));
}

const median = (times: readonly number[]) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;

test("publishing writes the same rows with few members and with many", async () => {
  const written = [];
  for (const { app, prepare, publish } of sites) {
    // The first one warms up.
    for (let count = 0; count < 2; count += 1) await prepare();
    await publish();
    const before = await countRows(app);
    await publish();
    const after = await countRows(app);
    const changed = Object.entries(after).filter(([name, count]) => count !== before[name]);
    written.push(Object.fromEntries(changed.map(([name, count]) => [name, count - (before[name] ?? 0)])));
  }
  expect(written[0]).toEqual(written[1]);
  expect(written[1]).toMatchObject({ jobs: 2, ledger: 1 });
});

/** Not registered without rounds: a skipped test would count as a failure. */
if (rounds > 0)
  test("publishing takes the same time with few members and with many", {
    timeout: 120_000 + rounds * 2_000,
  }, async () => {
    const times = sites.map((): number[] => []);
    for (let round = 0; round < rounds; round += 1) {
      // In turns, and each of them first as often: what else the machine does meets both.
      const order = round % 2 === 0 ? [0, 1] : [1, 0];
      for (const index of order) await sites[index]?.prepare();
      for (const index of order) {
        const began = performance.now();
        await sites[index]?.publish();
        times[index]?.push(performance.now() - began);
      }
    }
    const [small, large] = times.map(median) as [number, number];
    const ratio = large / small;
    process.stdout.write(
      `FIGURE publishing, median of ${rounds} in turns: ${small.toFixed(1)} ms with ${few} members, ${large.toFixed(1)} ms with ${many}: ${ratio.toFixed(2)} times (bound ${bound})\n`,
    );
    expect(ratio).toBeLessThanOrEqual(bound);
  });
