import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { type IncomingMessage, request } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { buildTestApp, type TestApp } from "@tests/support/server/app.ts";
import { goLive, type LiveSite } from "@tests/support/server/live.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { securityHeaders } from "./security-headers.ts";

/** What everybody meets, behind https and over a real socket. */
let app: TestApp;
let site: LiveSite;
let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "cairn-surface-"));
  for (const folder of ["assets", ".git"]) await mkdir(join(directory, folder));
  for (const page of ["index", "login", "register", "shell"]) {
    await writeFile(join(directory, `${page}.html`), "<!doctype html><title>A page</title>");
  }
  await writeFile(join(directory, "assets/app-abc123.js"), "export const cairn = true;");
  await writeFile(join(directory, "assets/app-abc123.css"), "body { margin: 0 }");
  for (const name of [".git/config", ".env", ".htaccess"]) {
    await writeFile(join(directory, name), "nobody's business");
  }
  app = await buildTestApp({ publicUrl: "https://cairn.example" }, directory);
  site = await goLive(app);
});
afterAll(async () => {
  await app.close();
  await rm(directory, { recursive: true });
});

const paths = [
  ["/", "text/html; charset=utf-8"],
  ["/no/such/page", "text/html; charset=utf-8"],
  ["/assets/app-abc123.js", "application/javascript; charset=utf-8"],
  ["/assets/app-abc123.css", "text/css; charset=utf-8"],
  ["/content", "text/html; charset=utf-8"],
  ["/api/content", "application/json; charset=utf-8"],
  ["/api/auth/me", "application/json; charset=utf-8"],
  ["/api/no/such/call", "application/json; charset=utf-8"],
  ["/openapi.json", "application/json; charset=utf-8"],
  ["/docs", "text/html; charset=utf-8"],
  ["/feed.xml", "application/atom+xml; charset=utf-8"],
  ["/podcast.xml", "application/rss+xml; charset=utf-8"],
  ["/robots.txt", "text/plain; charset=utf-8"],
  ["/sitemap.xml", "application/xml; charset=utf-8"],
  ["/health/ready", "application/json; charset=utf-8"],
  ["/%zz", "application/json; charset=utf-8"],
] as const;
const load = (path: string) => app.call("GET", path, { headers: { accept: "text/html,*/*;q=0.8" } });

describe("every answer", () => {
  test.each(paths)("of %s says that it is %s", async (path, type) => {
    expect((await load(path)).headers["content-type"]).toBe(type);
  });

  test("carries the headers that docs/security.md shows, and behind https HSTS for a year and all subdomains", async () => {
    const guide = await readFile(join(import.meta.dirname, "../../../../docs/security.md"), "utf8");
    const [, shown = ""] = /```http\n([\s\S]+?)\n```/.exec(guide) ?? [];
    const headers = shown
      .split("\n")
      .map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)] as const);
    const expected = Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value]));
    expect(Object.keys(expected)).toContain("referrer-policy");
    expect(guide).toContain("`Strict-Transport-Security: max-age=31536000; includeSubDomains`");
    // The two that matter to a file that is no document.
    const ofFiles = Object.fromEntries(
      ["x-content-type-options", "cross-origin-resource-policy"].map((name) => [name, expected[name]]),
    );
    for (const [path] of paths) {
      expect((await load(path)).headers).toMatchObject({
        ...(/^\/assets\/.+\.(?:js|css)$/.test(path) ? ofFiles : expected),
        "strict-transport-security": "max-age=31536000; includeSubDomains",
      });
    }
  });
});

test("over plain http HSTS is not sent", () => {
  const said: Record<string, unknown> = {};
  const reply = {
    headers: (more: object) => Object.assign(said, more) && reply,
    header: (name: string, value: unknown) => Object.assign(said, { [name]: value }) && reply,
  };
  securityHeaders({ publicUrl: "http://localhost:5000", embedHosts: [] })(
    { id: "1" } as never,
    reply as never,
  );
  expect(said["x-content-type-options"]).toBe("nosniff");
  expect(said).not.toHaveProperty("strict-transport-security");
});

test("no page sets a cookie: only signing in and resets mark a browser", async () => {
  for (const [path] of paths) expect((await load(path)).headers["set-cookie"]).toBeUndefined();
});

test.each([
  "/.git/config",
  "/.env",
  "/.htaccess",
  "/assets",
  "/assets/",
  "/package.json",
  "/main.js",
  "/main.js.map",
  "/server.ts",
  "/data/secrets/auth-secret",
  "/.well-known/",
])("%s is neither a file nor a directory listing", async (path) => {
  const answer = await app.call("GET", path);
  expect(answer.status).toBe(404);
  expect(answer.body).toMatchObject({ code: "not_found" });
});

test.each(["TRACE", "CONNECT", "PROPFIND", "PURGE", "LINK"])("%s is not answered", async (method) => {
  const answer = await send(method, "/api/content", { authorization: "Bearer of-a-secret" });
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(answer.status).toBeLessThan(500);
  expect(answer.body).not.toContain("of-a-secret");
});

