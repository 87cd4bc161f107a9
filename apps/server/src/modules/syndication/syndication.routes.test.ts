import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildTestApp, registerMember, type TestApp } from "../../../../../tests/support/server/app.ts";
import { makeItem } from "../../../../../tests/support/server/content.ts";
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
  expect(first.body).toContain(`<id>https://cairn.example/posts/${id}</id>`);
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
  expect(body).toContain('<name>Ann&lt;&amp;"&gt;</name>');
  expect(body).toContain('term="Tools&lt;&amp;&quot;>"');
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
    return [...String(body).matchAll(/<title type="html"><!\[CDATA\[(.*?)\]\]>/g)].map(([, title]) => title);
  };
  expect(await titlesAt(`/authors/${id}/feed.xml`)).toEqual(["Mine in four", "Mine in three"]);
  expect(await titlesAt("/categories/3/feed.xml")).toEqual(["Of another", "Mine in three"]);
  expect((await app.call("GET", `/authors/${id}/feed.xml`)).body).toContain(
    "<title>Amina &amp; &lt;Co&gt; on Cairn</title>",
  );

  await makeItem(app, { authorId: id, categoryId: 3, title: "The next one" });
  expect((await titlesAt(`/api/authors/${id}/feed.xml`))[0]).toBe("The next one");
  const reader = await registerMember(app);
  for (const path of [`/authors/${reader.user_id}/feed.xml`, "/categories/999/feed.xml"])
    expect((await app.call("GET", path)).status).toBe(404);
  expect((await app.call("GET", "/authors/me/feed.xml")).status).toBe(400);
});
