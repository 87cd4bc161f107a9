import { openTestDatabase, type TestDatabase } from "@tests/support/server/database.ts";
import { eq, sql } from "drizzle-orm";
import { bigint, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { TransactionEnded, violates } from "./errors.ts";
import { named, type Queries } from "./queries.ts";

const notes = pgTable("notes", {
  id: bigint("id", { mode: "number" }).primaryKey(),
  text: text("text").notNull(),
  at: timestamp("at", { mode: "date", precision: 3, withTimezone: true }),
});

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  await database.query.execute(sql`
    create table notes (id bigint primary key, text text not null, at timestamptz(3));
    create table pages (note bigint constraint pages_note references notes (id))`);
});
afterAll(() => database.remove());

let lastId = 0;
const nextId = () => {
  lastId += 1;
  return lastId;
};
const add = (id: number, value = "a note") => database.query.insert(notes).values({ id, text: value });
const count = async (value: string) => {
  const rows = await database.query.select({ id: notes.id }).from(notes).where(eq(notes.text, value));
  return rows.length;
};

test("timestamps round-trip as the same instant, and bigints as numbers", async () => {
  const id = 2 ** 53 - 1;
  const at = new Date("2026-03-29T01:30:00.123Z");
  await database.query.insert(notes).values({ id, text: "a time", at });

  const [note] = await database.query.select().from(notes).where(eq(notes.id, id));

  expect(note).toEqual({ id, text: "a time", at });
});

test("a duplicate key reaches the caller as PostgreSQL's error, with its code and constraint", async () => {
  const id = nextId();
  await add(id);

  const error = await add(id, "secret").catch((thrown: unknown) => thrown);

  expect(error).toMatchObject({ code: "23505", constraint: "notes_pkey" });
  expect(violates(error, "notes_pkey")).toBe(true);
  expect(violates(error, "pages_note")).toBe(false);
  expect(String(error)).not.toContain("secret");
});

test("a missing parent row is identified by the name of its constraint", async () => {
  const error = await database.query
    .execute(sql`insert into pages values (-1)`)
    .catch((thrown: unknown) => thrown);

  expect(error).toMatchObject({ code: "23503", constraint: "pages_note" });
});

test("an error fails its own statement and none of those sent with it", async () => {
  const taken = nextId();
  await add(taken);

  const results = await Promise.allSettled(
    Array.from({ length: 100 }, (_, index) => (index % 2 === 0 ? add(nextId(), "sent along") : add(taken))),
  );

  expect(results.filter(({ status }) => status === "rejected")).toHaveLength(50);
  expect(await count("sent along")).toBe(50);
});

test("a prepared statement that fails once works again", async () => {
  const id = nextId();
  const insert = database.query
    .insert(notes)
    .values({ id: sql.placeholder("id"), text: "prepared" })
    .prepare("insert_note");

  await insert.execute({ id });
  await expect(insert.execute({ id })).rejects.toMatchObject({ code: "23505" });
  await insert.execute({ id: nextId() });

  expect(await count("prepared")).toBe(2);
});

test("a thousand statements at once each get their own answer", async () => {
  const answers = await Promise.all(
    Array.from({ length: 1_000 }, async (_, number) => {
      const { rows } = await database.query.execute(sql`select ${number}::int as number`);
      return rows[0]?.number;
    }),
  );

  expect(answers).toEqual(Array.from({ length: 1_000 }, (_, number) => number));
});

test("an answer of many megabytes arrives whole", async () => {
  const { rows } = await database.query.execute(sql`
    select repeat(md5(number::text), 1000) as text from generate_series(1, 300) number`);

  expect(rows.map(({ text }) => String(text).length)).toEqual(Array(300).fill(32_000));
});

test("a value of many megabytes is stored whole", async () => {
  const value = "åß∂".repeat(1_000_000);
  const id = nextId();
  await add(id, value);

  const [note] = await database.query.select().from(notes).where(eq(notes.id, id));

  expect(note?.text === value).toBe(true);
});

test("excessively nested input is refused and harms no other statement", async () => {
  const nested = "[".repeat(100_000);

  // Newer ones read as far as the text goes and find that it has no end.
  await expect(database.query.execute(sql`select ${nested}::jsonb`)).rejects.toMatchObject({
    code: expect.stringMatching(/^(22P02|54001)$/),
  });
  await expect(database.query.execute(sql.raw(`select ${"1 + ".repeat(50_000)} 1`))).rejects.toMatchObject({
    code: "54001",
  });
  await database.ping();
});

test("a transaction commits its work and returns its result", async () => {
  const answer = await database.transaction(async (tx) => {
    await tx.insert(notes).values({ id: nextId(), text: "committed" });
    await tx.insert(notes).values({ id: nextId(), text: "committed" });
    return "done";
  });

  expect(answer).toBe("done");
  expect(await count("committed")).toBe(2);
});

test("a transaction whose work throws leaves nothing behind", async () => {
  const failure = new Error("changed my mind");

  const result = database.transaction(async (tx) => {
    await tx.insert(notes).values({ id: nextId(), text: "thrown away" });
    throw failure;
  });

  await expect(result).rejects.toBe(failure);
  expect(await count("thrown away")).toBe(0);
});

