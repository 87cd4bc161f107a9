import { randomUUID } from "node:crypto";
import { tmpdir } from "node:os";
import type { SeenOutcomes } from "@cairn/contract";
import {
  buildTestApp,
  type Member,
  registerMember,
  type TestApp,
  verifiedAdmin,
} from "@tests/support/server/app.ts";
import { makeItem } from "@tests/support/server/content.ts";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { codeChecks, ledger } from "../../db/schema.ts";
import type { CheckedBlock } from "../../lib/checked-blocks.ts";
import { outcomesOf as outcomesOfDecision } from "./code-checks.policy.ts";
import { createCodeCheckService } from "./code-checks.service.ts";

let app: TestApp;
let writer: Member;
let admin: Member;
beforeAll(async () => {
  app = await buildTestApp({ pyodideDir: tmpdir() });
  writer = await registerMember(app, "TechWriter");
  admin = await verifiedAdmin(app);
});
afterAll(() => app.close());

const fence = (info: string, code: string) => `\`\`\`${info}\n${code}\n\`\`\`\n\n`;
const as = (who: Member) => ({ token: who.access_token });
const make = (body: string, status: "Pending" | "Published" = "Pending") =>
  makeItem(app, { authorId: writer.user_id, reviewerId: admin.user_id, status, body });
const checksOf = async (id: number, who?: Member, query = "") =>
  await app.call("GET", `/content/${id}/checks${query}`, who && as(who));
const decide = (id: number, decision: "approve" | "reaffirm", body: object, headers = {}) =>
  app.call("POST", `/admin/content/${id}/${decision}`, {
    body: { revision: 1, ...body },
    headers,
    ...as(admin),
  });
const outcomesOf = async (id: number) =>
  (await checksOf(id)).body.items.map(({ block, outcome }: SeenOutcomes[number]) => [block, outcome]);
const decisionsAbout = (id: number) => app.db.query.select().from(ledger).where(eq(ledger.contentId, id));

/** Blocks 2 and 3 are marked. */
const text = fence("js", "a") + fence("js check", "1 + 1") + fence("sql check=compiles", "select 1");
const first = { block: 2, outcome: "passed" } as const;
const passed: SeenOutcomes = [first, { block: 3, outcome: "passed" }];

test("every marked block is listed with its position, mode, session, code and what it prints", async () => {
  const body =
    `${fence("js", "a")}    indented\n\n` +
    fence("ts check session=a", "let a = 1;") +
    fence('output lines title="Printed"', "1  \n2") +
    fence('python title="x.py" check=fails session=a', "x") +
    `> ~~~json check=compiles\n> {}\n> ~~~\n\n` +
    fence("check", "no language, so this names one") +
    fence("js unchecked checks", "b");
  const { body: answer } = await checksOf(await make(body, "Published"));
  const unrun = { outcome: "unrun", ran_at: null, by: null };
  expect(answer).toEqual({
    items: [
      {
        ...unrun,
        block: 3,
        language: "ts",
        mode: "runs",
        session: "a",
        code: "let a = 1;\n",
        expected: "1  \n2\n",
      },
      { ...unrun, block: 5, language: "python", mode: "fails", session: "a", code: "x\n" },
      { ...unrun, block: 6, language: "json", mode: "compiles", code: "{}\n" },
    ],
    revision: 1,
    runs_python: true,
  });
});

test("visitors and strangers see no checks of a waiting item; its author and reviewers see any revision", async () => {
  const id = await make(text);
  expect((await checksOf(id)).status).toBe(404);
  expect((await checksOf(id, await registerMember(app))).status).toBe(404);
  for (const who of [writer, admin]) {
    expect((await checksOf(id, who)).body.items).toHaveLength(2);
    expect((await checksOf(id, who, "?revision=1")).body.items).toHaveLength(2);
    expect((await checksOf(id, who, "?revision=2")).body.code).toBe("revision_not_found");
  }
  const token = writer.access_token;
  await decide(id, "approve", { checks: passed });
  await app.call("PATCH", `/content/${id}`, { token, body: { body: fence("go check", "x") } });
  expect((await checksOf(id)).body.items).toHaveLength(2);
  expect((await checksOf(id, undefined, "?revision=2")).body.code).toBe("revision_not_found");
  expect((await checksOf(id, writer, "?revision=2")).body.items).toMatchObject([{ language: "go" }]);
});

