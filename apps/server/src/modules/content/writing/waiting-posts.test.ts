import { buffer } from "node:stream/consumers";
import { buildTestApp, by, type Member, makePeople, type TestApp } from "@tests/support/server/app.ts";
import { decide } from "@tests/support/server/content.ts";
import { draftFields, sendForm } from "@tests/support/server/forms.ts";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import yazl from "yazl";

// Two posts of a member may wait here (docs/rules.md#posts-that-wait).

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp({ rateLimits: false, memberWaitingPosts: 2 });
});
afterAll(() => app.close());

let writer: Member;
let other: Member;
let admin: Member;
beforeEach(async () => {
  ({ writer, other, admin } = await makePeople(app));
});

const submit = (facts: object = {}, who = writer) =>
  app.call("POST", "/content", by(who, { ...draftFields(), ...facts }));
const change = (id: number, facts: object) => app.call("PATCH", `/content/${id}`, by(writer, facts));
const statusOf = async (id: number, who = writer) =>
  (await app.call("GET", `/content/${id}`, by(who))).body.status;
const approve = (id: number) => decide(app, id, { reviewerId: admin.user_id, decision: "approved" });

const isFull = {
  status: 409,
  body: {
    code: "too_many_waiting",
    error:
      "2 of your posts already wait for review. Keep this one as a draft, and send it once some of them are decided.",
  },
};

test("a member's post too many is refused, and another member's or a draft is not", async () => {
  await submit();
  await submit();
  expect(await submit({ title: "Too many" })).toMatchObject(isFull);
  expect((await submit({}, other)).status).toBe(201);
  expect((await submit({ draft: true })).body.status).toBe("Draft");
});

test("the same holds for a verified admin's own posts", async () => {
  await submit({}, admin);
  await submit({}, admin);
  expect(await submit({}, admin)).toMatchObject(isFull);
});

test("a draft is sent once another post is decided about or withdrawn, and keeps its text until then", async () => {
  const [first, second] = [(await submit()).body.id, (await submit()).body.id];
  const { id } = (await submit({ draft: true })).body;
  expect(await change(id, { body: "Newer words.", draft: false })).toMatchObject(isFull);
  expect(await statusOf(id)).toBe("Draft");

  await approve(first);
  expect((await change(id, { draft: false })).body.status).toBe("Pending");

  const next = (await submit({ draft: true })).body.id;
  await app.call("DELETE", `/content/${second}`, by(writer));
  expect((await change(next, { draft: false })).body.status).toBe("Pending");
});

test("a post that waits can be edited, and a change of a published one counts like a post", async () => {
  const published = (await submit()).body.id;
  await approve(published);
  const { id } = (await submit()).body;
  await submit();

  expect((await change(id, { title: "Mended while it waits" })).status).toBe(200);
  expect(await change(published, { title: "An afterthought" })).toMatchObject({
    status: 409,
    body: {
      code: "too_many_waiting",
      error: "2 of your posts already wait for review. Send this change once some of them are decided.",
    },
  });
  await approve(id);
  expect((await change(published, { title: "An afterthought" })).status).toBe(200);
  expect(await submit()).toMatchObject(isFull);
});

test("of several posts sent at once only as many begin to wait as may", async () => {
  const drafts = await Promise.all(Array.from({ length: 5 }, () => submit({ draft: true })));
  const sent = await Promise.all([
    ...drafts.map(({ body }) => change(body.id, { draft: false })),
    ...Array.from({ length: 3 }, () => submit()),
  ]);
  expect(sent.filter(({ status }) => status < 300)).toHaveLength(2);
  expect(sent.filter(({ status }) => status === 409)).toHaveLength(6);
});

test("an import sends as many posts as may wait, keeps the others as drafts and says which", async () => {
  const zip = new yazl.ZipFile();
  for (const name of ["1", "2", "3", "4"])
    zip.addBuffer(Buffer.from(`---\ncategory: Data Science\n---\n\nPost ${name}.\n`), `${name}.md`);
  zip.end();
  const file = { bytes: await buffer(zip.outputStream), type: "application/zip", name: "work.zip" };

  const { body } = await sendForm(app, "POST", "/content/import", {
    token: writer.access_token,
    fields: { send: "true" },
    file,
  });

  expect(body.problems).toEqual([]);
  expect(body.items.map(({ file, status }: { file: string; status: string }) => [file, status])).toEqual([
    ["1.md", "Pending"],
    ["2.md", "Pending"],
    ["3.md", "Draft"],
    ["4.md", "Draft"],
  ]);
  for (const { id, status } of body.items) expect(await statusOf(id)).toBe(status);
  const { rows } = await app.db.query.execute<{ n: string }>(
    sql`select count(*) as n from notifications where except_id = ${writer.user_id}`,
  );
  expect(rows[0]?.n).toBe("1");
});
