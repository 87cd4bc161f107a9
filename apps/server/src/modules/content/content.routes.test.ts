import type { ContentItem } from "@cairn/contract";
import {
  buildTestApp,
  by,
  type Member,
  registerMember,
  type TestApp,
  verifiedAdmin,
} from "@tests/support/server/app.ts";
import { editItem, makeItem, unpublishAll } from "@tests/support/server/content.ts";
import { readAll } from "@tests/support/server/paging.ts";
import { statementsOf } from "@tests/support/server/statements.ts";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { users } from "../../db/schema.ts";

const ids = (items: ContentItem[]) => items.map((item) => item.id);
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);

let app: TestApp;
let writer: Member;
let member: Member;
let admin: Member;
let stranger: Member;
beforeAll(async () => {
  app = await buildTestApp();
  writer = await registerMember(app, "TechWriter");
  member = await registerMember(app);
  stranger = await registerMember(app, "Admin");
  admin = await verifiedAdmin(app);
});
afterAll(() => app.close());

const make = (facts: Partial<Parameters<typeof makeItem>[1]> = {}) =>
  makeItem(app, { authorId: writer.user_id, reviewerId: admin.user_id, ...facts });

describe("the list of published content", () => {
  test("is newest first, with page sizes, totals and a link to the next page", async () => {
    await unpublishAll(app);
    const author = await registerMember(app, "TechWriter");
    const made: number[] = [];
    for (let hour = 25; hour > 0; hour -= 1) {
      made.push(await makeItem(app, { authorId: author.user_id, at: hoursAgo(hour) }));
    }
    await makeItem(app, { authorId: author.user_id, status: "Pending" });
    const newestFirst = made.toReversed();

    const first = await app.call("GET", "/content?page=1&per_page=10");
    expect(ids(first.body)).toEqual(newestFirst.slice(0, 10));
    expect(first.headers["x-total-count"]).toBe("25");
    expect((await app.call("GET", "/content")).body).toHaveLength(10);
    expect(ids((await app.call("GET", "/content?page=3&per_page=10")).body)).toEqual(newestFirst.slice(20));
    expect((await app.call("GET", "/content?page=4&per_page=10")).body).toEqual([]);

    const seen: number[] = [];
    let next: string | null = "/api/content?per_page=10";
    while (next) {
      const page = await app.call("GET", next);
      seen.push(...ids(page.body));
      next = /<(.+)>; rel="next"/.exec(String(page.headers.link ?? ""))?.[1] ?? null;
    }
    expect(seen).toEqual(newestFirst);
  });

  test("items published in the same millisecond come once each, whatever the page size", async () => {
    await unpublishAll(app);
    const author = await registerMember(app, "TechWriter");
    const at = hoursAgo(1);
    for (let count = 0; count < 7; count += 1) await makeItem(app, { authorId: author.user_id, at });
    const seen = ids(await readAll<ContentItem>(app, "/content?per_page=2"));
    expect(seen).toHaveLength(7);
    expect(new Set(seen).size).toBe(7);
  });

  test.each([
    ["page=0", 400],
    ["page=-1", 400],
    ["page=two", 400],
    ["per_page=0", 400],
    ["per_page=101", 400],
    ["per_page=100", 200],
    ["cursor=rubbish", 400],
    ["cursor=", 400],
    ["page=1001&per_page=10", 400],
    ["page=1000&per_page=10", 200],
    ["page=1&cursor=MC4xLjE", 400],
    ["user_id=0", 400],
    ["surprise=1", 400],
  ])("requested with %s answers %i", async (query, status) => {
    const answer = await app.call("GET", `/content?${query}`);
    expect(answer.status).toBe(status);
    if (status === 400) expect(answer.body.error).toEqual(expect.any(String));
  });

  test("says the spec's fields of an item, its category and author by name, and its revision", async () => {
    const id = await make({
      title: "Postgres indexes",
      body: "Read **plans**.",
      type: "Video",
      categoryId: 2,
    });
    const item = (await app.call("GET", "/content?per_page=100")).body.find(
      (found: ContentItem) => found.id === id,
    );
    expect(item).toMatchObject({
      title: "Postgres indexes",
      body: "Read **plans**.",
      content_type: "Video",
      category_id: 2,
      category_name: "Cyber Security",
      media_url: null,
      author_id: writer.user_id,
      status: "Published",
      revision: 1,
      likes: 0,
      comments: 0,
    });
    expect(new Date(item.created_at).toISOString()).toBe(item.created_at);
    expect(item).not.toHaveProperty("why");
  });
});

