import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { screens } from "@cairn/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildTestApp, registerMember, type TestApp } from "../test/app.ts";
import { makeItem } from "../test/content.ts";
import { contentSecurityPolicy } from "./security-headers.ts";

const browser = { accept: "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8" };
const script = { accept: "*/*" };

let app: TestApp;
let site: string;
beforeAll(async () => {
  site = await mkdtemp(join(tmpdir(), "cairn-site-"));
  await mkdir(join(site, "assets"));
  for (const page of ["index", "login", "register", "shell"]) {
    await writeFile(join(site, `${page}.html`), `<!doctype html><title>${page}</title>`);
  }
  await writeFile(join(site, "assets/app-abc123.js"), "export const cairn = true;");
  await writeFile(join(site, "assets/app-abc123.js.br"), brotliCompressSync("export const cairn = true;"));
  app = await buildTestApp({}, site);
});
afterAll(async () => {
  await app.close();
  await rm(site, { recursive: true });
});

const load = (url: string, headers: Record<string, string> = browser) => app.call("GET", url, { headers });

describe("a page load", () => {
  test.each([
    ["/", "index"],
    ["/login", "login"],
    ["/register", "register"],
    ["/usersdashboard", "shell"],
    ["/techwriter/edit/7", "shell"],
    ["/login/", "login"],
  ])("of %s gets the page %s", async (path, page) => {
    const answer = await load(path);
    expect(answer.status).toBe(200);
    expect(answer.body).toContain(`<title>${page}</title>`);
    expect(answer.headers["cache-control"]).toBe("no-cache");
  });

  test("works for every screen of the route table, also for a script that takes anything", async () => {
    const others = ["/content", "/notifications", "/ledger", "/posts/:id"];
    for (const path of Object.values(screens).filter((screen) => !others.includes(screen))) {
      expect((await load(path.replace(":id", "1"), script)).status).toBe(200);
    }
  });

  test("of an item carries its title, and of one that readers may not know of is a 404", async () => {
    const { user_id: authorId } = await registerMember(app, "TechWriter");
    const published = await makeItem(app, { authorId, title: "Postgres indexes" });
    const pending = await makeItem(app, { authorId, title: "Not yet", status: "Pending" });
    const answer = await load(`/posts/${published}`);
    expect(answer.status).toBe(200);
    expect(answer.body).toContain("<title>Postgres indexes · Cairn</title>");
    for (const id of [pending, 999_999, "abc", "0", "99999999999999999999"]) {
      const missing = await load(`/posts/${id}`);
      expect(missing.status).toBe(404);
      expect(missing.body).toContain("<title>shell</title>");
    }
  });

  test("of the ledger says in its preview what that is, and is no article", async () => {
    const { body } = await load("/ledger");
    expect(body).toContain("<title>Ledger · Cairn</title>");
    expect(body).toContain('<meta property="og:type" content="website">');
    expect(body).not.toContain("article:");
  });

  test("of an unknown path gets the site with status 404", async () => {
    const answer = await load("/no/such/screen");
    expect(answer.status).toBe(404);
    expect(answer.body).toContain("<title>shell</title>");
  });

  test("of the OAuth return is neither kept nor told to others", async () => {
    const answer = await load("/auth/callback?access_token=a&refresh_token=b");
    expect(answer.headers["referrer-policy"]).toBe("no-referrer");
    expect(answer.headers["cache-control"]).toBe("no-store");
  });
});

describe("paths that are both a screen and a call", () => {
  test.each(["/content", "/notifications", "/ledger"])(
    "give %s as a page to a browser and say that they vary",
    async (path) => {
      const answer = await load(path);
      expect(answer.headers["content-type"]).toContain("text/html");
      expect(answer.headers.vary).toContain("Accept");
    },
  );

  test.each([script, { accept: "application/json" }, { accept: "text/html;q=0.5, application/json" }])(
    "give the call to everything else",
    async (headers) => {
      const answer = await load("/content", headers);
      expect(answer.headers["content-type"]).toContain("application/json");
      expect(answer.headers.vary).toContain("Accept");
    },
  );

  test("give the call under /api even to a browser", async () => {
    expect((await load("/api/content")).headers["content-type"]).toContain("application/json");
  });
});

describe("an unknown path", () => {
  test.each([
    ["/no/such/call", script],
    ["/api/no/such/call", browser],
  ])("%s asked for as a call is a JSON 404", async (path, headers) => {
    const answer = await load(path, headers);
    expect(answer.status).toBe(404);
    expect(answer.body).toMatchObject({
      error: "Not found",
      code: "not_found",
      request_id: expect.any(String),
    });
  });

  test("is no way out of the site's folder", async () => {
    for (const path of [
      "/..%2f..%2fetc%2fpasswd",
      "/assets/..%2f..%2fpackage.json",
      "/%2e%2e/%2e%2e/etc/passwd",
    ]) {
      const answer = await load(path, script);
      expect(answer.status).toBe(404);
    }
  });
});

test("the built pages are no files of their own", async () => {
  for (const path of ["/index.html", "/login.html", "/shell.html", "/assets/app-abc123.js.br"]) {
    expect((await load(path, script)).status).toBe(404);
  }
});

test("hashed files are compressed and kept for ever", async () => {
  const answer = await load("/assets/app-abc123.js", { "accept-encoding": "br" });
  expect(answer.headers["content-encoding"]).toBe("br");
  expect(answer.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
});

test("every answer carries the security headers and the id of its request", async () => {
  for (const path of ["/", "/content", "/no/such/thing", "/assets/app-abc123.js", "/health/live"]) {
    const { headers } = await load(path, script);
    expect(headers["content-security-policy"]).toBe(contentSecurityPolicy);
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
  }
});
