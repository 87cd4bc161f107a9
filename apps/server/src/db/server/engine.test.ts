import {
  openTestDatabase,
  silentLog,
  type TestDatabase,
  testServer,
} from "@tests/support/server/database.ts";
import { openServerLine, type ServerLine } from "@tests/support/server/server-line.ts";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { asWork, workOfMember } from "../../lib/work.ts";
import type { Database } from "../database-interface.ts";
import { DatabaseUnavailable, DatabaseUnusable, TransactionEnded } from "../errors.ts";
import { openServer } from "./engine.ts";

// Run by `npm run test:scale`.

let own: TestDatabase;
let line: ServerLine;
/** The same database, reached through a line that can break. */
let database: Database;
beforeAll(async () => {
  own = await openTestDatabase();
  await own.query.execute(sql`create table tallies (id int primary key, count int not null)`);
  line = await openServerLine(own.url);
  database = await openServer({ url: line.url, log: silentLog, connections: 3 });
});
afterEach(() => line.restore());
afterAll(async () => {
  await database.close();
  await line.close();
  await own.remove();
});

const nobody = { url: "postgres://cairn:secret@127.0.0.1:1/cairn", log: silentLog };
const back = (on = database) =>
  expect
    .poll(() =>
      on.ping().then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);

/** Two tallies at nought. */
async function tallies(first: number, second: number): Promise<void> {
  await own.query.execute(sql`insert into tallies values (${first}, 0), (${second}, 0)`);
}
async function countOf(id: number): Promise<unknown> {
  const { rows } = await own.query.execute(sql`select count from tallies where id = ${id}`);
  return rows[0]?.count;
}
const raise = (db: Pick<Database["query"], "execute">, id: number) =>
  db.execute(sql`update tallies set count = count + 1 where id = ${id}`);

/** A promise and what fulfils it. */
function moment(): { came: Promise<void>; come: () => void } {
  let come = () => {};
  const came = new Promise<void>((resolve) => {
    come = resolve;
  });
  return { came, come };
}

