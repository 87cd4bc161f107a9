import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type Answer,
  buildTestApp,
  builtSite,
  registerMember,
  type TestApp,
} from "../../../../../tests/support/server/app.ts";
import { decide, editItem, makeItem, verifyAdmin } from "../../../../../tests/support/server/content.ts";
import { cacheDir } from "../../../../../tests/support/server/database.ts";

type Member = Awaited<ReturnType<typeof registerMember>>;
let app: TestApp;
let writer: Member;
let admin: Member;
beforeAll(async () => {
  app = await buildTestApp({ rateLimits: false }, builtSite);
  writer = await registerMember(app, "TechWriter");
  admin = await registerMember(app, "Admin");
  await verifyAdmin(app, admin.user_id);
  await app.call("PATCH", "/profiles/me", { token: writer.access_token, body: { name: "Wanjiru Kamau" } });
  await app.call("PATCH", "/profiles/me", { token: admin.access_token, body: { name: "Rosa <Admin>" } });
});
afterAll(() => app.close());

const body = "# A heading\n\nThe **first** paragraph & its `code`.\n\nThe last words.";
const lastWords = "<p>The last words.</p>";
const make = (facts: Partial<Parameters<typeof makeItem>[1]> = {}) =>
  makeItem(app, {
    authorId: writer.user_id,
    reviewerId: admin.user_id,
    title: "Postgres <indexes>",
    body,
    ...facts,
  });
const load = (id: number | string, headers: Record<string, string> = {}, method: "GET" | "HEAD" = "GET") =>
  app.call(method, `/posts/${id}`, { headers: { accept: "text/html", ...headers } });
const comment = (id: number, text: string) =>
  app.call("POST", `/content/${id}/comments`, { token: writer.access_token, body: { body: text } });

/** What a reader without scripts sees: the page without its blocks of data. */
const readable = ({ body: html }: Answer): string => String(html).replaceAll(/<script.*?<\/script>/gs, "");
const dataIn = ({ body: html }: Answer, type: string): unknown =>
  JSON.parse(new RegExp(`<script type="${type}"[^>]*>(.*?)</script>`).exec(html)?.[1] ?? "null");