describe("an approval", () => {
  test.each<[string, { checks?: SeenOutcomes }]>([
    ["without outcomes", {}],
    ["with a block that failed", { checks: [first, { block: 3, outcome: "failed" }] }],
    ["with a block that did not run", { checks: [first, { block: 3, outcome: "unrun" }] }],
    ["with a block that it does not name", { checks: [first] }],
  ])("%s changes nothing, until a note says why", async (_case, sent) => {
    const id = await make(text);
    expect(await decide(id, "approve", sent)).toMatchObject({ status: 409, body: { code: "checks_failed" } });
    expect((await decide(id, "approve", { ...sent, note: " \u200b" })).status).toBe(400);
    expect((await app.call("GET", `/content/${id}`, as(writer))).body.status).toBe("Pending");
    expect(await decisionsAbout(id)).toEqual([]);
    expect((await decide(id, "approve", { ...sent, note: "It fails on purpose." })).status).toBe(200);
    const last = sent.checks?.[1]?.outcome ?? "unrun";
    expect(await outcomesOf(id)).toEqual([
      [2, sent.checks ? "passed" : "unrun"],
      [3, last],
    ]);
  });

  test("needs no note when all blocks passed; then everybody sees who saw that, and when", async () => {
    const id = await make(text);
    const { body } = await decide(id, "approve", { checks: passed });
    const by = { id: admin.user_id, name: admin.name };
    const seen = { outcome: "passed", ran_at: body.last_decision.decided_at, by };
    expect((await checksOf(id)).body.items).toMatchObject([seen, seen]);
  });

  test("needs no note for a text whose code nobody has to check", async () => {
    const id = await make(`${fence("js", "check")}It says check.`);
    expect((await decide(id, "approve", { checks: [] })).status).toBe(200);
    expect(
      await app.db.query
        .select()
        .from(codeChecks)
        .where(eq(codeChecks.seq, await newest(id))),
    ).toEqual([]);
  });

  test.each([
    [
      "a block that is not marked",
      [{ block: 1, outcome: "passed" }],
      'Checks name block 1, which does not say "check".',
    ],
    ["a block twice", [...passed, { block: 2, outcome: "failed" }], "Checks name block 2 twice."],
  ])("that names %s is refused", async (_case, checks, error) => {
    const id = await make(text);
    expect(await decide(id, "approve", { checks, note: "Why not" })).toMatchObject({
      status: 400,
      body: { code: "invalid_input", error, details: [{ field: "checks" }] },
    });
    expect(await decisionsAbout(id)).toEqual([]);
  });

  test("of a revision that has moved on is stale, whatever it says of the code", async () => {
    const id = await make(text);
    for (const checks of [undefined, [{ block: 99, outcome: "failed" }]])
      expect((await decide(id, "approve", { revision: 2, checks })).body.code).toBe("decision_stale");
  });

  test("that is sent again under its key has its first answer", async () => {
    const id = await make(text);
    const headers = { "idempotency-key": randomUUID() };
    const first = await decide(id, "approve", { checks: passed }, headers);
    const again = await decide(id, "approve", { checks: passed }, headers);
    expect([first.status, again.status, again.body]).toEqual([200, 200, first.body]);
    expect(again.headers["idempotent-replay"]).toBe("true");
    expect((await decide(id, "approve", { checks: [] }, headers)).body.code).toBe("key_in_use");
  });
});