describe("a duplicated value", () => {
  test.each(["/content?page=1&page=2", "/content/search?q=a&q=b", "/media/a.jpg?expires=1&expires=2"])(
    "in %s is refused",
    async (path) => {
      expect((await app.call("GET", path)).status).toBe(400);
    },
  );

  test("is read only from the place that the call declares", async () => {
    const credentials = { email: "nobody@example.test", password: "correct horse battery" };
    const query = new URLSearchParams(credentials).toString();
    const answer = await app.call("POST", `/auth/login?${query}`, { body: {} });
    expect(answer.status).toBe(400);
    expect(answer.body.details).toContainEqual({ field: "email", problem: "is required" });
  });
});

describe("a message with an ambiguous length", () => {
  const smuggled = "GET /health/live HTTP/1.1\r\nHost: cairn.example\r\n\r\n";
  const head = "POST /api/auth/login HTTP/1.1\r\nHost: cairn.example\r\nContent-Type: application/json\r\n";

  test.each([
    ["two ways to end", `${head}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`],
    ["two lengths", `${head}Content-Length: 2\r\nContent-Length: ${smuggled.length}\r\n\r\n{}${smuggled}`],
    ["a length that is no number", `${head}Content-Length: +2\r\n\r\n{}${smuggled}`],
    ["a coding that nobody knows", `${head}Transfer-Encoding: chunked, cow\r\n\r\n0\r\n\r\n${smuggled}`],
    ["chunks under a disguise", `${head}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n${smuggled}`],
    [
      "a chunk whose size is no number",
      `${head}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n${smuggled}`,
    ],
  ])(
    "because it has %s is refused, and the bytes after it are not read as a request",
    async (_why, bytes) => {
      const answers = await sendBytes(bytes);
      expect(answers.match(/^HTTP\/1\.1 \d+/gm)).toEqual(["HTTP/1.1 400"]);
    },
  );
});

describe("a request that the HTTP parser refuses", () => {
  const head = "GET /health/live HTTP/1.1\r\nHost: cairn.example\r\n";

  test.each([
    ["no method", "\u0001\u0002 / HTTP/1.1\r\n\r\n", 400, "request_unreadable"],
    ["a header without a name", `${head}: nobody\r\n\r\n`, 400, "request_unreadable"],
    ["headers that are too large", `${head}X-Long: ${"x".repeat(20_000)}\r\n\r\n`, 431, "headers_too_large"],
    ["an expectation that nobody knows", `${head}Expect: a-miracle\r\n\r\n`, 417, "expectation_failed"],
    ["no Host", "GET /health/live HTTP/1.1\r\nConnection: close\r\n\r\n", 400, "invalid_input"],
  ])("because it has %s is answered in the shape of every error", async (_what, bytes, status, code) => {
    const answer = await sendBytes(bytes);
    const [top = "", body = ""] = answer.split("\r\n\r\n");
    const [first, ...lines] = top.split("\r\n");
    const headers = Object.fromEntries(
      lines.map((line) => [line.split(": ", 1)[0]?.toLowerCase(), line.slice(line.indexOf(": ") + 2)]),
    );
    expect(first).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(JSON.parse(body)).toEqual({
      error: expect.stringMatching(/^[A-Z].+\.$/),
      code,
      request_id: headers["x-request-id"],
    });
    expect(headers).toMatchObject({
      "x-request-id": expect.stringMatching(/^[0-9a-f-]{36}$/),
      "content-type": "application/json; charset=utf-8",
      "content-length": String(Buffer.byteLength(body)),
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "strict-transport-security": "max-age=31536000; includeSubDomains",
    });
  });
});

test("a refusal for lack of a session says how to sign in, and whether a token was sent", async () => {
  const challenge = async (url: string, headers: Record<string, string> = {}) => {
    const answer = await app.call("GET", url, { headers });
    return [answer.status, answer.headers["www-authenticate"]];
  };
  const dead = { authorization: "Bearer dead" };
  expect(await challenge("/auth/me")).toEqual([401, 'Bearer realm="calls"']);
  expect(await challenge("/auth/me", dead)).toEqual([401, 'Bearer realm="calls", error="invalid_token"']);
  expect(await challenge("/api/content", dead)).toEqual([401, 'Bearer realm="calls", error="invalid_token"']);
  expect(await challenge("/no/such/call", dead)).toEqual([404, undefined]);
});

async function send(method: string, path: string, headers: Record<string, string>) {
  const asked = request(`${site.address}${path}`, { method, headers });
  asked.end();
  const answer = await new Promise<IncomingMessage | null>((resolve) => {
    asked.once("response", resolve);
    asked.once("error", () => resolve(null));
    asked.once("connect", (response) => resolve(response));
  });
  // Hanging up is an answer too: CONNECT asks for a tunnel, and there is none.
  return answer ? { status: answer.statusCode ?? 0, body: await text(answer) } : { status: 400, body: "" };
}

/** What comes back for these very bytes; ends only when the server hangs up. */
async function sendBytes(bytes: string): Promise<string> {
  const socket = connect((app.http.server.address() as AddressInfo).port, "127.0.0.1");
  await once(socket, "connect");
  socket.write(bytes);
  return text(socket);
}