describe("the page of an item", () => {
  test("is whole before any script runs: text, author, verification, comments, preview, structured data", async () => {
    const id = await make();
    await comment(id, "Thank *you*, <b>all</b>.");
    const page = await load(id);
    expect(page.status).toBe(200);
    expect(page.headers).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "cache-control": "public, max-age=0, s-maxage=60, must-revalidate",
      vary: "Accept-Encoding",
    });
    const html = readable(page);
    for (const part of [
      "<title>Postgres &lt;indexes&gt; · Cairn</title>",
      '<meta name="description" content="The first paragraph &amp; its code. The last words."',
      `<link rel="canonical" href="http://localhost:5000/posts/${id}">`,
      '<meta property="og:title" content="Postgres &lt;indexes&gt;">',
      "<h2>A heading</h2>",
      "<p>The <strong>first</strong> paragraph &amp; its <code>code</code>.</p>",
      `href="/authors/${writer.user_id}"`,
      "Wanjiru Kamau",
      "This is the revision you are reading.",
      "Rosa &lt;Admin&gt;",
      "Revision history",
      "<p>Thank *you*, &lt;b&gt;all&lt;/b&gt;.</p>",
      "<noscript>Comments and likes need JavaScript.</noscript>",
    ]) {
      expect(html).toContain(part);
    }
    expect(dataIn(page, "application/ld\\+json")).toMatchObject({
      "@type": "TechArticle",
      headline: "Postgres <indexes>",
      author: { name: "Wanjiru Kamau" },
    });
    // The policy would block both, and the browser would report it.
    expect(page.body).not.toMatch(/<[^>]*\sstyle=|<style/);
    expect(page.body.match(/<script(?![^>]*\b(?:src=|type="application\/))/g)).toBeNull();
    expect(page.body).not.toMatch(/\bago\b/);
  });

  test("has each text once: the data beside the markup name the text and leave it out", async () => {
    const id = await make({
      body: `Opening words.\n\n${"More of it, and more. ".repeat(40)}\n\nThe very last words.`,
    });
    await comment(id, "A remark of its own");
    const page = await load(id);
    for (const text of ["The very last words", "A remark of its own"]) {
      expect(page.body.split(text)).toHaveLength(2);
    }
    expect(dataIn(page, "application/json")).toMatchObject({
      answers: [
        [["content", "item", id], { id, body_html: { textIn: "item" } }],
        [["reviews", id], { reviews: [{ decision: "approved" }], seenBy: 0 }],
        [["comments", id], { pages: [{ total: 1 }] }],
      ],
    });
  });

  test("is the same for everybody, and kept: a reader who has it gets 304, and HEAD its headers", async () => {
    const id = await make();
    const first = await load(id);
    const etag = String(first.headers.etag);
    for (const again of [
      await load(id),
      await load(`${id}/?utm_source=mail`),
      await load(id, { authorization: `Bearer ${writer.access_token}` }),
      await load(id, { accept: "*/*", origin: "https://elsewhere.example" }),
    ]) {
      expect(again.body).toBe(first.body);
      expect(again.headers).toMatchObject({ etag, vary: "Accept-Encoding" });
    }
    expect(await load(id, { "if-none-match": etag })).toMatchObject({ status: 304, body: "" });
    expect(await load(id, {}, "HEAD")).toMatchObject({ status: 200, body: "", headers: { etag } });
    expect((await load(id, { "accept-encoding": "br" })).headers["content-encoding"]).toBe("br");
  });

  test("shows a change as soon as it is acknowledged: a comment, a like, a new name, an approved edit", async () => {
    const id = await make();
    const token = writer.access_token;
    await load(id);
    await comment(id, "Brand new");
    expect(readable(await load(id))).toContain("Brand new");
    await app.call("PUT", `/content/${id}/like`, { token });
    expect(readable(await load(id))).toContain("Log in to like<!-- -->: </span>1");
    await editItem(app, id, "A newer title");
    expect((await load(id)).body).not.toContain("Newer words");
    await app.call("POST", `/admin/content/${id}/approve`, {
      token: admin.access_token,
      body: { revision: 2 },
    });
    expect(readable(await load(id))).toContain("Newer words");
  });

  test("exists only while the item is public: 404 before, while flagged and for other ids, 410 once removed", async () => {
    const pending = await make({ status: "Pending", title: "Not out yet" });
    const draft = await make({ status: "Draft", title: "Not out yet" });
    const flagged = await make({ title: "Not out yet" });
    await load(flagged);
    await decide(app, flagged, { reviewerId: admin.user_id, decision: "flagged", revision: 1 });
    for (const id of [pending, draft, flagged, 999_999, "abc", "0", "99999999999999999999"]) {
      const page = await load(id);
      expect(page.status).toBe(404);
      expect(readable(page)).toContain("Content not found</h1>");
      expect(page.body).not.toContain("Not out yet");
    }
    const removed = await make();
    const withdrawn = await make();
    for (const id of [removed, withdrawn]) await load(id);
    await app.call("DELETE", `/admin/content/${removed}`, {
      token: admin.access_token,
      body: { reason: "Old." },
    });
    await app.call("DELETE", `/content/${withdrawn}`, { token: writer.access_token });
    for (const id of [removed, withdrawn]) {
      const page = await load(id);
      expect(page.status).toBe(410);
      expect(readable(page)).toContain("It was published here and has been removed.");
      expect((await app.call("GET", `/content/${id}`)).status).toBe(404);
    }
  });

  test("has the first twenty comments", async () => {
    const id = await make();
    for (let number = 1; number <= 21; number += 1) await comment(id, `Remark ${number}.`);
    const html = readable(await load(id));
    expect(html).toContain("<p>Remark 21.</p>");
    expect(html).toContain("<p>Remark 2.</p>");
    expect(html).not.toContain("<p>Remark 1.</p>");
    expect(html).toContain("Older comments need JavaScript.");
  });
});

describe("the other public pages", () => {
  const read = (url: string) => app.call("GET", url, { headers: { accept: "text/html" } });

  test("the library has the first page of every filter and search, and a link to the next", async () => {
    const { user_id: authorId } = await registerMember(app, "TechWriter");
    for (let number = 1; number <= 13; number += 1)
      await makeItem(app, { authorId, categoryId: 5, title: `Zeppelin ${number}`, body });
    const whole = await read("/posts");
    expect(whole.headers).toMatchObject({ vary: "Accept-Encoding" });
    expect(readable(whole)).toContain("Zeppelin 13</a>");
    const found = readable(await read("/posts?q=zeppelin&type=article&category=5&utm_source=mail"));
    expect(found).toContain("Best matches");
    expect(found.match(/Zeppelin \d+<\/a>/g)).toHaveLength(12);
    const next = /<noscript><a href="(\/posts\?[^"]*)">Load More/.exec(found)?.[1]?.replaceAll("&amp;", "&");
    expect(next).toMatch(/^\/posts\?q=zeppelin&type=Article&category=5&cursor=/);
    expect(readable(await read(String(next))).match(/Zeppelin \d+<\/a>/g)).toHaveLength(1);
    expect(readable(await read("/posts?category=none-such"))).toContain("<form");
    await makeItem(app, { authorId, title: "The newest of all", body });
    expect(readable(await read("/posts"))).toContain("The newest of all");
  });

  test("an author's page and the ledger share their addresses with calls, and each keeps its own answers", async () => {
    const id = await make({ title: "Signed by name" });
    for (const path of [`/authors/${writer.user_id}`, "/ledger"]) {
      for (let turn = 0; turn < 2; turn += 1) {
        const page = await read(path);
        expect(page.headers).toMatchObject({ "content-type": "text/html; charset=utf-8" });
        expect(String(page.headers.vary).split(", ").sort()).toEqual(["Accept", "Accept-Encoding"]);
        expect(readable(page)).toContain("Signed by name");
        expect((await app.call("GET", path)).headers["content-type"]).toBe("application/json; charset=utf-8");
      }
    }
    expect(readable(await read(`/authors/${writer.user_id}`))).toContain("Wanjiru Kamau</h1>");
    expect(readable(await read("/ledger"))).toContain(`href="/posts/${id}"`);
    await decide(app, id, { reviewerId: admin.user_id, decision: "flagged", revision: 1 });
    for (const path of [`/authors/${writer.user_id}`, "/ledger", "/ledger?cursor=none-such"])
      expect((await read(path)).body).not.toContain("Signed by name");
    const reader = await registerMember(app);
    expect(await read(`/authors/${reader.user_id}`)).toMatchObject({ status: 404 });
  });
});