/** A site with an author's items alone, and somebody who reads them with these interests. */
async function readerOf(interests: string[]) {
  await unpublishAll(app);
  const { user_id: authorId } = await registerMember(app, "TechWriter");
  const reader = await registerMember(app);
  await app.db.query.update(users).set({ interests }).where(eq(users.id, reader.user_id));
  const token = reader.access_token;
  return {
    reader,
    make: (facts: Partial<Parameters<typeof makeItem>[1]>) => makeItem(app, { authorId, ...facts }),
    like: (id: number) => app.call("PUT", `/content/${id}/like`, { token }),
    unlike: (id: number) => app.call("DELETE", `/content/${id}/like`, { token }),
    read: async (): Promise<ContentItem[]> => (await app.call("GET", "/content", { token })).body,
    /** Follows the list item by item; between two of them the reader may do something. */
    async readByOnes(meanwhile: (id: number) => Promise<unknown> = async () => {}): Promise<number[]> {
      return ids(
        await readAll<ContentItem>(app, "/content?per_page=1", { token }, async ([item]) => {
          await meanwhile(item?.id ?? 0);
          app.passTime(1_000);
        }),
      );
    },
  };
}

describe("a member's list", () => {
  test("starts with the categories of interest, then texts that mention one, then the rest, and gives the reasons", async () => {
    await unpublishAll(app);
    const author = await registerMember(app, "TechWriter");
    const reader = await registerMember(app);
    await app.db.query
      .update(users)
      .set({ interests: ["Full-Stack", "DevOps"] })
      .where(eq(users.id, reader.user_id));
    const facts = { authorId: author.user_id };
    const mentions = await makeItem(app, {
      ...facts,
      categoryId: 3,
      body: "A DevOps story.",
      at: hoursAgo(9),
    });
    const inCategoryOld = await makeItem(app, { ...facts, categoryId: 1, at: hoursAgo(8) });
    const rest = await makeItem(app, { ...facts, categoryId: 4, at: hoursAgo(1) });
    const inCategoryNew = await makeItem(app, { ...facts, categoryId: 1, at: hoursAgo(2) });

    const all = await app.call("GET", "/content", { token: reader.access_token });
    expect(ids(all.body)).toEqual([inCategoryNew, inCategoryOld, mentions, rest]);
    expect(all.body.map((item: ContentItem) => item.why)).toEqual([
      "In your interests: Fullstack Development",
      "In your interests: Fullstack Development",
      "Matches your interests",
      "New here",
    ]);

    const seen = await readAll<ContentItem>(app, "/content?per_page=1", by(reader));
    expect(ids(seen)).toEqual(ids(all.body));
    const third = await app.call("GET", "/content?page=3&per_page=1", { token: reader.access_token });
    expect(ids(third.body)).toEqual([mentions]);
  });

  test("then has the categories of posts that they liked, before the rest", async () => {
    const { reader, make, like, read, readByOnes } = await readerOf(["Data Science", "DevOps"]);
    const likedByTaste = await make({ categoryId: 2, at: hoursAgo(9) });
    const inLikedCategory = await make({ categoryId: 2, at: hoursAgo(8) });
    const mentions = await make({ categoryId: 2, body: "A DevOps story.", at: hoursAgo(7) });
    const followed = await make({ categoryId: 3, at: hoursAgo(6) });
    const rest = await make({ categoryId: 4, at: hoursAgo(1) });
    expect(ids(await read())).toEqual([followed, mentions, rest, inLikedCategory, likedByTaste]);

    await like(likedByTaste);
    await like(followed);
    const items = await read();
    expect(ids(items)).toEqual([followed, mentions, inLikedCategory, likedByTaste, rest]);
    expect(items.map(({ why }) => why)).toEqual([
      "In your interests: Data Science",
      "Matches your interests",
      "Because you liked posts in Cyber Security",
      "Because you liked posts in Cyber Security",
      "New here",
    ]);
    expect(await readByOnes()).toEqual(ids(items));
    const fourth = await app.call("GET", "/content?page=4&per_page=1", { token: reader.access_token });
    expect(ids(fourth.body)).toEqual([likedByTaste]);
  });

  test("stops preferring a category when the like is taken back", async () => {
    const { make, like, unlike, read } = await readerOf([]);
    const older = await make({ categoryId: 2, at: hoursAgo(2) });
    const newer = await make({ categoryId: 3, at: hoursAgo(1) });
    await like(older);
    expect(ids(await read())).toEqual([older, newer]);
    await unlike(older);
    expect(ids(await read())).toEqual([newer, older]);
  });

  test("shows every item once to a member who likes posts while paging, and counts the likes in the next list", async () => {
    const { make, like, read, readByOnes } = await readerOf(["Data Science"]);
    const sure = await make({ categoryId: 3, at: hoursAgo(9) });
    const first = await make({ categoryId: 4, at: hoursAgo(1) });
    const second = await make({ categoryId: 2, at: hoursAgo(2) });
    const third = await make({ categoryId: 4, at: hoursAgo(3) });
    const fourth = await make({ categoryId: 2, at: hoursAgo(4) });
    expect(await readByOnes((id) => like(id))).toEqual([sure, first, second, third, fourth]);

    await like(second);
    expect((await read()).slice(1).map(({ why }) => why)).toEqual([
      "Because you liked posts in Mobile Development",
      "Because you liked posts in Cyber Security",
      "Because you liked posts in Mobile Development",
      "Because you liked posts in Cyber Security",
    ]);
  });

  test("reaches its end for a member who takes a like back while paging", async () => {
    const { make, like, unlike, readByOnes } = await readerOf([]);
    const liked = await make({ categoryId: 2, at: hoursAgo(9) });
    const newer = await make({ categoryId: 3, at: hoursAgo(1) });
    const older = await make({ categoryId: 3, at: hoursAgo(2) });
    await like(liked);
    const seen = await readByOnes((id) => (id === newer ? unlike(liked) : Promise.resolve()));
    expect(seen.slice(0, 3)).toEqual([liked, newer, older]);
  });

  test("is ranked once for all pages that its reader asks for", async () => {
    const { reader, make, read } = await readerOf(["Data Science", "what is this", "DevOps", "word or word"]);
    for (const hours of [3, 2, 1])
      await make({ categoryId: 2, body: "A DevOps story.", at: hoursAgo(hours) });
    const items = await read();
    const pageOf = (page: number) =>
      app.call("GET", `/content?page=${page}&per_page=1`, { token: reader.access_token });
    const pages = (first: number, count: number) =>
      Promise.all(Array.from({ length: count }, (_, index) => pageOf(first + index)));
    const forOne = await statementsOf(app, () => pages(50, 1));
    const forAll = await statementsOf(app, async () => {
      const answers = await pages(2, 40);
      expect(answers.flatMap(({ body }) => ids(body))).toEqual(ids(items).slice(1));
    });
    expect(forOne).toBeGreaterThan(0);
    expect(forAll).toBeLessThanOrEqual(2);
  });

  test("is newest first for a member without interests", async () => {
    await unpublishAll(app);
    const author = await registerMember(app, "TechWriter");
    const older = await makeItem(app, { authorId: author.user_id, at: hoursAgo(3) });
    const newer = await makeItem(app, { authorId: author.user_id, at: hoursAgo(2) });
    const answer = await app.call("GET", "/content", { token: author.access_token });
    expect(ids(answer.body)).toEqual([newer, older]);
  });
});

