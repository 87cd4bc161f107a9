import { buildTestApp, registerMember, type TestApp } from "@tests/support/server/app.ts";
import { makeItem } from "@tests/support/server/content.ts";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";

let app: TestApp;
let authorId: number;
beforeAll(async () => {
  app = await buildTestApp({ publicUrl: "https://cairn.example", rateLimits: false });
  authorId = (await registerMember(app, "TechWriter")).user_id;
});
afterAll(() => app.close());

const get = (path: string, headers: Record<string, string> = {}) => app.call("GET", path, { headers });

test("robots may read everything but calls, and are shown the sitemap", async () => {
  const { status, headers, body } = await get("/robots.txt");
  expect([status, headers["content-type"]]).toEqual([200, "text/plain; charset=utf-8"]);
  expect(body).toBe(
    "User-agent: *\nDisallow: /api/\nDisallow: /auth/\n\nSitemap: https://cairn.example/sitemap.xml\n",
  );
});

test("the sitemap has what is public, with the time of its approval, and nothing else", async () => {
  const shown = await makeItem(app, { authorId });
  const hidden = await makeItem(app, { authorId, status: "Pending" });
  const reader = await registerMember(app);
  const { headers, body } = await get("/sitemap.xml");
  expect(headers["content-type"]).toBe("application/xml; charset=utf-8");
  expect(body).toMatch(
    new RegExp(`<url><loc>https://cairn.example/posts/${shown}</loc><lastmod>20[^<]*Z</lastmod></url>`),
  );
  expect(body).toContain("<url><loc>https://cairn.example/ledger</loc></url>");
  expect(body).toContain(`<url><loc>https://cairn.example/authors/${authorId}</loc></url>`);
  expect(body).not.toContain(`/posts/${hidden}<`);
  expect(body).not.toContain(`/authors/${reader.user_id}<`);
});

test("the sitemap changes with what is public, and says so by its tag", async () => {
  const tag = String((await get("/sitemap.xml")).headers.etag);
  expect(await get("/sitemap.xml", { "if-none-match": tag })).toMatchObject({ status: 304, body: "" });
  const id = await makeItem(app, { authorId });
  const next = await get("/sitemap.xml", { "if-none-match": tag });
  expect(next.status).toBe(200);
  expect(next.body).toContain(`/posts/${id}<`);
});

test("a file of ids without anything public is not there, nor is any other file", async () => {
  expect((await get("/sitemaps/posts/0.xml")).status).toBe(200);
  for (const path of ["/posts/7.xml", "/posts/x.xml", "/posts/123456789.xml", "/drafts/0.xml", "/posts/0"]) {
    expect((await get(`/sitemaps${path}`)).status).toBe(404);
  }
});

test("beyond ten thousand addresses the sitemap is an index of files that hold each of them once", async () => {
  const big = await buildTestApp({ publicUrl: "https://cairn.example", rateLimits: false });
  const rows: { id: number }[] = [];
  // In parts: a statement has 30 s.
  for (let part = 0; part < 10_001; part += 1_000) {
    const written = await big.db.query.execute<{ id: number }>(sql`
      with writers as (
        insert into users (name, email, role)
        select 'Writer', 'writer-' || number || '@example.test', 'TechWriter'
        from generate_series(${part + 1}::int, ${Math.min(part + 1_000, 10_001)}::int) as number
        returning id
      )
      insert into content_counts (author_id, status, total) select id, 'Published', 1 from writers
      returning author_id::int as id`);
    rows.push(...written.rows);
  }
  const writer = rows[0]?.id ?? 0;
  const id = await makeItem(big, { authorId: writer });

  const index = (await big.call("GET", "/sitemap.xml")).body as string;
  expect(index).toContain("<sitemapindex");
  const files = [...index.matchAll(/<loc>https:\/\/cairn\.example([^<]*)<\/loc>/g)].map(([, path]) => path);
  expect(files).toEqual(["/sitemaps/posts/0.xml", "/sitemaps/authors/0.xml", "/sitemaps/authors/1.xml"]);
  const bodies = await Promise.all(
    files.map(async (path = "") => (await big.call("GET", path)).body as string),
  );
  const addresses = bodies.flatMap((body) => body.match(/<loc>[^<]*<\/loc>/g) ?? []);
  expect(addresses).toHaveLength(rows.length + 1);
  expect(new Set(addresses).size).toBe(addresses.length);
  expect(bodies[0]).toContain(`/posts/${id}<`);
  await big.close();
}, 60_000);
