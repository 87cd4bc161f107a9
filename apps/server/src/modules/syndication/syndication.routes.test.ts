import { buildTestApp, registerMember, type TestApp } from "@tests/support/server/app.ts";
import { decide, editItem, makeItem } from "@tests/support/server/content.ts";
import { eq } from "drizzle-orm";
import { parseFeed } from "htmlparser2";
import { afterAll, beforeAll, expect, test } from "vitest";
import { categories, users } from "../../db/schema.ts";

let app: TestApp;
let authorId: number;
beforeAll(async () => {
  app = await buildTestApp({ publicUrl: "https://cairn.example" });
  authorId = (await registerMember(app, "TechWriter")).user_id;
});
afterAll(() => app.close());

test("the Atom feed lists published items as text, including newly published ones", async () => {
  const id = await makeItem(app, {
    authorId,
    title: "Tags & <angles> ]]>",
    body: "**Bold** words and `code`.\n\n- a list",
  });
  await makeItem(app, { authorId, title: "Hidden", status: "Pending" });
  const first = await app.call("GET", "/feed.xml");
  expect(first.headers["content-type"]).toBe("application/atom+xml; charset=utf-8");
  expect(first.body).toContain(`<link href="https://cairn.example/posts/${id}"/>`);
  expect(first.body).toMatch(/Bold words and code ?\. a list/);
  expect(first.body).toContain("Tags &amp; &lt;angles&gt; ]]&gt;");
  expect(first.body).not.toContain("<angles>");
  expect(first.body).not.toContain("Hidden");
  await makeItem(app, { authorId, title: "The next one" });
  expect((await app.call("GET", "/feed.xml")).body).toContain("The next one");
});

test("no title, text, name or category breaks the feed", async () => {
  const bad = '\u0001\u0008\u000b\u001f\ufffe\uffff<&">';
  const { user_id } = await registerMember(app, "TechWriter");
  // Stored before such text was refused on its way in.
  await app.db.query
    .update(users)
    .set({ name: `Ann${bad}` })
    .where(eq(users.id, user_id));
  await app.db.query
    .update(categories)
    .set({ name: `Tools${bad}` })
    .where(eq(categories.id, 2));
  await makeItem(app, {
    authorId: user_id,
    categoryId: 2,
    title: `Stones${bad} 🪨`,
    body: `Words${bad} ]]> 🪨`,
  });
  const { status, body } = await app.call("GET", "/feed.xml");
  expect(status).toBe(200);
  expect(body).toContain("Stones&lt;&amp;&quot;&gt; 🪨");
  expect(body).toContain('<name><![CDATA[Ann<&">]]></name>');
  expect(body).toContain('term="Tools&lt;&amp;&quot;&gt;"');
  expect(body).not.toMatch(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/u);
});

test("the feed is sent again only to readers who do not have it", async () => {
  const first = await app.call("GET", "/feed.xml");
  const headers = { "if-none-match": String(first.headers.etag) };
  const known = await app.call("GET", "/feed.xml", { headers });
  expect(known).toMatchObject({ status: 304, body: "" });
  await makeItem(app, { authorId, title: "News" });
  expect((await app.call("GET", "/feed.xml", { headers })).status).toBe(200);
});