describe("an author's list", () => {
  test("holds everything for its author and verified admins, and only what is published for others", async () => {
    const author = await registerMember(app, "TechWriter");
    const facts = { authorId: author.user_id, reviewerId: admin.user_id };
    const published = await makeItem(app, { ...facts, at: hoursAgo(4) });
    const pending = await makeItem(app, { ...facts, status: "Pending", at: hoursAgo(3) });
    const flagged = await makeItem(app, { ...facts, status: "Flagged", at: hoursAgo(2) });
    const draft = await makeItem(app, { ...facts, status: "Draft", at: hoursAgo(1) });
    const url = `/content?user_id=${author.user_id}`;
    const everything = [draft, flagged, pending, published];

    for (const { access_token: token } of [author, admin]) {
      const answer = await app.call("GET", url, { token });
      expect(ids(answer.body)).toEqual(everything);
      expect(answer.headers["x-total-count"]).toBe("4");
    }
    for (const token of [undefined, member.access_token, stranger.access_token]) {
      const answer = await app.call("GET", url, token ? { token } : {});
      expect(ids(answer.body)).toEqual([published]);
      expect(answer.headers["x-total-count"]).toBe("1");
    }
  });
});

describe("an item", () => {
  test("is shown with its text as clean HTML and its revisions", async () => {
    const id = await make({ body: "# Hi\n\n<script>alert(1)</script>\n\n[x](javascript:alert(1)) `code`" });
    const { body: item } = await app.call("GET", `/content/${id}`);
    expect(item.body_html).toContain(`<h2 id="text-hi" dir="auto">Hi</h2>`);
    expect(item.body_html).toContain("&lt;script&gt;");
    expect(item.body_html).not.toContain("<script");
    expect(item.body_html).not.toContain('href="javascript');
    expect(item.revisions).toEqual([{ number: 1, created_at: expect.any(String) }]);
  });

  test("stays as approved while a newer revision waits, which only its author and verified admins see", async () => {
    const id = await make({ title: "As approved" });
    await editItem(app, id, "As edited");
    for (const token of [undefined, member.access_token]) {
      const { body } = await app.call("GET", `/content/${id}`, token ? { token } : {});
      expect(body).toMatchObject({ title: "As approved", revision: 1, status: "Published" });
      expect(body).not.toHaveProperty("pending_revision");
      expect(body.revisions).toHaveLength(1);
    }
    for (const { access_token: token } of [writer, admin]) {
      const { body } = await app.call("GET", `/content/${id}`, { token });
      expect(body).toMatchObject({ title: "As approved", revision: 1, pending_revision: 2 });
    }
  });
  test("that is not there, or not public, is not found in the spec's words, and neither are its comments", async () => {
    for (const id of [await make({ status: "Draft" }), 999_999, 9007199254740991]) {
      for (const path of [`/content/${id}`, `/content/${id}/comments`]) {
        expect(await app.call("GET", path)).toMatchObject({
          status: 404,
          body: { error: "Content not found" },
        });
      }
    }
  });
  test.each(["0", "-1", "1.5", "one", "9007199254740993"])("with the id %s is a bad request", async (id) => {
    expect((await app.call("GET", `/content/${id}`)).status).toBe(400);
  });
});

describe("an item's reviews", () => {
  test("name who decided what about which revision, chained by hashes", async () => {
    const first = await make();
    const second = await make({ status: "Flagged" });
    const { body: one } = await app.call("GET", `/content/${first}/reviews`);
    expect(one.next).toBeNull();
    expect(one.items).toHaveLength(1);
    expect(one.items[0]).toMatchObject({
      content_id: first,
      revision: 1,
      decision: "approved",
      reviewer: { id: admin.user_id, role: "Admin" },
      reason: null,
      media_hash: null,
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const { body: two } = await app.call("GET", `/content/${second}/reviews`, { token: writer.access_token });
    expect(two.items[0]).toMatchObject({ decision: "flagged", reason: expect.any(String) });
    expect(two.items[0].seq).toBe(one.items[0].seq + 1);
    expect(two.items[0].previous_hash).toBe(one.items[0].hash);
  });
});