/** Ends every connection of others, from the server's side. */
const terminateOthers = () =>
  own.query.execute(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'cairn' and pid <> pg_backend_pid()`);

test("an address where no server answers is refused in one line without its password", async () => {
  const error = await openServer(nobody).catch((thrown: unknown) => thrown);

  expect(error).toBeInstanceOf(DatabaseUnusable);
  expect(String(error)).toBe(
    "DatabaseUnusable: the database cairn at 127.0.0.1:1 cannot be used: connect ECONNREFUSED 127.0.0.1:1",
  );
});

test("a missing database is refused by name", async () => {
  const url = new URL(testServer());
  url.pathname = "/not_there";

  await expect(openServer({ url: url.href, log: silentLog })).rejects.toThrow(
    'cannot be used: database "not_there" does not exist',
  );
});

test("two transactions that lock the same rows in opposite order both commit", async () => {
  await tallies(1, 2);
  const [firstHas, secondHas] = [moment(), moment()];
  const both = (mine: number, theirs: number, have: ReturnType<typeof moment>, wait: Promise<void>) =>
    own.transaction(
      async (tx) => {
        await raise(tx, mine);
        have.come();
        await wait;
        await raise(tx, theirs);
      },
      // PostgreSQL looks for a circle after a second.
      { limit: 20_000 },
    );

  await Promise.all([both(1, 2, firstHas, secondHas.came), both(2, 1, secondHas, firstHas.came)]);

  expect([await countOf(1), await countOf(2)]).toEqual([2, 2]);
});

test("other failures are not retried", async () => {
  let tried = 0;
  const result = own.transaction(async (tx) => {
    tried += 1;
    await tx.execute(sql`insert into tallies values (1, 0), (1, 0)`);
  });

  await expect(result).rejects.toMatchObject({ code: "23505" });
  expect(tried).toBe(1);
});

test("a transaction that stays open too long is ended even during a statement, and its locks are released", async () => {
  await tallies(3, 4);
  const result = own.transaction(
    async (tx) => {
      await raise(tx, 3);
      await tx.execute(sql`select pg_sleep(60)`);
    },
    { limit: 200 },
  );

  // Both sides keep the time, and whichever looks first says so.
  const failure = await result.catch((error: unknown) => error);
  expect([TransactionEnded, DatabaseUnavailable].some((kind) => failure instanceof kind)).toBe(true);
  await raise(own.query, 3);
  expect(await countOf(3)).toBe(1);
});

test("a statement that takes too long is ended by the server, and the connection serves others", async () => {
  const hasty = await openServer({ url: own.url, log: silentLog, statementLimit: 100, connections: 1 });

  await expect(hasty.query.execute(sql`select pg_sleep(60)`)).rejects.toThrow(DatabaseUnavailable);
  await hasty.ping();
  const { rows } = await own.query.execute(sql`
    select count(*)::int as sleeping from pg_stat_activity
    where datname = current_database() and state = 'active' and query like '%pg_sleep(60)%'
      and pid <> pg_backend_pid()`);

  expect(rows).toEqual([{ sleeping: 0 }]);
  await hasty.close();
});

test("a caller waits when every connection is taken, and fails when that takes too long", async () => {
  const narrow = await openServer({ url: own.url, log: silentLog, connections: 1 });
  const free = moment();
  const holding = narrow.transaction(() => free.came);
  const patient = narrow.query.execute(sql`select 1`).then(() => "answered");
  await expect.poll(() => narrow.figures).toMatchObject({ waiting: 1, connections: { open: 1, idle: 0 } });
  free.come();
  await holding;
  expect(await patient).toBe("answered");

  const again = moment();
  const heldLong = narrow.transaction(() => again.came);
  const ofMember = asWork(workOfMember(1), async () => void (await narrow.query.execute(sql`select 1`)));
  await expect(ofMember).rejects.toThrow(DatabaseUnavailable);
  again.come();
  await heldLong;
  await narrow.close();
});

test("statements fail as unavailable while the server is away, and succeed once it is back", async () => {
  const inside = moment();
  const cutOff = database.transaction(async (tx) => {
    await raise(tx, 4);
    inside.come();
    await tx.execute(sql`select pg_sleep(60)`);
  });
  await inside.came;
  const before = await countOf(4);
  line.cut();

  await expect(cutOff).rejects.toThrow(DatabaseUnavailable);
  await expect(database.query.execute(sql`select 1`)).rejects.toThrow(DatabaseUnavailable);
  await expect(database.transaction(async () => {})).rejects.toThrow(DatabaseUnavailable);
  await expect(database.ping()).rejects.toThrow(DatabaseUnavailable);

  line.restore();
  await back();
  expect(await countOf(4)).toBe(before);
});

test("a silent server fails a ping within its limit", async () => {
  await database.ping();
  line.hush();
  await expect(database.ping()).rejects.toThrow(DatabaseUnavailable);
  line.cut();
  line.restore();
  await back();
});

test("connections that the server ends are replaced", async () => {
  await Promise.all([database.ping(), database.ping(), database.ping()]);
  await terminateOthers();
  await back();
  await expect(database.transaction((tx) => tx.execute(sql`select 1`))).resolves.toBeDefined();
});

test("a listener that loses its connection learns of the gap once, then receives everything again", async () => {
  const heard: string[] = [];
  let gaps = 0;
  const stop = await database.listen(
    "news",
    (payload) => heard.push(payload),
    () => {
      gaps += 1;
    },
  );
  const tell = (payload: string) => own.query.execute(sql`select pg_notify('news', ${payload}::text)`);
  await tell("before");
  await expect.poll(() => heard).toEqual(["before"]);

  await terminateOthers();
  await expect.poll(() => gaps).toBe(1);
  await tell("between");
  await expect.poll(() => heard).toEqual(["before", "between"]);

  line.cut();
  await tell("missed");
  line.restore();
  await expect.poll(() => gaps).toBe(2);
  await tell("after");
  await expect.poll(() => heard).toEqual(["before", "between", "after"]);
  await stop();
});

test("after catching up, an instance has received the notices of every commit acknowledged before", async () => {
  const heard: string[] = [];
  const stop = await own.listen("caught_up", (payload) => heard.push(payload));
  const rounds = Array.from({ length: 200 }, (_, round) => String(round));

  for (const round of rounds) {
    await own.query.execute(sql`select pg_notify('caught_up', ${round}::text)`);
    await own.caughtUp();
    expect(heard.at(-1)).toBe(round);
  }
  heard.length = 0;
  await Promise.all(
    rounds.map(async (round) => {
      await own.query.execute(sql`select pg_notify('caught_up', ${round}::text)`);
      await own.caughtUp();
      expect(heard).toContain(round);
    }),
  );
  await stop();
});

test("while the connection is lost, catching up waits for the next connection, which reports the gap", async () => {
  let gaps = 0;
  const stop = await database.listen(
    "interrupted",
    () => {},
    () => {
      gaps += 1;
    },
  );
  line.cut();
  const waiting = database.caughtUp().then(() => gaps);
  line.restore();

  expect(await waiting).toBe(1);
  await stop();
});

test("a listener notices a server that vanished silently", async () => {
  let gaps = 0;
  const stop = await database.listen(
    "quiet",
    () => {},
    () => {
      gaps += 1;
    },
  );
  line.hush();
  // Its connection is asked now and then, and given up when no answer comes; a new one gets through.
  await expect.poll(() => line.heldBack(), { timeout: 10_000 }).toBeGreaterThan(0);
  line.restore();
  await expect.poll(() => gaps, { timeout: 15_000 }).toBe(1);
  await stop();
});

test("a closed database refuses everything as unavailable", async () => {
  const closed = await openServer({ url: own.url, log: silentLog });
  await closed.listen("news", () => {});
  await closed.close();

  await expect(closed.query.execute(sql`select 1`)).rejects.toThrow(DatabaseUnavailable);
  await expect(closed.transaction(async () => {})).rejects.toThrow(DatabaseUnavailable);
  await expect(closed.listen("news", () => {})).rejects.toThrow(DatabaseUnavailable);
});
