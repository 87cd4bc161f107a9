import * as contract from "@cairn/contract";
import { endpoint } from "@cairn/contract";
import { buildTestApp, registerMember, type TestApp } from "@tests/support/server/app.ts";
import { makeItem } from "@tests/support/server/content.ts";
import { openTestDatabase, type TestDatabase } from "@tests/support/server/database.ts";
import { sql } from "drizzle-orm";
import Fastify, { type FastifyInstance } from "fastify";
import { Type } from "typebox";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { AppError } from "../lib/app-error.ts";
import { useErrorAnswers } from "../plugins/errors.ts";
import { createKeyedCalls, type KeyedCalls } from "./idempotency.ts";
import { useStrictInput, validatorFactory } from "./validation.ts";

const hour = 60 * 60 * 1000;

/** A call whose work is a row. */
const makeMark = endpoint({
  name: "makeMark",
  method: "POST",
  path: "/shelves/:id/marks",
  summary: "",
  tag: "Marks",
  access: "member",
  keyed: true,
  params: contract.IdParams,
  body: Type.Object({ label: Type.String({ maxLength: 100 }) }),
  replies: { 201: Type.Object({ number: Type.Integer() }) },
  errors: ["key_in_use", "not_allowed"],
});

let db: TestDatabase;
let http: FastifyInstance;
let keyed: KeyedCalls;
let now: Date;
/** How often what follows the transaction was reached. */
let published: number;
let sent: unknown;

beforeAll(async () => {
  db = await openTestDatabase();
  await db.query.execute(sql`create table marks (number bigint generated always as identity, label text)`);
  await db.query.execute(
    sql`insert into users (id, name, email, role) values (1, 'A', 'a@example.test', 'User'), (2, 'B', 'b@example.test', 'User')`,
  );
  keyed = createKeyedCalls({ db, clock: () => now });
  http = Fastify({ schemaController: { compilersFactory: { buildValidator: validatorFactory() } } });
  useErrorAnswers(http);
  useStrictInput(http);
  http.decorateRequest("bearer", null);
  http.addHook("onRequest", async (request) => {
    request.bearer = { userId: Number(request.headers["x-user"]), sessionId: "" };
  });
  keyed.mount(http, makeMark, async (request, transact) => {
    const { label } = request.body;
    const answer = await transact(async (tx) => {
      const { rows } = await tx.execute<{ number: string }>(
        sql`insert into marks (label) values (${label}) returning number`,
      );
      if (label === "refused") throw new AppError("not_allowed");
      if (label === "broken") throw new Error("broken");
      if (label === "misshapen") return { number: "many" as unknown as number };
      return { number: Number(rows[0]?.number) };
    }, sent);
    published += 1;
    return answer;
  });
  await http.ready();
});
afterAll(async () => {
  await http.close();
  await db.remove();
});

beforeEach(async () => {
  now = new Date("2026-11-20T12:00:00Z");
  published = 0;
  sent = undefined;
  await db.query.execute(sql`delete from marks`);
  await db.query.execute(sql`delete from idempotency_keys`);
});

const call = (key: string | string[] | null, label = "a", { user = 1, shelf = 1, query = "" } = {}) =>
  http.inject({
    method: "POST",
    url: `/shelves/${shelf}/marks${query}`,
    headers: { "x-user": String(user), ...(key !== null && { "idempotency-key": key }) },
    payload: { label },
  });

const count = async (table: "marks" | "idempotency_keys") => {
  const { rows } = await db.query.execute<{ count: number }>(
    sql`select count(*)::int as count from ${sql.identifier(table)}`,
  );
  return rows[0]?.count;
};

