import { chmod, mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  copyTemplate,
  openTestDatabase,
  silentLog,
  type TestDatabase,
} from "@tests/support/server/database.ts";
import { type SQL, sql } from "drizzle-orm";
import { afterEach, expect, test } from "vitest";
import { openDatabase } from "../database.ts";
import { DatabaseUnavailable } from "../errors.ts";

const opened: TestDatabase[] = [];
afterEach(async () => {
  for (const database of opened.splice(0).reverse()) await database.remove();
});
async function open(...settings: Parameters<typeof openTestDatabase>): Promise<TestDatabase> {
  const database = await openTestDatabase(...settings);
  opened.push(database);
  return database;
}

/** Sends a statement now; the query builder by itself waits until somebody awaits it. */
const send = (database: TestDatabase, statement: SQL) =>
  Promise.resolve(database.query.execute(statement).then());
const loopForEver = sql`do $$ begin loop end loop; end $$`;
/** Nothing on this side feeds a COPY, which ends the session of any PostgreSQL. */
const endSession = sql`copy pg_class from stdin`;

test("a hanging statement alone is refused: earlier writes are kept, and what waits for it runs once", async () => {
  const database = await open({ statementLimit: 300 });
  await database.query.execute(sql`create table kept (id int)`);
  await database.query.execute(sql`insert into kept values (1)`);

  const results = await Promise.allSettled([
    send(database, loopForEver),
    send(database, sql`insert into kept values (2)`),
    database.transaction((tx) => tx.execute(sql`insert into kept values (3)`)),
  ]);

  expect(results.map((result) => result.status === "rejected" && result.reason)).toEqual([
    expect.any(DatabaseUnavailable),
    false,
    false,
  ]);
  const { rows } = await database.query.execute(sql`select id from kept order by id`);
  expect(rows).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
});

test("a transaction whose statement hangs is refused as a whole, and does not run again", async () => {
  const database = await open({ statementLimit: 300, transactionLimit: 300 });
  await database.query.execute(sql`create table kept (id int)`);
  let runs = 0;
  const hanging = database.transaction(async (tx) => {
    runs += 1;
    await tx.execute(sql`insert into kept values (1)`);
    await Promise.all([tx.execute(loopForEver), tx.execute(sql`insert into kept values (2)`)]);
  });

  await expect(hanging).rejects.toThrow();
  expect(runs).toBe(1);
  expect((await database.query.execute(sql`select id from kept`)).rows).toEqual([]);
});

test("a copy of the files waits for the transaction that is open", async () => {
  const database = await open();
  await database.query.execute(sql`create table kept (id int)`);
  const order: string[] = [];
  const copying = database.copyFiles?.(join(database.dataDir, "copy")).then(() => void order.push("copied"));
  await database.transaction(async (tx) => {
    for (let id = 1; id <= 200; id += 1) await tx.execute(sql`insert into kept values (${id})`);
  });
  order.push("committed");
  await copying;
  expect(order).toEqual(["committed", "copied"]);
});

test("a slow statement within its limit may finish, and maintenance has its own limit", async () => {
  const database = await open({ statementLimit: 400, maintenanceLimit: 20_000 });

  await database.query.execute(sql`select pg_sleep(0.2)`);
  await database.query.execute(sql`select pg_sleep(0.2)`);
  await database.maintain("select pg_sleep(0.8)");

  await expect(database.query.execute(sql`select pg_sleep(5)`)).rejects.toThrow("no answer within 400 ms");
});

test("a backend that breaks is replaced", async () => {
  const database = await open();

  await expect(send(database, endSession)).rejects.toThrow(DatabaseUnavailable);

  await expect(database.query.execute(sql`select 1 as one`)).resolves.toMatchObject({ rows: [{ one: 1 }] });
});

test("while the files cannot be opened calls are refused at once, and the engine recovers by itself", async () => {
  const dataDir = await copyTemplate();
  const database = await open({ dataDir });
  const version = join(dataDir, "db", "PG_VERSION");
  await writeFile(version, "17\n");

  await expect(send(database, endSession)).rejects.toThrow(DatabaseUnavailable);
  // A call that waited for the engine to come back would wait for ever.
  for (const _call of [1, 2]) {
    await expect(send(database, sql`select 1`)).rejects.toThrow("could not be started");
  }

  await writeFile(version, "18\n");
  const isBack = () =>
    send(database, sql`select 1`).then(
      () => true,
      () => false,
    );
  await expect.poll(isBack, { timeout: 20_000 }).toBe(true);
});

test("listeners stay subscribed after the engine was lost, and learn that they may have missed notifications", async () => {
  const database = await open({ statementLimit: 300 });
  const heard: string[] = [];
  await database.listen(
    "news",
    (payload) => heard.push(payload),
    () => heard.push("gap"),
  );

  await database.query.execute(loopForEver).catch(() => {});
  await database.query.execute(sql`select pg_notify('news', 'after')`);

  expect(heard).toEqual(["gap", "after"]);
});

test("closing finishes running work and refuses new work", async () => {
  const database = await open();
  await database.query.execute(sql`create table kept (id int)`);

  const running = [
    send(database, sql`insert into kept select 1 from pg_sleep(0.1)`),
    database.transaction((tx) => tx.execute(sql`insert into kept values (2)`)),
  ];
  const closed = database.close();

  await expect(database.query.execute(sql`select 1`)).rejects.toThrow(DatabaseUnavailable);
  await expect(database.transaction((tx) => tx.execute(sql`select 1`))).rejects.toThrow(DatabaseUnavailable);
  await Promise.all([...running, closed]);
  const again = await open({ dataDir: database.dataDir });
  const { rows } = await again.query.execute(sql`select id from kept order by id`);
  expect(rows).toEqual([{ id: 1 }, { id: 2 }]);
});

test("a closed database was shut down cleanly: the next start has nothing to recover", async () => {
  const database = await open();
  await database.query.execute(sql`create table kept (id int)`);
  await database.close();

  const control = await readFile(join(database.dataDir, "db", "global", "pg_control"));
  const shutDown = 1;
  // After the system's identifier (8 bytes) and two version numbers (4 each).
  expect(control.readInt32LE(16)).toBe(shutDown);
});

test("only their owner can read the files of the database", async () => {
  const dataDir = await copyTemplate();
  await chmod(join(dataDir, "db"), 0o755);
  await open({ dataDir });

  for (const folder of ["db", "lock"]) {
    expect((await stat(join(dataDir, folder))).mode & 0o777).toBe(0o700);
  }
});

test("an interrupted first start is repaired by the next one", async () => {
  const template = await copyTemplate();
  const dataDir = join(template, "fresh");
  await mkdir(join(dataDir, "db.creating"), { recursive: true });
  await writeFile(join(dataDir, "db.creating", "PG_VERSION"), "18\n");

  const database = await open({ dataDir });

  await database.ping();
  expect((await readdir(dataDir)).sort()).toEqual(["db", "lock"]);
});

test("files of another PostgreSQL version are refused with a clear message, unchanged and unlocked", async () => {
  const dataDir = await copyTemplate();
  const version = join(dataDir, "db", "PG_VERSION");
  await writeFile(version, "17\n");

  const refusal = openDatabase({ dataDir, log: silentLog });
  await expect(refusal).rejects.toThrow("initialized by PostgreSQL version 17");

  await writeFile(version, "18\n");
  await open({ dataDir });
});
