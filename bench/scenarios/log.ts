import { sql } from "drizzle-orm";
import { appendToLedger } from "../../apps/server/src/modules/ledger/ledger.repository.ts";
import { makeLogTiles } from "../../tests/support/server/log-tiles.ts";
import { medians } from "../support/compare.ts";
import { type FilledApp, openFilledApp } from "../support/filled-app.ts";

/** Rows of the log. The posts are as many in both, so that the number of rows alone differs. */
const sizes = [1_000, 1_000_000];
const items = 1_000;
/** A leaf of a decision has so many characters. */
const leafLength = 380;
const limit = 3_600_000;

/** What do a row, a checkpoint and a proof cost in a log of a million rows, against one of a thousand? */
export async function scenario() {
  const logs = new Map<number, FilledApp>();
  for (const size of sizes) logs.set(size, await openLog(size));
  const works = {
    append: (log: FilledApp) => append(log),
    "append and checkpoint": async (log: FilledApp) => {
      await append(log);
      await log.sign();
      await log.call("GET", "/log/checkpoint");
    },
    proof: (log: FilledApp, round: number) => log.call("GET", `/content/${1 + ((round * 7) % items)}/proof`),
    "tile of entries": (log: FilledApp, round: number) => log.call("GET", `/log/tile/entries/00${round % 3}`),
  };
  const subjects = Object.entries(works).flatMap(([name, work]) =>
    [...logs].map(([size, log]) => ({ name: `${name} ${size}`, run: (round: number) => work(log, round) })),
  );
  const costs = await medians(subjects);
  for (const log of logs.values()) await log.close();
  return Object.keys(works).map((name) => {
    const [few = Number.NaN, many = Number.NaN] = sizes.map(
      (size) => costs.get(`${name} ${size}`) ?? Number.NaN,
    );
    return {
      work: name,
      "ms at 1,000 rows": Number(few.toFixed(2)),
      "ms at 1,000,000": Number(many.toFixed(2)),
      ratio: Number((many / few).toFixed(2)),
    };
  });
}

async function openLog(size: number): Promise<FilledApp> {
  const log = await openFilledApp(items);
  await log.db.transaction(
    async (tx) => {
      // Row by row the triggers would need an hour.
      await tx.execute(sql`set local session_replication_role = replica`);
      await tx.execute(sql`
        insert into ledger_leaves select n, leaf, sha256(leaf::bytea)
        from generate_series(${items + 1}::int, ${size}::int) n,
          rpad('{"content":' || n || ',"seq":' || n || ',', ${leafLength}::int, 'x') leaf`);
      await makeLogTiles(tx);
    },
    { limit },
  );
  await log.db.maintain("vacuum (analyze)");
  await log.sign();
  return log;
}

/** One more decision about the newest post. */
async function append({ db }: FilledApp): Promise<void> {
  await db.transaction((tx) =>
    appendToLedger(tx, {
      contentId: 1,
      revisionId: 1,
      revisionNumber: 1,
      revisionHash: Buffer.alloc(32),
      mediaHash: null,
      decision: "approved",
      reviewerId: 1,
      reason: null,
      decidedAt: new Date(),
    }),
  );
}