describe("a call with an Idempotency-Key", () => {
  test("sent again, gets the first answer byte for byte, marked as repeated, and does nothing", async () => {
    const first = await call("k");
    expect(first.statusCode).toBe(201);
    expect(first.headers).not.toHaveProperty("idempotent-replay");
    const again = await call("k");
    expect(again.statusCode).toBe(201);
    expect(again.payload).toBe(first.payload);
    expect(again.headers["content-type"]).toBe(first.headers["content-type"]);
    expect(again.headers["idempotent-replay"]).toBe("true");
    expect(await count("marks")).toBe(1);
    expect(published).toBe(1);
  });

  test("sent thirty times at once, takes effect once and gets the same answer each time", async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => call("k")));
    expect(new Set(answers.map(({ statusCode, payload }) => `${statusCode} ${payload}`)).size).toBe(1);
    expect(answers.filter(({ headers }) => headers["idempotent-replay"])).toHaveLength(29);
    expect(await count("marks")).toBe(1);
    expect(published).toBe(1);
  });

  test("racing with other calls for its key, wins or is refused", async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, number) => call("k", `label ${number}`)),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1);
    expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(9);
    expect(await count("marks")).toBe(1);
  });

  test.each([
    ["another body", () => call("k", "b")],
    ["another path", () => call("k", "a", { shelf: 2 })],
    ["another query", () => call("k", "a", { query: "?b=1" })],
  ])("is refused when the key belongs to one with %s", async (_difference, other) => {
    await call("k");
    const answer = await other();
    expect(answer.statusCode).toBe(409);
    expect(answer.json().code).toBe("key_in_use");
    expect(await count("marks")).toBe(1);
  });

  test("that was read as a stream is identified by what its handler reports", async () => {
    sent = { sha256: "one" };
    await call("k", "a");
    expect((await call("k", "b")).statusCode).toBe(201);
    sent = { sha256: "two" };
    expect((await call("k", "a")).statusCode).toBe(409);
    expect(await count("marks")).toBe(1);
  });

  test("is independent of the same key of another member", async () => {
    await call("k");
    const answer = await call("k", "b", { user: 2 });
    expect(answer.statusCode).toBe(201);
    expect(answer.headers).not.toHaveProperty("idempotent-replay");
    expect(await count("marks")).toBe(2);
  });

  test.each([
    ["refused", 403],
    ["broken", 500],
    ["misshapen", 500],
  ])("that is %s stores neither work nor key, and may be sent again", async (label, status) => {
    expect((await call("k", label)).statusCode).toBe(status);
    expect(await count("marks")).toBe(0);
    expect(await count("idempotency_keys")).toBe(0);
    expect((await call("k", label)).statusCode).toBe(status);
    expect((await call("k", "a")).statusCode).toBe(201);
    expect(published).toBe(1);
  });

  test("stores its work, its key and its answer in one transaction, so that a crash leaves all or nothing", async () => {
    await call("k");
    const { rows } = await db.query.execute(sql`
      select marks.xmin::text as work, keys.xmin::text as key, keys.status, keys.answer
      from marks, idempotency_keys keys`);
    expect(rows).toEqual([
      { work: rows[0]?.key, key: expect.any(String), status: 201, answer: expect.any(String) },
    ]);
  });

  test("is remembered by a server started later", async () => {
    const first = await call("k");
    const later = Fastify();
    later.decorateRequest("bearer", null);
    later.addHook("onRequest", async (request) => {
      request.bearer = { userId: 1, sessionId: "" };
    });
    createKeyedCalls({ db, clock: () => now }).mount(later, makeMark, (_request, transact) =>
      transact(async () => ({ number: 0 })),
    );
    const again = await later.inject({
      method: "POST",
      url: "/shelves/1/marks",
      headers: { "idempotency-key": "k" },
      payload: { label: "a" },
    });
    expect(again.payload).toBe(first.payload);
    await later.close();
  });

  test("is remembered for a day, with or without a sweep", async () => {
    const first = await call("k");
    now = new Date(now.getTime() + 24 * hour);
    await keyed.sweep();
    expect((await call("k")).payload).toBe(first.payload);
    now = new Date(now.getTime() + 1);
    const anew = await call("k", "b");
    expect(anew.statusCode).toBe(201);
    expect(anew.headers).not.toHaveProperty("idempotent-replay");
    expect((await call("k", "b")).payload).toBe(anew.payload);
    expect(await count("marks")).toBe(2);
  });

  test("is deleted by the sweep after a day", async () => {
    await call("old");
    now = new Date(now.getTime() + 23 * hour);
    await call("young");
    now = new Date(now.getTime() + 2 * hour);
    await keyed.sweep();
    const { rows } = await db.query.execute(sql`select key from idempotency_keys`);
    expect(rows).toEqual([{ key: "young" }]);
  });
});

