import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { screenFile, screens } from "@cairn/contract";
import { buildTestApp, registerMember, type TestApp, verifiedAdmin } from "@tests/support/server/app.ts";
import { makeItem } from "@tests/support/server/content.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { codeFramePolicy, contentSecurityPolicy } from "./security-headers.ts";

const browser = { accept: "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8" };
const script = { accept: "*/*" };

const codeFrame = "/assets/code-frame-abc123.html";
const codeFrameHtml = "<!doctype html><script>onmessage = null;</script>";

let app: TestApp;
let site: string;
beforeAll(async () => {
  site = await mkdtemp(join(tmpdir(), "cairn-site-"));
  for (const folder of ["assets", "screens"]) await mkdir(join(site, folder));
  await writeFile(join(site, "shell.html"), "<!doctype html><title>shell</title>");
  for (const name of Object.keys(screens)) {
    await writeFile(join(site, screenFile(name)), `<!doctype html><title>${name}</title>`);
  }
  await writeFile(join(site, "assets/app-abc123.js"), "export const cairn = true;");
  await writeFile(join(site, "assets/app-abc123.js.br"), brotliCompressSync("export const cairn = true;"));
  await writeFile(join(site, codeFrame), codeFrameHtml);
  await writeFile(join(site, "sw.js"), "oninstall = null;");
  await writeFile(join(site, "manifest.webmanifest"), "{}");
  app = await buildTestApp({}, site);
});
afterAll(async () => {
  await app.close();
  await rm(site, { recursive: true });
});

const load = (url: string, headers: Record<string, string> = browser) => app.call("GET", url, { headers });

