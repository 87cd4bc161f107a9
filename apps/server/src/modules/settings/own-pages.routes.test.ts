import {
  buildTestApp,
  builtSite,
  by,
  type Member,
  registerMember,
  type TestApp,
  verifiedAdmin,
} from "@tests/support/server/app.ts";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

let app: TestApp;
let admin: Member;
beforeAll(async () => {
  app = await buildTestApp({ rateLimits: false }, builtSite);
  admin = await verifiedAdmin(app);
});
afterAll(() => app.close());

const path = "/admin/site/pages";
const draft = { title: "Imprint", body: "Run by **the school**.", language: "en" };
const put = (slug: string, body: object = draft, who = admin) =>
  app.call("PUT", `${path}/${slug}`, by(who, body));
const remove = (slug: string) => app.call("DELETE", `${path}/${slug}`, by(admin));
const listed = async () => (await app.call("GET", "/site/pages")).body.items;
const browser = { accept: "text/html" };
const page = async (url: string) => app.call("GET", url, { headers: browser });
const newest = async () => (await app.call("GET", "/admin/activity", by(admin))).body.items[0];
afterEach(async () => {
  for (const { slug } of await listed()) await remove(slug);
});

describe("a page of the site’s own", () => {
  test("is written by a verified admin, and everybody reads it at once", async () => {
    const { status, body } = await put("imprint", { ...draft, title: " Imprint " });
    expect(status).toBe(200);
    expect(body).toEqual({
      slug: "imprint",
      ...draft,
      body_html: '<p dir="auto">Run by <strong>the school</strong>.</p>\n',
      updated_at: expect.stringMatching(/^20.*Z$/),
    });
    expect(await listed()).toEqual([{ slug: "imprint", title: "Imprint" }]);
    expect((await app.call("GET", "/site/pages/imprint")).body).toEqual(body);
  });

  test("is replaced by another version, and keeps its place among the others", async () => {
    await put("imprint");
    await put("rules", { ...draft, title: "Rules" });
    await put("imprint", { ...draft, title: "Legal notice", language: "pt-br" });
    expect((await listed()).map(({ title }: { title: string }) => title)).toEqual(["Legal notice", "Rules"]);
    expect((await app.call("GET", "/site/pages/imprint")).body.language).toBe("pt-BR");
  });

  test("is English unless its language is named", async () => {
    const { body } = await put("rules", { title: "Rules", body: "Be kind." });
    expect(body.language).toBe("en");
  });

  test("is sanitised as an article is: HTML stays text, and scripts are no links", async () => {
    const { body } = await put("imprint", {
      ...draft,
      body: "<script>alert(1)</script>\n\n[press](javascript:alert(1)) ![x](https://elsewhere.example/x.png)",
    });
    expect(body.body_html).not.toMatch(/<script|href="javascript|<img/);
    expect(body.body_html).toContain("&lt;script&gt;");
  });

  test("stands in the admins’ activity with each change, and not without one", async () => {
    await put("imprint");
    expect(await newest()).toMatchObject({ kind: "pageSaved", event: "Page saved: “Imprint”" });
    const { id } = await newest();
    await put("imprint");
    expect((await newest()).id).toBe(id);
    expect((await remove("imprint")).status).toBe(200);
    expect(await newest()).toMatchObject({ kind: "pageDeleted", event: "Page deleted: “Imprint”" });
  });

  test("is gone once it is deleted, for good", async () => {
    await put("imprint");
    expect((await page("/about/imprint")).status).toBe(200);
    await remove("imprint");
    expect(await listed()).toEqual([]);
    expect((await page("/about/imprint")).status).toBe(404);
    for (const answer of [await app.call("GET", "/site/pages/imprint"), await remove("imprint")])
      expect([answer.status, answer.body.code]).toEqual([404, "page_not_found"]);
  });

  test.each([
    ["Imprint", draft, /^Slug /],
    ["im_print", draft, /^Slug /],
    ["-imprint", draft, /^Slug /],
    ["i".repeat(41), draft, /^Slug /],
    ["imprint", { ...draft, title: "" }, /^Title /],
    ["imprint", { ...draft, title: "x".repeat(81) }, /^Title /],
    ["imprint", { ...draft, body: " " }, /^Body /],
    ["imprint", { ...draft, body: "x".repeat(50_001) }, /^Body /],
    ["imprint", { ...draft, language: "no language" }, /^Language must be a language tag/],
    ["imprint", { ...draft, more: 1 }, /^More /],
  ])("at %s is refused with what is wrong", async (slug, body, sentence) => {
    const answer = await put(slug, body);
    expect(answer.status).toBe(400);
    expect(answer.body.error).toMatch(sentence);
    expect(await listed()).toEqual([]);
  });

  test("shows on another instance within a second, and so does each change", async () => {
    const second = await buildTestApp({ rateLimits: false }, builtSite, { db: app.db, store: app.store });
    const shown = async () => String((await second.call("GET", "/about/imprint", { headers: browser })).body);
    const links = async () => (await second.call("GET", "/site/pages")).body.items;
    try {
      expect(await links()).toEqual([]);
      await put("imprint");
      await expect.poll(links).toEqual([{ slug: "imprint", title: "Imprint" }]);
      expect(await shown()).toContain("Run by");
      await put("imprint", { ...draft, body: "Moved." });
      await expect.poll(shown).toContain("Moved.");
    } finally {
      await second.http.close();
    }
  });

  test("is one of twenty at most; each of these can still be changed", async () => {
    for (let number = 1; number <= 20; number += 1) await put(`page-${number}`);
    const answer = await put("one-more");
    expect([answer.status, answer.body.code]).toEqual([409, "list_full"]);
    expect(answer.body.error).toBe("A site can have 20 pages of its own. Delete one first.");
    expect((await put("page-1", { ...draft, title: "Changed" })).status).toBe(200);
  });

  test("is written by no member without the grant", async () => {
    const member = await registerMember(app);
    const unverified = await registerMember(app, "Admin");
    for (const who of [member, unverified]) expect((await put("imprint", draft, who)).status).toBe(403);
    expect((await app.call("PUT", `${path}/imprint`, { body: draft })).status).toBe(401);
  });
});

describe("/about/:slug", () => {
  test("is whole without JavaScript: title, description, language, canonical address, text", async () => {
    await put("imprint", { title: "Mentions <légales>", body: "L’école **de pierre**.", language: "fr" });
    const { status, body, headers } = await page("/about/imprint");
    expect(status).toBe(200);
    const html = String(body);
    expect(html).toContain("<title>Mentions &lt;légales&gt; · Cairn</title>");
    expect(html).toContain('<meta name="description" content="L’école de pierre."');
    expect(html).toContain('<link rel="canonical" href="http://localhost:5000/about/imprint">');
    expect(html).toMatch(/<article[^>]* lang="fr"/);
    expect(html).toContain("L’école <strong>de pierre</strong>.</p>");
    expect(headers["cache-control"]).toBe("public, max-age=0, must-revalidate");
  });

  test("shows a change at once", async () => {
    await put("imprint");
    expect(String((await page("/about/imprint")).body)).toContain("Run by");
    await put("imprint", { ...draft, body: "Moved." });
    expect(String((await page("/about/imprint")).body)).toContain("Moved.");
  });

  test("is linked in the footer of every page that has one, and leaves it once it is deleted", async () => {
    const [link, paths] = ['href="/about/imprint"', ["/", "/posts", "/ledger", "/home", "/posts/999999"]];
    for (const url of paths) expect(String((await page(url)).body), url).not.toContain(link);
    await put("imprint");
    for (const url of [...paths, "/about/imprint"])
      expect(String((await page(url)).body), url).toContain(link);
    await remove("imprint");
    for (const url of paths) expect(String((await page(url)).body), url).not.toContain(link);
  });

  test("is in the sitemap", async () => {
    await put("imprint");
    const sitemap = async () => String((await app.call("GET", "/sitemap.xml")).body);
    expect(await sitemap()).toContain("<loc>http://localhost:5000/about/imprint</loc>");
    await remove("imprint");
    expect(await sitemap()).not.toContain("/about/");
  });

  test.each(["/about/nothing", "/about/No-Such", "/about/"])("%s is the ordinary 404 page", async (url) => {
    const [answer, ordinary] = [await page(url), await page("/no/such/page")];
    expect(answer.status).toBe(404);
    expect(answer.body).toBe(ordinary.body);
    expect(answer.headers["cache-control"]).toBe("no-cache");
  });
});