test("a call without a key does its work each time", async () => {
  await call(null);
  await call(null);
  expect(await count("marks")).toBe(2);
  expect(await count("idempotency_keys")).toBe(0);
});

test.each([
  ["empty", ""],
  ["longer than 200 characters", "k".repeat(201)],
  ["of two words", "two words"],
  ["with a control character", "a\tb"],
  ["beyond ASCII", "clé"],
  ["given twice", ["a", "b"]],
])("a key that is %s is refused", async (_case, key) => {
  const answer = await call(key);
  expect(answer.statusCode).toBe(400);
  expect(answer.json().details).toEqual([{ field: "idempotency-key", problem: expect.any(String) }]);
  expect(await count("marks")).toBe(0);
});

test.each(["k", "k".repeat(200), "!~\"'{}%00"])("the key %j is accepted", async (key) => {
  expect((await call(key)).statusCode).toBe(201);
  expect((await call(key)).headers["idempotent-replay"]).toBe("true");
});

describe("in the whole app", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await buildTestApp({ allowedOrigins: ["https://school.example"] });
  });
  afterAll(() => app.close());

  const keyedEndpoints = Object.values(contract).filter(
    (value): value is typeof value & contract.EndpointDefinition =>
      typeof value === "object" && "path" in value && "keyed" in value,
  );

  test.each(keyedEndpoints)(
    "$method $path says in the OpenAPI document that it takes a key",
    async (call) => {
      const { body: document } = await app.call("GET", "/openapi.json");
      const operation = document.paths[call.path.replace(/:(\w+)/g, "{$1}")][call.method.toLowerCase()];
      expect(operation.parameters).toContainEqual(
        expect.objectContaining({ in: "header", name: "idempotency-key", required: false }),
      );
      expect(operation.responses).toHaveProperty("409");
    },
  );

  test("a body sent to a call without one is not part of the call", async () => {
    const { user_id: authorId, access_token: token } = await registerMember(app);
    const id = await makeItem(app, { authorId });
    const headers = { "idempotency-key": "k", "content-type": "application/json" };
    const like = (body: string) => app.call("PUT", `/content/${id}/like`, { token, headers, body });
    expect((await like("")).status).toBe(200);
    expect(await like('{"size":1e400}')).toMatchObject({
      status: 200,
      headers: { "idempotent-replay": "true" },
    });
  });

  test("the sweep deletes old keys", async () => {
    await registerMember(app);
    await app.db.query.execute(sql`delete from idempotency_keys`);
    const keys = () =>
      app.db.query.execute(sql`select key from idempotency_keys`).then(({ rows }) => rows.length);
    await app.db.query.execute(sql`insert into idempotency_keys (user_id, key, call_hash, status, answer, created_at)
      select max(id), 'k', sha256('k'), 200, '{}', now() from users`);
    await app.sweep();
    expect(await keys()).toBe(1);
    app.passTime(25 * hour);
    await app.sweep();
    expect(await keys()).toBe(0);
  });

  test("another origin may send a key and see that an answer is a repeated one", async () => {
    const { headers } = await app.call("OPTIONS", "/content/1/like", {
      headers: {
        origin: "https://school.example",
        "access-control-request-method": "PUT",
        "access-control-request-headers": "authorization,idempotency-key",
      },
    });
    expect(headers["access-control-allow-headers"]).toContain("idempotency-key");
    expect(headers["access-control-allow-methods"]).toContain("PUT");
    const { headers: seen } = await app.call("GET", "/categories", {
      headers: { origin: "https://school.example" },
    });
    expect(seen["access-control-expose-headers"]).toContain("Idempotent-Replay");
  });
});
