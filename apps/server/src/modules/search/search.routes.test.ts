import type { ContentItem } from "@cairn/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildTestApp, registerMember, type TestApp } from "../../test/app.ts";
import { makeItem } from "../../test/content.ts";

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
const search = (app: TestApp, query: Record<string, string>) =>
  app.call("GET", `/content/search?${new URLSearchParams(query)}`);
const titles = (answer: { body: { items: ContentItem[] } }) => answer.body.items.map((item) => item.title);

let app: TestApp;
let authorId: number;
beforeAll(async () => {
  app = await buildTestApp();
  authorId = (await registerMember(app, "TechWriter")).user_id;
  const make = (facts: Partial<Parameters<typeof makeItem>[1]>) => makeItem(app, { authorId, ...facts });
  await make({
    title: "Postgres indexes that help",
    body: "Read the plan first.",
    categoryId: 1,
    at: hoursAgo(5),
  });
  await make({
    title: "Reading a query plan",
    body: "With postgres and patience.",
    categoryId: 3,
    at: hoursAgo(4),
  });
  await make({ title: "Spot the phish", body: "Five mails.", categoryId: 2, type: "Video", at: hoursAgo(3) });
  await make({ title: "Pager nights", body: "A recording.", categoryId: 1, type: "Audio", at: hoursAgo(2) });
  await make({ title: "Postgres secrets", body: "Not yet.", status: "Pending", at: hoursAgo(1) });
});
afterAll(() => app.close());

describe("searching", () => {
  test("ranks a word in the title above one in the text, and finds what is published only", async () => {
    expect(titles(await search(app, { q: "postgres" }))).toEqual([
      "Postgres indexes that help",
      "Reading a query plan",
    ]);
  });

  test("finds other forms of a word", async () => {
    expect(titles(await search(app, { q: "index" }))).toEqual(["Postgres indexes that help"]);
  });

  test.each([
    ["postgers", "postgres"],
    ["indexse", "indexes"],
    ["phisch", "phish"],
  ])("forgives %s and says that it looked for %s", async (q, corrected) => {
    const answer = await search(app, { q });
    expect(answer.body.corrected).toBe(corrected);
    expect(answer.body.items.length).toBeGreaterThan(0);
  });

  test("says nothing of a correction when nothing is near", async () => {
    const { body } = await search(app, { q: "zzzzqqqq" });
    expect(body).toEqual({ items: [], next: null });
  });

  test.each([
    ["'"],
    ['"'],
    ["& | ! ( ) : *"],
    ["<->"],
    ["%"],
    ["\\"],
    ["the"],
    ["-postgres"],
    ["a".repeat(200)],
  ])("takes %s for what it is: words", async (q) => {
    expect((await search(app, { q })).status).toBe(200);
  });

  test.each([
    [{ q: "a".repeat(201) }, "q"],
    [{ type: "Podcast" }, "type"],
    [{ category: "Cooking" }, "category"],
    [{ q: "a\0b" }, "q"],
  ])("with %o is refused", async (query, field) => {
    const answer = await search(app, query);
    expect(answer.status).toBe(400);
    expect(answer.body.details[0].field).toBe(field);
  });

  test("follows many matches page by page without a gap or a double", async () => {
    const own = await buildTestApp();
    const { user_id } = await registerMember(own, "TechWriter");
    for (let count = 0; count < 30; count += 1) {
      await makeItem(own, {
        authorId: user_id,
        title: `Kettle ${count}`,
        body: "kettle ".repeat(1 + (count % 4)),
      });
    }
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await search(own, { q: "kettle", ...(cursor && { cursor }) });
      seen.push(...titles(page));
      cursor = page.body.next;
    } while (cursor);
    expect(seen).toHaveLength(30);
    expect(new Set(seen).size).toBe(30);
    expect((await search(own, { q: "kettle", cursor: "rubbish" })).status).toBe(400);
    await own.close();
  });
});

describe("the library without words", () => {
  test("is newest first, by category's id or name and by type in any case", async () => {
    expect(titles(await search(app, {}))).toEqual([
      "Pager nights",
      "Spot the phish",
      "Reading a query plan",
      "Postgres indexes that help",
    ]);
    expect(titles(await search(app, { category: "1" }))).toEqual([
      "Pager nights",
      "Postgres indexes that help",
    ]);
    expect(titles(await search(app, { category: "cyber security" }))).toEqual(["Spot the phish"]);
    expect(titles(await search(app, { type: "audio", category: "Fullstack Development" }))).toEqual([
      "Pager nights",
    ]);
    expect(titles(await search(app, { type: "video", q: "mails" }))).toEqual(["Spot the phish"]);
  });
});
