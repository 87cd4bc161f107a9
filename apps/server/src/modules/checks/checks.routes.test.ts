import {
  buildTestApp,
  type Member,
  registerMember,
  type TestApp,
  verifiedAdmin,
} from "@tests/support/server/app.ts";
import { makeItem } from "@tests/support/server/content.ts";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { codeChecks, standingReasons } from "../../db/schema.ts";

let app: TestApp;
let writer: Member;
let admin: Member;
beforeAll(async () => {
  app = await buildTestApp();
  writer = await registerMember(app, "TechWriter");
  admin = await verifiedAdmin(app);
});
afterAll(() => app.close());

const fence = (info: string, code: string) => `\`\`\`${info}\n${code}\n\`\`\`\n\n`;
const output = (text: string) => fence("output", text);
const as = (who: Member) => ({ token: who.access_token });
const check = async (body: string) =>
  (await app.call("POST", "/content/check", { body: { body }, ...as(writer) })).body.items;
const outcomes = async (body: string) =>
  (await check(body)).map(({ outcome }: { outcome: string }) => outcome);
const checksOf = async (id: number, who?: Member) =>
  (await app.call("GET", `/content/${id}/checks`, who && as(who))).body;
const make = (body: string, status: "Pending" | "Published" = "Pending") =>
  makeItem(app, { authorId: writer.user_id, reviewerId: admin.user_id, status, body });
const reasonsOf = (id: number) =>
  app.db.query.select().from(standingReasons).where(eq(standingReasons.contentId, id));
/** As if another version of the engines had run everything. */
const makeOld = (facts: { accepted?: number[] } = {}) =>
  app.db.query.update(codeChecks).set({ engines: "an older engine", ranAt: new Date(0), ...facts });

const right =
  fence("js check", "console.log([1, 'two'], { three: 3n });") + output("[ 1, 'two' ] { three: 3n }");
const wrong = fence("js check", "console.log(2 + 2);") + output("5");

test("a block is run, named by its place among all code blocks, and compared with the output below it", async () => {
  const items = await check(`${fence("js", "a")}    indented\n\n${right}${wrong}`);
  expect(items).toEqual([
    expect.objectContaining({
      block: 3,
      language: "js",
      outcome: "passed",
      output: "[ 1, 'two' ] { three: 3n }",
    }),
    expect.objectContaining({ block: 5, outcome: "failed", output: "4", expected: "5" }),
  ]);
  expect(items[0].engine).toMatch(/^QuickJS \d{4}-\d{2}-\d{2}$/);
  expect(items[0].ran_at).toMatch(/Z$/);
});

test("what must fail and what must only compile is said in the info string", async () => {
  const body =
    fence("js check=fails", "null.x") +
    fence("js check=fails", "1") +
    fence("js check=compiles", "for (;;);") +
    fence("js check=compiles", "for (;;") +
    fence("js check", "throw new RangeError('too far')");
  expect(await outcomes(body)).toEqual(["passed", "failed", "parsed", "failed", "failed"]);
  const items = await check(body);
  expect(items[4].output).toBe("RangeError: too far");
  const asked = items.map(({ compiles_only }: { compiles_only?: true }) => compiles_only);
  expect(asked).toEqual([undefined, undefined, true, true, undefined]);
});

test("blocks of a session share their names, and no other block sees them", async () => {
  const body =
    fence("ts check session=a", "const seen: number[] = [1];") +
    fence("ts check session=b", "const seen = 'other';") +
    fence("ts check session=a", "seen.push(2); console.log(seen);") +
    output("[ 1, 2 ]") +
    fence("ts check=fails", "seen");
  const items = await check(body);
  expect(items.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
    "passed",
    "passed",
    "passed",
    "passed",
  ]);
  expect(items.map(({ session }: { session?: string }) => session)).toEqual(["a", "b", "a", undefined]);
});

