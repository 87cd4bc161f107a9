import { createHash } from "node:crypto";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import {
  type Answer,
  buildTestApp,
  builtSite,
  type Member,
  registerMember,
  type TestApp,
  verifiedAdmin,
} from "@tests/support/server/app.ts";
import { decide, editItem, makeItem } from "@tests/support/server/content.ts";
import { cacheDir } from "@tests/support/server/database.ts";
import { openExternalSite } from "@tests/support/server/external-site.ts";
import { feedsAt, makeArticle, makeVideo, sendFeeds } from "@tests/support/server/feeds.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { media } from "../../db/schema.ts";

let app: TestApp;
let writer: Member;
let admin: Member;
beforeAll(async () => {
  app = await buildTestApp({ rateLimits: false }, builtSite);
  writer = await registerMember(app, "TechWriter");
  admin = await verifiedAdmin(app);
  await app.call("PATCH", "/profiles/me", { token: writer.access_token, body: { name: "Wanjiru Kamau" } });
  await app.call("PATCH", "/profiles/me", { token: admin.access_token, body: { name: "Rosa <Admin>" } });
});
afterAll(() => app.close());

const body = "# A heading\n\nThe **first** paragraph & its `code`.\n\nThe last words.";
const lastWords = '<p dir="auto">The last words.</p>';
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
      "cache-control": "public, max-age=0, must-revalidate",
      vary: "Accept-Encoding",
    });
    const html = readable(page);
    for (const part of [
      "<title>Postgres &lt;indexes&gt; · Cairn</title>",
      '<meta name="description" content="The first paragraph &amp; its code. The last words."',
      `<link rel="canonical" href="http://localhost:5000/posts/${id}">`,
      '<meta property="og:title" content="Postgres &lt;indexes&gt;">',
      '<h2 id="text-a-heading" dir="auto">A heading</h2>',
      '<p dir="auto">The <strong>first</strong> paragraph &amp; its <code dir="ltr">code</code>.</p>',
      `href="/authors/${writer.user_id}"`,
      "Wanjiru Kamau",
      "This is the revision you are reading.",
      "Rosa &lt;Admin&gt;",
      "Revision history",
      "<p>Thank <em>you</em>, &lt;b&gt;all&lt;/b&gt;.</p>",
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

  test.each([
    ["Video", "video/mp4", "mp4", "VideoObject"],
    ["Audio", "audio/mpeg", "mp3", "AudioObject"],
  ] as const)("names its file to search engines: %s", async (type, mime, ending, kind) => {
    const sha256 = createHash("sha256").update(ending).digest();
    const key = `${sha256.toString("hex").slice(0, 40)}.${ending}`;
    await app.db.query.insert(media).values({ key, sha256, bytes: 5, type: mime });
    const id = await make({ type, media: { key, sha256, alt: "" } });
    expect(dataIn(await load(id), "application/ld\\+json")).toMatchObject({
      "@type": kind,
      name: "Postgres <indexes>",
      url: `http://localhost:5000/posts/${id}`,
      contentUrl: `http://localhost:5000/media/${key}`,
      encodingFormat: mime,
      thumbnailUrl: expect.stringMatching(/^http:\/\/localhost:5000\/cards\/\d+\/1-[\w-]{12}\.png$/),
      uploadDate: expect.stringMatching(/^20/),
    });
  });

  test("names the player of a film of another site to search engines", async () => {
    const id = await make({ type: "Video", embed: "https://vimeo.com/7" });
    expect(dataIn(await load(id), "application/ld\\+json")).toMatchObject({
      "@type": "VideoObject",
      embedUrl: "https://player.vimeo.com/video/7?dnt=1",
    });
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

  test("is a 404 for ids that no public item has, for everybody alike, and a 410 once the item was removed", async () => {
    const pending = await make({ status: "Pending" });
    for (const id of [pending, 999_999, "abc", "0", "99999999999999999999"]) {
      const page = await load(id);
      expect(page.status).toBe(404);
      expect(readable(page)).toContain("Content not found</h1>");
      // A page knows nobody: not its author and no admin either.
      for (const { access_token: token } of [writer, admin])
        expect((await load(id, { authorization: `Bearer ${token}` })).body).toBe(page.body);
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
    expect(whole.body).toContain(
      'type="application/atom+xml" title="Cairn" href="http://localhost:5000/feed.xml"',
    );
    expect(whole.body).toContain(
      'type="application/rss+xml" title="Cairn (podcast)" href="http://localhost:5000/podcast.xml"',
    );
    expect((await read("/posts?category=5")).body).toContain(
      'href="http://localhost:5000/categories/5/feed.xml"',
    );
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
        const data = await app.call("GET", path, { headers: { accept: "application/json" } });
        expect(data.headers["content-type"]).toBe("application/json; charset=utf-8");
        const ofPreview = await app.call("GET", path);
        expect(ofPreview.body).toBe(page.body);
        const known = { "if-none-match": String(ofPreview.headers.etag) };
        const again = await app.call("GET", path, { headers: known });
        expect([again.status, again.body]).toEqual([304, ""]);
        expect(String(again.headers.vary).split(", ").sort()).toEqual(["Accept", "Accept-Encoding"]);
        expect(
          (await app.call("GET", path, { headers: { ...known, accept: "application/json" } })).status,
        ).toBe(200);
      }
    }
    const author = await read(`/authors/${writer.user_id}`);
    expect(readable(author)).toContain("Wanjiru Kamau</h1>");
    expect(author.body).toContain(
      `title="Wanjiru Kamau" href="http://localhost:5000/authors/${writer.user_id}/feed.xml"`,
    );
    expect(author.body).toContain(`href="http://localhost:5000/authors/${writer.user_id}/podcast.xml"`);
    expect(readable(await read("/ledger"))).toContain(`href="/posts/${id}"`);
    await decide(app, id, { reviewerId: admin.user_id, decision: "flagged", revision: 1 });
    for (const path of [`/authors/${writer.user_id}`, "/ledger", "/ledger?cursor=none-such"])
      expect((await read(path)).body).not.toContain("Signed by name");
    const reader = await registerMember(app);
    expect(await read(`/authors/${reader.user_id}`)).toMatchObject({ status: 404 });
  });

  test("a series has its parts in their order, its items name the ones beside them, and both follow its changes", async () => {
    const token = writer.access_token;
    const [one, two] = [await make({ title: "The first part" }), await make({ title: "The second part" })];
    const { body: series } = await app.call("POST", "/series", {
      token,
      body: { title: "Stones <in order>" },
    });
    const path = `/series/${series.id}`;
    expect(await read(path)).toMatchObject({ status: 404 });
    await app.call("PATCH", path, { token, body: { items: [two, one] } });

    const page = await read(path);
    expect(page.status).toBe(200);
    expect(readable(page)).toMatch(/Stones &lt;in order&gt;<\/h1>.*The second part.*The first part/s);
    expect(page.body).toContain(`<link rel="canonical" href="http://localhost:5000${path}">`);
    expect(dataIn(page, "application/ld\\+json")).toMatchObject({
      "@type": "CreativeWorkSeries",
      hasPart: [{ position: 1, name: "The second part" }, { position: 2 }],
    });
    expect(page.body).not.toMatch(/<[^>]*\sstyle=|<style/);
    expect(readable(await load(two))).toMatch(/Part <!-- -->1<!-- --> of <!-- -->2.*The first part/s);
    const data = await app.call("GET", path, { headers: { accept: "application/json" } });
    expect(data.headers["content-type"]).toBe("application/json; charset=utf-8");

    await app.call("PATCH", path, { token, body: { items: [one, two], title: "Stones" } });
    expect(readable(await read(path))).toMatch(/Stones<\/h1>.*The first part.*The second part/s);
    expect(readable(await load(two))).toMatch(/Part <!-- -->2<!-- --> of <!-- -->2.*Stones/s);
    const sitemap = await app.call("GET", "/sitemap.xml");
    expect(String(sitemap.body)).toContain(`<loc>http://localhost:5000${path}</loc>`);
    await app.call("DELETE", path, { token });
    expect(await read(path)).toMatchObject({ status: 404 });
    expect(readable(await load(two))).not.toContain("Stones");
  });
});

test("the first page links to the newest verified items without a script, follows them, and may be kept by proxies", async () => {
  const id = await make({ title: "The newest on the landing page" });
  const read = () => app.call("GET", "/", { headers: { accept: "text/html" } });
  const page = await read();
  expect(page.headers).toMatchObject({
    "cache-control": "public, max-age=0, must-revalidate",
    vary: "Accept-Encoding",
  });
  for (const part of [
    "<title>Verified tech wisdom from the community · Cairn</title>",
    '<link rel="canonical" href="http://localhost:5000/">',
    `href="/posts/${id}"`,
    "The newest on the landing page",
  ])
    expect(readable(page)).toContain(part);
  expect(page.body).not.toMatch(/<[^>]*\sstyle=|<style/);
  const again = await app.call("GET", "/", {
    headers: { accept: "text/html", "if-none-match": String(page.headers.etag) },
  });
  expect([again.status, again.headers.vary]).toEqual([304, page.headers.vary]);
  await decide(app, id, { reviewerId: admin.user_id, decision: "flagged", revision: 1 });
  expect(readable(await read())).not.toContain("The newest on the landing page");
});

describe("the pages of the external feeds", () => {
  const pages = ["/home", "/feed", "/feedpage"];
  const videos = Array.from({ length: 8 }, (_, index) => makeVideo({ title: `Film ${index + 1}` }));
  const articles = [makeArticle({ title: "Paper </script><b>" })];

  test("have the feeds that the server has stored and the newest posts, and show changes to both", async () => {
    const source = await openExternalSite(sendFeeds({ videos: undefined, articles: undefined }));
    const { db, store } = app;
    const settings = { ...feedsAt(source.url), seedDemo: false, rateLimits: false };
    const site = await buildTestApp(settings, builtSite, { db, store });
    const read = (path: string) => site.call("GET", path, { headers: { accept: "text/html" } });
    const id = await make({ title: "The newest post" });
    await comment(id, "Said of the newest");
    for (const path of pages) {
      const page = await read(path);
      expect(page.status).toBe(200);
      expect(readable(page)).toContain("No content available");
      expect(readable(page)).toContain("The newest post</a>");
      const address = path === "/feed" ? "/home" : path;
      expect(page.body).toContain(`<link rel="canonical" href="http://localhost:5000${address}">`);
      expect(page.body).toContain('<meta name="description" content="New videos and articles');
      expect(page.headers["cache-control"]).toBe("public, max-age=0, must-revalidate");
    }

    source.behave(sendFeeds({ videos: { items: videos }, articles }));
    await site.feeds.refreshNow();
    for (const path of pages) {
      const page = await read(path);
      const html = readable(page);
      // Also what a press would show, as links.
      for (const { title } of videos) expect(html).toContain(title);
      expect(html).toContain("Paper &lt;/script&gt;&lt;b&gt;");
      expect(html).toContain(`<a href="${videos[7]?.link}"`);
      expect(html).toContain("1 Nov 2026");
      expect(page.body).not.toMatch(/<[^>]*\sstyle=|<style/);
      const { answers } = dataIn(page, "application/json") as { answers: unknown[][] };
      expect(answers.map(([, , isForAll]) => isForAll)).toEqual(answers.map(() => true));
    }
    await decide(app, id, { reviewerId: admin.user_id, decision: "flagged", revision: 1 });
    source.behave(sendFeeds({ videos: undefined, articles: undefined }));
    await site.feeds.refreshNow();
    for (const path of pages) {
      expect(readable(await read(path))).not.toContain("The newest post");
      expect(readable(await read(path))).toContain("Film 8");
    }
    await site.http.close();
    await source.close();
  });

  test("/home has the comments of the specified item, and all three say so where no feed is set up", async () => {
    const site = await buildTestApp({ seedDemo: false, rateLimits: false }, builtSite);
    const read = (path: string) => site.call("GET", path, { headers: { accept: "text/html" } });
    for (const path of pages) expect(readable(await read(path))).toContain("No content available");
    expect(readable(await read("/home"))).toContain("No comments available");
    const member = await registerMember(site, "TechWriter");
    const reviewer = await registerMember(site, "Admin");
    const id = await makeItem(site, { authorId: member.user_id, reviewerId: reviewer.user_id });
    expect(id).toBe(1);
    await site.call("POST", "/content/1/comments", {
      token: member.access_token,
      body: { body: "The first remark" },
    });
    expect(readable(await read("/home"))).toContain("“<!-- -->The first remark<!-- -->”");
    expect(readable(await read("/feedpage"))).not.toContain("The first remark");
    await site.close();
  });
});

test("the files that pages are rendered with are not served", async () => {
  for (const path of ["/.server/prerender.js", "/.server/post.html"])
    expect((await app.call("GET", path)).status).toBe(404);
});

/** The thread of pages, which ends itself amid its second page: before React begins, after that, or with the page done. */
const crashing = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from "node:worker_threads";
    let pages = 0;
    const place = Math.floor(Math.random() * 3);
    const mayEnd = (at) => {
      if (pages === 2 && place === at) process.exit();
    };
    parentPort.on("message", () => {
      pages += 1;
      mayEnd(0);
    });
    const { Response } = globalThis;
    globalThis.Response = function (...given) {
      mayEnd(1);
      return new Response(...given);
    };
    const send = parentPort.postMessage.bind(parentPort);
    parentPort.postMessage = (...given) => {
      mayEnd(2);
      send(...given);
    };
    await import(${JSON.stringify(pathToFileURL(join(cacheDir, "page-worker.js")).href)});
  `)}`,
);
/** `npm run prove -- pages` asks for more. */
const crashes = Number(process.env.PAGE_CRASHES ?? 3);

test(
  "when the thread of pages dies a reader gets the plain shell, which is not kept, and the next one the page",
  async () => {
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
        expect((await get(second)).headers["cache-control"]).toBe("public, max-age=0, must-revalidate");
        // Ends the new thread before the next round.
        await get(await make({ title: "Three" }));
      }
      process.stdout.write(
        `FIGURE ${crashes} crashes amid a page: 0 readers without an answer, 0 pages kept wrong\n`,
      );
    } finally {
      await other.http.close();
    }
  },
  20_000 + crashes * 5_000,
);
