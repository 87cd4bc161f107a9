import { writeSync } from "node:fs";
import { sql } from "drizzle-orm";
import { type Database, DataDirectoryInUse, openDatabase } from "../../../../apps/server/src/db/database.ts";
import { migrate } from "../../../../apps/server/src/db/migrate.ts";

/**
 * A process of its own for tests that kill one, trace one or start several:
 * `node database-program.js TASK DATA_DIR [ARGUMENT]`. Each line that it says is said synchronously, so that
 * no line outlives or precedes what it tells of.
 */
const say = (line: string) => writeSync(1, `${line}\n`);
const log = { info() {}, warn() {}, error: (facts: object) => console.error(facts) };

const tasks: Record<string, (database: Database, argument: string) => Promise<void>> = {
  /** Owns the directory until it is killed. */
  async hold() {
    await new Promise(() => setInterval(() => {}, 1_000));
  },

  async commit(database, count) {
    for (let number = 1; number <= Number(count); number += 1) {
      await database.query.execute(sql`insert into writes (label) values (${number})`);
      say(`committed ${number}`);
    }
  },

  /** Single rows from twenty callers at once. */
  async commitTogether(database, count) {
    const commit = async () => {
      for (let number = 1; number <= Number(count) / 20; number += 1) {
        await database.query.execute(sql`insert into writes (label) values (${"x".repeat(500)})`);
      }
    };
    await Promise.all(Array.from({ length: 20 }, commit));
  },

  /** Writes single rows and pairs from several callers at once until it is killed. */
  async write(database, life) {
    const write = async (writer: number) => {
      for (let number = 1; ; number += 1) {
        const label = `${life}-${writer}-${number}`;
        if (writer % 2 === 0) await database.query.execute(sql`insert into writes (label) values (${label})`);
        else {
          await database.transaction(async (tx) => {
            await tx.execute(sql`insert into writes (label) values (${label})`);
            await tx.execute(sql`insert into writes (label) values (${label})`);
          });
        }
        say(`${writer % 2 === 0 ? "single" : "pair"} ${label}`);
      }
    };
    // Most of them single rows: commits that share a sync are what a kill then interrupts.
    await Promise.all([0, 2, 4, 6, 8, 10, 12, 14, 1, 3].map(write));
  },

  async migrate(database, folder) {
    await migrate(database, { folder });
  },
};

const [task = "", dataDir = "", argument = ""] = process.argv.slice(2);
try {
  const database = await openDatabase({ dataDir, log });
  say(`open ${process.pid}`);
  await tasks[task]?.(database, argument);
  await database.close();
  say("closed");
} catch (error) {
  if (!(error instanceof DataDirectoryInUse)) throw error;
  say(`refused ${error.pid}`);
}
