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