describe("a renewal", () => {
  test("without outcomes leaves those of the approval; with outcomes it replaces them for all readers", async () => {
    const id = await make(text);
    await decide(id, "approve", { checks: passed });
    const { body: approved } = await checksOf(id);
    app.passTime(60_000);
    expect((await decide(id, "reaffirm", {})).status).toBe(200);
    expect((await checksOf(id)).body).toEqual(approved);

    const failed = [first, { block: 3, outcome: "failed" }];
    expect((await decide(id, "reaffirm", { checks: failed })).body.code).toBe("checks_failed");
    expect((await decide(id, "reaffirm", { checks: [] })).body.code).toBe("checks_failed");
    expect(await decisionsAbout(id)).toHaveLength(2);
    expect((await decide(id, "reaffirm", { checks: failed, note: "SQL changed." })).status).toBe(200);
    expect(await outcomesOf(id)).toEqual([
      [2, "passed"],
      [3, "failed"],
    ]);
    expect((await decide(id, "reaffirm", { checks: passed })).status).toBe(200);
    expect(await outcomesOf(id)).toEqual([
      [2, "passed"],
      [3, "passed"],
    ]);
  });

  test("tells the author its note, in the history and in the notification", async () => {
    const id = await make("Some words.", "Published");
    await decide(id, "reaffirm", { note: "Still true on Node 24." });
    const { items } = (await app.call("GET", `/content/${id}/reviews`, as(writer))).body;
    expect(items[0]).toMatchObject({ decision: "reaffirmed", note: "Still true on Node 24." });
    const { body } = await app.call("GET", "/notifications", as(writer));
    expect(body.items[0].message).toBe("Your post was confirmed as still true: Still true on Node 24.");
  });
});

test("a preview lists the marked blocks of the text, and nothing where there are none", async () => {
  const preview = async (body: string) =>
    (await app.call("POST", "/content/preview", { body: { body }, ...as(writer) })).body;
  expect((await preview(`\n\n${text}`)).checks).toMatchObject({
    items: [
      { block: 2, outcome: "unrun", code: "1 + 1\n" },
      { block: 3, mode: "compiles" },
    ],
    runs_python: true,
  });
  expect(await preview("```js\nchecks\n```")).not.toHaveProperty("checks");
});

describe("the blocks of a revision", () => {
  const withThread = (checkedBlocks: () => Promise<CheckedBlock[] | null>) =>
    createCodeCheckService({
      db: app.db,
      content: { ensureReadable: async () => ({ viewer: null, comments: 0 }) },
      rendering: { checkedBlocks },
      servesPython: false,
    });

  test("are not known where the thread gives up: no decision passes without a note, and no answer stays", async () => {
    const id = await make(text, "Published");
    const checks = withThread(async () => null);
    const marked = await checks.markedIn(id, 1);
    expect(() => outcomesOfDecision(marked, passed, null)).toThrow(
      expect.objectContaining({ code: "checks_failed" }),
    );
    expect(await checks.of(null, id, undefined)).toEqual({
      checks: { items: [], revision: 1 },
      isWhole: false,
    });
  });

  test("are read once for all readers, and again after the thread was too busy", async () => {
    const id = await make(text, "Published");
    const busy = new Error("too busy");
    const answers = [() => Promise.reject(busy), async () => []];
    let asked = 0;
    const checks = withThread(() => answers[asked++]?.() ?? Promise.reject(new Error("asked too often")));
    await expect(checks.of(null, id, undefined)).rejects.toBe(busy);
    await expect(checks.markedIn(id, 1)).resolves.toEqual([]);
    await expect(checks.markedIn(id, 1)).resolves.toEqual([]);
    expect(asked).toBe(2);
  });
});

test.each(["/content/check", "/api/content/check"])(
  "POST %s, which ran a member's code, is no call",
  async (path) => {
    const { status } = await app.call("POST", path, { body: { body: text }, ...as(writer) });
    expect([404, 405]).toContain(status);
  },
);

async function newest(id: number): Promise<number> {
  const rows = await decisionsAbout(id);
  return Math.max(...rows.map(({ seq }) => seq));
}