test("an author and a category have feeds of their own, with nothing of others and nothing that is not public", async () => {
  const writer = await registerMember(app, "TechWriter");
  const { user_id: id, access_token: token } = writer;
  await app.call("PATCH", "/profiles/me", { token, body: { name: "Amina & <Co>" } });
  await makeItem(app, { authorId: id, categoryId: 3, title: "Mine in three" });
  await makeItem(app, { authorId: id, categoryId: 4, title: "Mine in four" });
  await makeItem(app, { authorId: id, categoryId: 3, title: "Not yet", status: "Pending" });
  await makeItem(app, { authorId, categoryId: 3, title: "Of another" });
  const titlesAt = async (path: string) => {
    const { status, body } = await app.call("GET", path);
    expect(status).toBe(200);
    return parseFeed(body)?.items.map(({ title }) => title) ?? [];
  };
  expect(await titlesAt(`/authors/${id}/feed.xml`)).toEqual(["Mine in four", "Mine in three"]);
  expect(await titlesAt("/categories/3/feed.xml")).toEqual(["Of another", "Mine in three"]);
  const ofAuthor = await app.call("GET", `/authors/${id}/feed.xml`);
  expect(parseFeed(ofAuthor.body)?.title).toBe("Amina & <Co> on Cairn");

  await makeItem(app, { authorId: id, categoryId: 3, title: "The next one" });
  expect((await titlesAt(`/api/authors/${id}/feed.xml`))[0]).toBe("The next one");
  const reader = await registerMember(app);
  for (const path of [`/authors/${reader.user_id}/feed.xml`, "/categories/999/feed.xml"])
    expect((await app.call("GET", path)).status).toBe(404);
  expect((await app.call("GET", "/authors/me/feed.xml")).status).toBe(400);
});

test("a second approved revision moves the time of the update, and neither the post's date nor its id", async () => {
  const { user_id: reviewerId } = await registerMember(app, "Admin");
  const { user_id: authorId } = await registerMember(app, "TechWriter");
  const at = new Date("2024-05-01T10:00:00Z");
  const id = await makeItem(app, { authorId, title: "Old stones", at });
  const later = new Date("2024-06-01T10:00:00Z");
  await makeItem(app, { authorId, title: "Newer stones", at: later });
  const read = async () => {
    const { body, headers } = await app.call("GET", `/authors/${authorId}/feed.xml`);
    const entries = String(body).split("<entry").slice(1);
    return { feed: parseFeed(body), entries, etag: String(headers.etag) };
  };
  const before = await read();
  expect(before.feed).toMatchObject({ type: "atom", updated: later });
  expect(before.feed?.items.map(({ title, pubDate }) => [title, pubDate])).toEqual([
    ["Newer stones", later],
    ["Old stones", at],
  ]);

  await editItem(app, id, "Old stones, again");
  expect(await read()).toEqual(before);
  await decide(app, id, { reviewerId, decision: "approved" });
  const after = await read();
  expect(after.etag).not.toBe(before.etag);
  expect(after.feed?.id).toBe(before.feed?.id);
  expect(after.feed?.items.map(({ id }) => id)).toEqual(before.feed?.items.map(({ id }) => id));
  const [newer, edited] = after.feed?.items ?? [];
  expect([newer?.title, edited?.title]).toEqual(["Newer stones", "Old stones, again"]);
  expect(edited?.pubDate?.getTime()).toBeGreaterThan(later.getTime());
  expect(after.feed?.updated).toEqual(edited?.pubDate);
  expect(after.entries[1]).toContain(`<published>${at.toISOString()}</published>`);
});

/** The ids of all entries and of the feed, and where the first entry leads. */
async function readIds(at: TestApp) {
  const feed = parseFeed((await at.call("GET", "/feed.xml")).body);
  return { feed: feed?.id, entries: feed?.items.map(({ id }) => id), leadsTo: feed?.items[0]?.link };
}

test("another PUBLIC_URL changes the feed's links, and no id", async () => {
  const own = await buildTestApp({ publicUrl: "https://stones.example" });
  const { user_id } = await registerMember(own, "TechWriter");
  const id = await makeItem(own, { authorId: user_id });
  const moved = await buildTestApp({ publicUrl: "https://moved.example" }, null, { db: own.db });
  const [before, after] = [await readIds(own), await readIds(moved)];
  expect(before.leadsTo).toBe(`https://stones.example/posts/${id}`);
  expect(after).toEqual({ ...before, leadsTo: `https://moved.example/posts/${id}` });
  expect(new Set([before.feed, ...(before.entries ?? [])]).size).toBe(2);
  for (const one of [before.feed, ...(before.entries ?? [])])
    expect(one).toMatch(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  await moved.http.close();
  await own.close();
});