test("a transaction that swallowed a statement's error is not reported as committed", async () => {
  const id = nextId();

  const result = database.transaction(async (tx) => {
    await tx.insert(notes).values({ id, text: "swallowed" });
    await tx
      .insert(notes)
      .values({ id, text: "swallowed" })
      .catch(() => {});
  });

  await expect(result).rejects.toThrow(TransactionEnded);
  expect(await count("swallowed")).toBe(0);
});

test("an open transaction's writes are invisible to others, and others' statements are not part of it", async () => {
  const seen: number[] = [];
  let others: Promise<unknown> = Promise.resolve();

  await database
    .transaction(async (tx) => {
      await tx.insert(notes).values({ id: nextId(), text: "hidden" });
      others = Promise.all([
        count("hidden").then((number) => seen.push(number)),
        add(nextId(), "beside")
          .then(() => count("hidden"))
          .then((number) => seen.push(number)),
      ]);
      await tx.insert(notes).values({ id: nextId(), text: "hidden" });
      throw new Error("rolled back");
    })
    .catch(() => {});
  await others;

  expect(seen).toEqual([0, 0]);
  expect(await count("beside")).toBe(1);
});

test("transactions that lock the same row take turns at it", async () => {
  const id = nextId();
  await add(id, "0");

  await Promise.all(
    Array.from({ length: 50 }, () =>
      database.transaction(async (tx) => {
        const [note] = await tx.select().from(notes).where(eq(notes.id, id)).for("update");
        await tx
          .update(notes)
          .set({ text: String(Number(note?.text) + 1) })
          .where(eq(notes.id, id));
      }),
    ),
  );

  const [note] = await database.query.select().from(notes).where(eq(notes.id, id));
  expect(note?.text).toBe("50");
});

test("a transaction that stays open too long is rolled back, refused further statements, and blocks nobody", async () => {
  let late: Promise<unknown> = Promise.resolve();
  let goOn = () => {};
  const waiting = new Promise<void>((resolve) => {
    goOn = resolve;
  });

  const result = database.transaction(
    async (tx) => {
      await tx.insert(notes).values({ id: nextId(), text: "too slow" });
      late = waiting.then(() => tx.insert(notes).values({ id: nextId(), text: "too slow" }));
      await late;
    },
    { limit: 50 },
  );

  await expect(result).rejects.toThrow("open for more than 50 ms");
  goOn();
  await expect(late).rejects.toThrow(TransactionEnded);
  expect(await count("too slow")).toBe(0);
});

test("statement names do not clash between transactions and other statements", async () => {
  const prepared = (queries: Pick<typeof database.query, "select">) =>
    queries
      .select()
      .from(notes)
      .where(eq(notes.id, sql.placeholder("id")))
      .prepare("note_by_id");

  await prepared(database.query).execute({ id: 1 });
  await database.transaction(async (tx) => {
    await prepared(tx).execute({ id: 1 });
    await prepared(tx).execute({ id: 1 });
  });
  await expect(prepared(database.query).execute({ id: 1 })).resolves.toBeDefined();
});

test("a named statement is planned once by each connection, in transactions too, and survives a rollback", async () => {
  const noteById = named((db) =>
    db
      .select({ text: notes.text })
      .from(notes)
      .where(eq(notes.id, sql.placeholder("id")))
      .prepare("text_of_note"),
  );
  const id = nextId();
  await add(id, "found by name");
  const found = [{ text: "found by name" }];
  const planned = async (db: Queries) => {
    const { rows } = await db.execute<{ name: string }>(
      sql`select name from pg_prepared_statements where name like '%text_of_note'`,
    );
    return rows.map(({ name }) => name).sort();
  };
  expect(await noteById(database.query).execute({ id })).toEqual(found);
  const failing = database.transaction(async (tx) => {
    expect(await noteById(tx).execute({ id })).toEqual(found);
    throw new Error("rolled back");
  });
  await expect(failing).rejects.toThrow("rolled back");
  const seen = await database.transaction(async (tx) => {
    expect(await noteById(tx).execute({ id })).toEqual(found);
    expect(await noteById(tx).execute({ id: -1 })).toEqual([]);
    return planned(tx);
  });
  // All connections of the embedded engine share their names.
  expect(seen).toEqual(
    database.engine === "embedded" ? ["text_of_note", "transaction_text_of_note"] : ["text_of_note"],
  );
  let left: ReturnType<typeof noteById> | undefined;
  await database.transaction(async (tx) => {
    left = noteById(tx);
  });
  await expect(left?.execute({ id })).rejects.toThrow(TransactionEnded);
});

test("listeners receive a transaction's notifications after its commit, until they unsubscribe", async () => {
  const heard: string[] = [];
  const stop = await database.listen("news", (payload) => heard.push(payload));

  await database.transaction(async (tx) => {
    await tx.execute(sql`select pg_notify('news', 'from a transaction')`);
    await tx.execute(sql`select 1`);
    expect(heard).toEqual([]);
  });
  await database
    .transaction(async (tx) => {
      await tx.execute(sql`select pg_notify('news', 'rolled back')`);
      throw new Error("rolled back");
    })
    .catch(() => {});
  await database.query.execute(sql`select pg_notify('other', 'elsewhere')`);
  await database.query.execute(sql`select pg_notify('news', 'from a statement')`);
  // A server sends it on another connection than the answer.
  await expect.poll(() => heard.length).toBe(2);
  await stop();
  await database.query.execute(sql`select pg_notify('news', 'too late')`);

  expect(heard).toEqual(["from a transaction", "from a statement"]);
});