test("the files that pages are rendered with are not served", async () => {
  for (const path of ["/.server/prerender.js", "/.server/post.html"])
    expect((await app.call("GET", path)).status).toBe(404);
});

/** The thread of pages, which ends itself whenever it has a second page to render. */
const crashing = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from "node:worker_threads";
    let pages = 0;
    parentPort.on("message", () => {
      pages += 1;
      if (pages === 2) process.exit();
    });
    await import(${JSON.stringify(pathToFileURL(join(cacheDir, "page-worker.js")).href)});
  `)}`,
);
/** PAGE_CRASHES=100 asks for more. */
const crashes = Number(process.env.PAGE_CRASHES ?? 3);

test("when the thread of pages dies a reader gets the plain shell, which is not kept, and the next one the page", async () => {
  const { db, store } = app;
  const replaced = { db, store, pageProgram: crashing };
  const other = await buildTestApp({ rateLimits: false }, builtSite, replaced);
  try {
    for (let number = 0; number < crashes; number += 1) {
      const [first, second] = [await make({ title: "One" }), await make({ title: "Two" })];
      const get = (id: number) => other.call("GET", `/posts/${id}`);
      expect(readable(await get(first))).toContain(lastWords);
      const stand = await get(second);
      expect(stand).toMatchObject({ status: 200, headers: { "cache-control": "no-cache" } });
      expect(stand.body).toContain("<title>Two · Cairn</title>");
      expect(readable(stand)).not.toContain(lastWords);
      // Kept, so that no thread is asked.
      expect(readable(await get(first))).toContain(lastWords);
      expect(readable(await get(second))).toContain(lastWords);
      expect((await get(second)).headers["cache-control"]).toContain("s-maxage=60");
      // Ends the new thread before the next round.
      await get(await make({ title: "Three" }));
    }
  } finally {
    await other.http.close();
  }
});
