import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import pino from "pino";
import { buildApp } from "../../apps/server/src/app.ts";
import { readConfig } from "../../apps/server/src/config.ts";
import { type Database, openDatabase } from "../../apps/server/src/db/database.ts";
import { migrate } from "../../apps/server/src/db/migrate.ts";
import { encodeCursor } from "../../apps/server/src/lib/cursor.ts";

const itemCount = 100_000;
const deep = 90_000;
const rounds = 15;
const callsPerRound = 20;

/** Does the list cost the same at its start and after item 90,000, followed by cursor? */
export async function scenario() {
  const dataDir = await mkdtemp(join(tmpdir(), "cairn-bench-"));
  const log = pino({ level: "silent" });
  const db = await openDatabase({ dataDir, log, statementLimit: 300_000, transactionLimit: 300_000 });
  await migrate(db);
  await fill(db);
  const config = readConfig({ DATA_DIR: dataDir, RATE_LIMITS: "off" });
  const { http } = await buildApp({
    config,
    db,
    secret: "x".repeat(40),
    log,
    mediaDir: dataDir,
    siteDir: null,
  });

  const place = await db.query.execute<{ id: number; at: Date }>(
    sql`select id::int, published_at as at from content order by published_at desc, id desc offset ${deep} limit 1`,
  );
  const [after] = place.rows;
  if (!after) throw new Error("too few items");
  const pages = {
    "first page": "/content?per_page=10",
    [`page after item ${deep}`]: `/content?per_page=10&cursor=${encodeCursor({ at: new Date(after.at), id: after.id })}`,
    "one item": `/content/${after.id}`,
  };
  const times = new Map(Object.keys(pages).map((name) => [name, [] as number[]]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, url] of Object.entries(pages)) {
      const begun = performance.now();
      for (let call = 0; call < callsPerRound; call += 1) {
        const answer = await http.inject({ url });
        if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.statusCode} ${answer.body}`);
      }
      // The first round warms up.
      if (round > 0) times.get(name)?.push((performance.now() - begun) / callsPerRound);
    }
  }
  await http.close();
  await db.close();
  await rm(dataDir, { recursive: true });

  const base = median(times.get("first page") ?? []);
  return [...times].map(([name, measured]) => ({
    call: name,
    "median ms": Number(median(measured).toFixed(3)),
    "to the first page": Number((median(measured) / base).toFixed(2)),
  }));
}

const median = (values: number[]) =>
  values.toSorted((one, other) => one - other)[values.length >> 1] ?? Number.NaN;

/** Published items a minute apart, each with its revision and its approving ledger row. */
async function fill(db: Database): Promise<void> {
  const hash = sql.raw("decode(md5(n::text) || md5('x' || n::text), 'hex')");
  await db.transaction(
    async (tx) => {
      await tx.execute(
        sql`insert into users (name, email, role, verified_at) values ('Bench', 'bench@example.test', 'Admin', now())`,
      );
      // The trigger would update a few rows 100,000 times in one transaction: they are written once, below.
      await tx.execute(sql`alter table content disable trigger content_keeps_counts`);
      await tx.execute(sql`insert into content (id, author_id, status, latest_revision)
        select n, 1, 'Draft', 1 from generate_series(1, ${itemCount}::int) n`);
      await tx.execute(sql`insert into revisions (id, content_id, number, title, body, body_html, content_type, category_id, hash)
        select n, n, 1, 'Title ' || n, repeat('Some words about engines. ', 12), '', 'Article', 1 + n % 5, ${hash}
        from generate_series(1, ${itemCount}::int) n`);
      await tx.execute(sql`insert into ledger (seq, content_id, revision_id, revision_number, revision_hash, decision, reviewer_id, decided_at, previous_hash, hash)
        select n, n, n, 1, ${hash}, 'approved', 1, now(), decode(md5((n-1)::text) || md5('x' || (n-1)::text), 'hex'), ${hash}
        from generate_series(1, ${itemCount}::int) n`);
      await tx.execute(sql`update content set status = 'Published', published_revision_id = id, published_review = id,
        published_at = now() - (id || ' minutes')::interval`);
      await tx.execute(sql`alter table content enable trigger content_keeps_counts`);
      await tx.execute(
        sql`insert into content_counts (author_id, status, total) values (1, 'Published', ${itemCount}::int)`,
      );
      await tx.execute(sql`update categories set posts = ${itemCount}::int / 5`);
    },
    { limit: 300_000 },
  );
  await db.maintain("vacuum (analyze)");
}