test("each language is run, parsed, or left unchecked", async () => {
  const body =
    fence("ts check", "enum Size { Small }\nconsole.log(Size[0] satisfies string);") +
    output("Small") +
    fence("js check", "setTimeout(() => console.log('later'), 9e6);\nconsole.log(await 'now');") +
    output("now\nlater") +
    fence("json check", '{"a": [1]}') +
    fence("json check", "{a: 1}") +
    fence("yaml check", "a: [1, 2]\nb: &x 1") +
    fence("yaml check", "a: [1") +
    fence("regex check", "/^\\d{4}$/\n+ 2026\n- 26") +
    fence("regex check", "/^\\d+$/\n+ 2026\n- 26") +
    fence("go check", "x := 1\nfmt.Println(x)") +
    fence("go check", "func (") +
    fence("python check", "def f(x):\n    return x") +
    fence("python check", "def f(x)\n    return x") +
    fence("rust check", "fn main() {}");
  expect(await outcomes(body)).toEqual(
    ["passed", "passed", "parsed", "failed", "parsed", "failed", "passed"].concat([
      "failed",
      "parsed",
      "failed",
      "parsed",
      "failed",
      "unchecked",
    ]),
  );
  expect((await check(body))[7].output).toBe("matches: 26");
});

test("SQL runs in an empty database of its own, one line a row, and is ended when it takes too long", async () => {
  const body =
    fence("sql check session=a", "create table stones (id int, name text);") +
    fence("sql check session=a", "insert into stones values (1, 'slate'), (2, null); select * from stones;") +
    output("1|slate\n2|") +
    fence("sql check=fails", "select * from stones") +
    fence("sql check=compiles session=a", "select pg_sleep(60)") +
    fence("sql check", "select pg_sleep(60)");
  expect(await outcomes(body)).toEqual(["passed", "passed", "passed", "parsed", "failed"]);
});

test("a sent revision is run in the background; readers see it once it is public, its author before", async () => {
  const id = await make(right);
  expect(await checksOf(id, writer)).toEqual({ items: [], running: true });
  await app.checks.runDue();
  expect(await checksOf(id)).toMatchObject({ error: "Content not found" });
  expect((await checksOf(id, writer)).items).toMatchObject([{ block: 1, outcome: "passed" }]);
  expect(await app.call("GET", `/content/${id}/checks?revision=2`, as(writer))).toMatchObject({
    status: 404,
  });
  await app.call("POST", `/admin/content/${id}/approve`, { body: { revision: 1 }, ...as(admin) });
  expect((await checksOf(id)).items).toMatchObject([{ block: 1, outcome: "passed" }]);
});

test("a revision whose code failed is approved only with a note, and is then not outdated by it", async () => {
  const id = await make(right + wrong);
  const approve = (body: object) =>
    app.call("POST", `/admin/content/${id}/approve`, { body: { revision: 1, ...body }, ...as(admin) });
  await app.checks.runDue();
  expect(await approve({})).toMatchObject({ status: 409, body: { code: "checks_failed" } });
  expect((await approve({ note: "The text says so on purpose." })).status).toBe(200);
  await makeOld();
  await app.checks.runDue();
  expect(await reasonsOf(id)).toEqual([]);
});

test("what a newer engine does differently outdates a public item with the difference, until it passes", async () => {
  const id = await make(wrong, "Published");
  await app.checks.runDue();
  const [reason] = await reasonsOf(id);
  expect(reason).toMatchObject({
    kind: "code",
    subject: "",
    text: 'The code in block 1 (js) prints "4" where the text says "5".',
  });
  app.passTime(60_000);
  const another = await make(right, "Published");
  await makeOld();
  expect(await checksOf(another)).toMatchObject({ running: true });
  await app.checks.runDue();
  expect(await reasonsOf(id)).toEqual([reason]);
  await makeOld({ accepted: [1] });
  await app.checks.runDue();
  expect(await reasonsOf(id)).toEqual([]);
});