describe("a page load", () => {
  test.each([
    ["/", "landing"],
    ["/login", "login"],
    ["/register", "register"],
    ["/usersdashboard", "usersDashboard"],
    ["/techwriter/edit/7", "techWriterEdit"],
    ["/login/", "login"],
  ])("of %s gets the page %s", async (path, page) => {
    const answer = await load(path);
    expect(answer.status).toBe(200);
    expect(answer.body).toContain(`<title>${page}</title>`);
    expect(answer.headers["cache-control"]).toBe("no-cache");
  });

  test("works for every screen of the route table, even for a client that accepts anything", async () => {
    const calls = ["/content", "/notifications", "/admin/webhooks", "/admin/settings", "/admin/invitations"];
    const rendered = ["/posts/:id", "/authors/:id", "/series/:id"];
    for (const path of Object.values(screens).filter((screen) => ![...calls, ...rendered].includes(screen))) {
      expect((await load(path.replace(":id", "1"), script)).status).toBe(200);
    }
  });

  test("of an item has its title, and of an item hidden from readers is a 404", async () => {
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

  test("of an author has the name and words of the author, and of anybody else is a 404", async () => {
    const writer = await registerMember(app, "TechWriter");
    const reader = await registerMember(app);
    await makeItem(app, { authorId: writer.user_id });
    await app.call("PATCH", "/profiles/me", {
      body: { name: "Amina <b>", bio: "On servers." },
      token: writer.access_token,
    });
    const { status, body, headers } = await load(`/authors/${writer.user_id}`);
    expect(status).toBe(200);
    expect(headers.vary).toContain("Accept");
    expect(body).toContain("<title>Amina &lt;b&gt; · Cairn</title>");
    expect(body).toContain('<meta property="og:description" content="On servers.">');
    for (const id of [reader.user_id, 999_999, "abc"]) {
      expect((await load(`/authors/${id}`)).status).toBe(404);
    }
  });

  test("of the ledger describes it in its preview, and is not marked as an article", async () => {
    const { body } = await load("/ledger");
    expect(body).toContain("<title>Ledger · Cairn</title>");
    expect(body).toContain('<meta property="og:type" content="website">');
    expect(body).not.toContain("article:");
  });

  test("of an unknown path gets the site with status 404, and says that this varies", async () => {
    const answer = await load("/no/such/screen");
    expect(answer.status).toBe(404);
    expect(answer.headers.vary).toContain("Accept");
    expect(answer.body).toContain("<title>shell</title>");
  });

  test.each<Record<string, string>>([
    { range: "bytes=0-9" },
    { range: "bytes=900000-" },
    { "if-none-match": "*" },
    { "if-modified-since": "Fri, 31 Dec 2100 23:59:59 GMT" },
  ])("of a missing item is a complete 404 page, even when requested with %j", async (condition) => {
    for (const path of ["/no/such/screen", "/posts/999999"]) {
      const answer = await load(path, { ...browser, ...condition });
      expect(answer).toMatchObject({ status: 404, body: "<!doctype html><title>shell</title>" });
      for (const name of ["etag", "last-modified", "content-range", "accept-ranges"]) {
        expect(answer.headers[name]).toBeUndefined();
      }
    }
  });

  test("of a file is refused if the reader expects another one", async () => {
    const answer = await load("/assets/app-abc123.js", { ...script, "if-match": '"other"' });
    expect([answer.status, answer.headers["cache-control"]]).toEqual([412, "no-store"]);
  });

  test("of the OAuth return is neither cached nor sent as a referrer", async () => {
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

  test.each(["/series", "/authors"])("%s leads a browser to the library", async (path) => {
    const { status, headers } = await load(path);
    expect([status, headers.location, headers.vary]).toEqual([
      302,
      "/posts",
      expect.stringContaining("Accept"),
    ]);
    expect((await load(path, script)).headers["content-type"]).toContain("application/json");
  });

  test.each([script, { accept: "application/json" }, { accept: "text/html;q=0.5, application/json" }])(
    "give the call to everything else",
    async (headers) => {
      const answer = await load("/content", headers);
      expect(answer.headers["content-type"]).toContain("application/json");
      expect(answer.headers.vary).toContain("Accept");
    },
  );

  const vary = /\bAccept\b(?!-)/;
  const [page, data] = ["text/html; charset=utf-8", "application/json; charset=utf-8"];

  test.each<[string, Record<string, string>, string, string]>([
    ["prefers a page", browser, page, page],
    ["takes anything", script, page, data],
    ["says nothing", {}, page, data],
    ["asks for JSON", { accept: "application/json" }, data, data],
  ])(
    "answer who %s: %j, where Cairn added them as %s, where the specification names them as %s",
    async (_who, headers, added, specified) => {
      const { user_id: authorId, access_token: token } = await verifiedAdmin(app);
      await makeItem(app, { authorId });
      const typesAt = [
        [`/authors/${authorId}`, 200, added],
        ["/authors/999999", 404, added],
        ["/series/999999", 404, added],
        ["/ledger", 200, added],
        ["/saved", 200, added],
        ["/history", 200, added],
        ["/content", 200, specified],
        ["/notifications", 200, specified],
        ["/admin/webhooks", 200, specified],
      ] as const;
      for (const method of ["GET", "HEAD"] as const) {
        for (const [path, status, type] of typesAt) {
          const answer = await app.call(method, path, { headers, token });
          expect([path, answer.status, answer.headers["content-type"]]).toEqual([path, status, type]);
          expect(answer.headers.vary).toMatch(vary);
          const call = await app.call(method, `/api${path}`, { headers, token });
          expect([path, call.headers["content-type"]]).toEqual([path, data]);
          expect(call.headers.vary).not.toMatch(vary);
        }
      }
      expect((await load("/posts/999999", headers)).headers.vary).not.toMatch(vary);
    },
  );

  test("give the call under /api even to a browser", async () => {
    expect((await load("/api/content")).headers["content-type"]).toContain("application/json");
  });
});

describe("a known path", () => {
  test.each([
    ["PUT", "/content", "GET, HEAD, OPTIONS, POST"],
    ["PUT", "/api/content/7/", "DELETE, GET, HEAD, OPTIONS, PATCH"],
    ["GET", "/api/auth/login", "OPTIONS, POST"],
    ["GET", "/auth/logout", "DELETE, OPTIONS"],
    ["HEAD", "/auth/register", "OPTIONS, POST"],
    ["PATCH", "/openapi.json", "GET, HEAD, OPTIONS"],
    ["POST", "/assets/app-abc123.js", "GET, HEAD, OPTIONS"],
    ["POST", "/posts/7?x=1", "GET, HEAD, OPTIONS"],
  ] as const)("requested by %s %s names the methods that it accepts", async (method, path, allow) => {
    const answer = await app.call(method, path, { headers: script });
    expect({ status: answer.status, allow: answer.headers.allow }).toEqual({ status: 405, allow });
    const options = await app.call("OPTIONS", path);
    expect({ status: options.status, allow: options.headers.allow }).toEqual({ status: 204, allow });
  });

  test("that is unknown is unknown to OPTIONS too", async () => {
    expect((await app.call("OPTIONS", "/api/nope")).status).toBe(404);
  });

  test("still answers the preflight of a browser", async () => {
    const headers = { origin: "https://elsewhere.example", "access-control-request-method": "PATCH" };
    const answer = await app.call("OPTIONS", "/api/content/7", { headers });
    expect(answer.status).toBe(204);
  });
});

describe("an unknown path", () => {
  test.each([
    ["/no/such/call", script],
    ["/api/no/such/call", browser],
  ])("%s requested as a call is a JSON 404", async (path, headers) => {
    const answer = await load(path, headers);
    expect(answer.status).toBe(404);
    expect(String(answer.headers.vary).split(", ").includes("Accept")).toBe(!path.startsWith("/api/"));
    expect(answer.body).toMatchObject({
      error: "There is nothing at this address.",
      code: "not_found",
      request_id: expect.any(String),
    });
  });

  test("cannot lead out of the site's folder", async () => {
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

test("the built pages are not served as files", async () => {
  for (const path of ["/screens/login.html", "/shell.html", "/assets/app-abc123.js.br"]) {
    expect((await load(path, script)).status).toBe(404);
  }
});

test("hashed files are compressed and cached for ever", async () => {
  const answer = await load("/assets/app-abc123.js", { "accept-encoding": "br" });
  expect(answer.headers["content-encoding"]).toBe("br");
  expect(answer.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
});

test("the frame that runs articles' code has no origin and no connection, runs one script of ours, and only this site frames it", async () => {
  const { status, headers, body } = await load(codeFrame);
  expect([status, body]).toEqual([200, codeFrameHtml]);
  expect(headers["content-security-policy"]).toBe(
    codeFramePolicy("p9ZnD3UQETqZNgvf5WY9nNkSFweVgTIHfFy829J3q9E="),
  );
  expect(headers).toMatchObject({
    "cache-control": "no-cache",
    "content-type": "text/html; charset=utf-8",
    "x-frame-options": "SAMEORIGIN",
    "x-content-type-options": "nosniff",
  });
  expect(headers["access-control-allow-origin"]).toBeUndefined();
  expect((await load("/")).headers["x-frame-options"]).toBe("DENY");
  expect((await load(`${codeFrame}x`)).status).toBe(404);
  expect(contentSecurityPolicy([])).not.toContain("wasm");
});

test("the service worker and the manifest are asked for each time, and the worker asks this site alone", async () => {
  const worker = await load("/sw.js", script);
  expect(worker.headers["content-type"]).toContain("javascript");
  expect(worker.headers["cache-control"]).toBe("no-cache");
  expect(worker.headers["content-security-policy"]).toBe("default-src 'none'; connect-src 'self'");
  const manifest = await load("/manifest.webmanifest", script);
  expect(manifest.headers["content-type"]).toContain("application/manifest+json");
  expect(manifest.headers["cache-control"]).toBe("no-cache");
});

test("hashed scripts carry no headers that govern documents or other sites' calls, compressed or not", async () => {
  for (const encoding of ["br", "identity"]) {
    const { status, headers } = await load("/assets/app-abc123.js", {
      "accept-encoding": encoding,
      origin: "http://localhost:5173",
    });
    expect(status).toBe(200);
    expect(Object.keys(headers).filter((name) => name.startsWith("access-control-"))).toEqual([]);
    expect(headers.vary).toBe("Accept-Encoding");
    for (const name of ["last-modified", "etag", "accept-ranges", "x-request-id", "connection", "keep-alive"])
      expect(headers[name]).toBeUndefined();
    expect(headers["content-security-policy"]).toBeUndefined();
    expect(headers["permissions-policy"]).toBeUndefined();
    expect(headers["cross-origin-resource-policy"]).toBe("same-origin");
    expect(headers["x-content-type-options"]).toBe("nosniff");
  }
});
