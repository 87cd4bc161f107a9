import { request as ask } from "node:http";
import type { AddressInfo } from "node:net";
import {
  buildTestApp,
  type Member,
  password,
  registerMember,
  type TestApp,
} from "@tests/support/server/app.ts";
import { makeItem } from "@tests/support/server/content.ts";
import pino from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

let app: TestApp;
let author: Member;
let item: number;
let port: number;
/** The framework makes a logger for each request that it handles itself. */
let handled = 0;
const lines: Record<string, unknown>[] = [];
beforeAll(async () => {
  const log = pino({ level: "info" }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const child = log.child.bind(log);
  log.child = ((...args: Parameters<typeof child>) => {
    handled += 1;
    return child(...args);
  }) as typeof log.child;
  app = await buildTestApp({ trustProxy: ["127.0.0.0/8", "::1"] }, null, { log });
  author = await registerMember(app, "TechWriter");
  item = await makeItem(app, { authorId: author.user_id, body: "Many words. ".repeat(200) });
  await app.call("POST", `/content/${item}/comments`, {
    token: author.access_token,
    body: { body: "Well said. ".repeat(100) },
  });
  await app.http.listen({ host: "127.0.0.1", port: 0 });
  port = (app.http.server.address() as AddressInfo).port;
});
afterAll(() => app.close());

interface Received {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly body: Buffer;
  /** Whether the framework handled it. */
  readonly late: boolean;
}

function get(path: string, headers: Record<string, string> = {}, method = "GET"): Promise<Received> {
  const before = handled;
  return new Promise((resolve, reject) => {
    ask({ host: "127.0.0.1", port, path, method, headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on("data", (part: Buffer) => parts.push(part));
      answer.on("end", () => {
        const { statusCode = 0, headers: got } = answer;
        resolve({ status: statusCode, headers: got, body: Buffer.concat(parts), late: handled > before });
      });
    })
      .on("error", reject)
      .end();
  });
}

/** The headers but for what each answer has of its own. The order of the names in Vary means nothing. */
const lasting = ({ headers: { date: _date, "x-request-id": _id, vary, ...others } }: Received) => ({
  ...others,
  vary: String(vary).split(", ").sort(),
});

const forms: [string, Record<string, string>][] = [
  ["plain", {}],
  ["brotli", { "accept-encoding": "gzip, deflate, br" }],
  ["gzip", { "accept-encoding": "gzip" }],
];
const paths = () => [
  "/content?per_page=1",
  "/api/content",
  `/content/${item}`,
  `/content/${item}/comments`,
  `/content/${item}/reviews`,
  "/content/search?q=words",
  "/categories",
  "/categories/1",
  "/ledger",
];

test.each(forms)(
  "a kept answer, %s, leaves early with the bytes and headers of the framework's",
  async (_form, headers) => {
    for (const path of paths()) {
      // The first makes the answer, the second sends this form of it through all hooks.
      await get(path, headers);
      const byFramework = await get(path, { ...headers, range: "bytes=0-" });
      const early = await get(path, headers);
      expect([path, byFramework.late, early.late]).toEqual([path, true, false]);
      expect(early.status).toBe(200);
      expect(lasting(early)).toEqual(lasting(byFramework));
      expect(early.body.equals(byFramework.body)).toBe(true);
      expect(early.headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
      expect(early.headers["x-request-id"]).not.toBe(byFramework.headers["x-request-id"]);
    }
  },
);

test("HEAD is answered early with the headers of its GET and no body", async () => {
  const path = `/content/${item}`;
  for (const [, headers] of forms) {
    await get(path, headers);
    await get(path, headers);
    const byFramework = await get(path, { ...headers, range: "bytes=0-" }, "HEAD");
    const early = await get(path, headers, "HEAD");
    expect([byFramework.late, early.late]).toEqual([true, false]);
    expect(lasting(early)).toEqual(lasting(byFramework));
    expect(early.body).toHaveLength(0);
  }
});

test("a reader who has the answer is told so early, as the framework does", async () => {
  const path = `/content/${item}`;
  for (const [form, accepted] of forms) {
    const tag = String((await get(path, accepted)).headers.etag);
    const known = { ...accepted, "if-none-match": `"other", W/${tag}` };
    const byFramework = await get(path, { ...known, range: "bytes=0-" });
    const early = await get(path, known);
    expect([form, byFramework.status, early.status]).toEqual([form, 304, 304]);
    expect([form, byFramework.late, early.late]).toEqual([form, true, false]);
    expect(lasting(early)).toEqual(lasting(byFramework));
    expect(early.headers.etag).toBe(tag);
  }
});

test("what could make the answer another one is left to the framework", async () => {
  const path = "/content";
  await get(path);
  await get(path);
  expect((await get(path)).late).toBe(false);
  const others: Record<string, string>[] = [
    { authorization: `Bearer ${author.access_token}` },
    { origin: "https://elsewhere.example" },
    { range: "bytes=0-9" },
    { "content-length": "0" },
  ];
  for (const headers of others) expect((await get(path, headers)).late).toBe(true);
  expect((await get(path, { accept: "application/json" })).late).toBe(false);
});

test("each early answer is a line of the log and a call in the metrics, by its route", async () => {
  const path = `/content/${item}?secret=1`;
  const counted = async () => {
    const { body } = await app.call("GET", "/metrics", { from: "127.0.0.1" });
    const name = 'cairn_http_request_duration_seconds_count{route="/content/:id",method="GET",status="2xx"}';
    const hits = 'cairn_shared_answers_total{outcome="hit"}';
    const read = (line: string) => Number(String(body).split(`${line} `)[1]?.split("\n")[0] ?? 0);
    return [read(name), read(hits)];
  };
  await get(path);
  await get(path);
  const [calls = 0, hits = 0] = await counted();
  const early = await get(path);
  expect(early.late).toBe(false);
  expect(await counted()).toEqual([calls + 1, hits + 1]);
  expect(lines.find(({ reqId }) => reqId === early.headers["x-request-id"])).toMatchObject({
    level: 30,
    msg: "answered",
    method: "GET",
    route: "/content/:id",
    path: `/content/${item}`,
    status: 200,
  });
});

test("early answers count against the limit of the client behind the trusted proxies", async () => {
  const strict = await buildTestApp({ trustProxy: ["127.0.0.0/8", "10.0.0.0/8"] });
  await strict.http.listen({ host: "127.0.0.1", port: 0 });
  const url = `http://127.0.0.1:${(strict.http.server.address() as AddressInfo).port}/categories`;
  const from = (chain: string) => fetch(url, { headers: { "x-forwarded-for": chain } });
  await from("192.0.2.1");
  for (let count = 1; count < 3000; count += 50) {
    await Promise.all(
      Array.from({ length: Math.min(50, 3000 - count) }, () => from("203.0.113.9, 192.0.2.1, 10.1.2.3")),
    );
  }
  const refused = await from("192.0.2.1");
  expect(refused.status).toBe(429);
  expect(await refused.json()).toMatchObject({ code: "too_many_requests" });
  expect((await from("192.0.2.2")).status).toBe(200);
  expect((await from("192.0.2.1, 192.0.2.2")).status).toBe(200);
  await strict.close();
});

test("however many ask for an answer that is not kept, it is made once", async () => {
  const path = `/content/${item}/comments?per_page=7`;
  const misses = async () => {
    const { body } = await app.call("GET", "/metrics", { from: "127.0.0.1" });
    return Number(/cairn_shared_answers_total\{outcome="miss"\} (\d+)/.exec(body)?.[1]);
  };
  const before = await misses();
  const answers = await Promise.all(Array.from({ length: 30 }, () => get(path)));
  expect(new Set(answers.map(({ status, headers }) => `${status} ${headers.etag}`)).size).toBe(1);
  expect((await misses()) - before).toBe(1);
});

test("a comment on one item leaves the answers about others where they are", async () => {
  const other = await makeItem(app, { authorId: author.user_id });
  const about = ["", "/comments", "/reviews"].map((part) => `/content/${other}${part}`);
  for (const path of about) for (let count = 0; count < 2; count += 1) await get(path);
  const body = { body: "Another word." };
  await app.call("POST", `/content/${item}/comments`, { token: author.access_token, body });
  for (const path of about) expect([path, (await get(path)).late]).toEqual([path, false]);
  expect((await get(`/content/${item}/comments`)).late).toBe(true);
});

describe("a member's own answers", () => {
  // The author is shown more of the item than others, and what only some may see is never kept.
  let reader: Member;
  beforeAll(async () => {
    reader = await registerMember(app);
  });
  const own = () => [
    "/content?per_page=100",
    `/content/${item}`,
    "/content/search?q=words",
    "/notifications?page=1",
    "/notifications/unread-count",
  ];
  const as = ({ access_token: token }: Member) => ({ authorization: `Bearer ${token}` });
  /** Asks until the answer is kept. */
  async function keep(path: string, headers: Record<string, string>): Promise<Received> {
    await get(path, headers);
    const early = await get(path, headers);
    expect([path, early.late]).toEqual([path, false]);
    return early;
  }

  test.each(forms)(
    "leave early the second time, %s, as the framework sends them",
    async (_form, accepting) => {
      const headers = { ...as(reader), ...accepting };
      for (const path of own()) {
        const early = await keep(path, headers);
        const byFramework = await get(path, { ...headers, range: "bytes=0-" });
        expect([byFramework.late, early.status]).toEqual([true, 200]);
        expect(lasting(early)).toEqual(lasting(byFramework));
        expect(early.body.equals(byFramework.body)).toBe(true);
        expect(early.headers["cache-control"]).toBe("no-store");
        expect(early.headers["x-request-id"]).not.toBe(byFramework.headers["x-request-id"]);
      }
    },
  );

  test("are sent to nobody else, and not kept for those who may see more", async () => {
    const other = await registerMember(app);
    const path = `/content/${item}`;
    await app.call("PUT", `${path}/like`, { token: other.access_token });
    const liked = ({ body }: Received) => JSON.parse(body.toString()).liked;
    expect(liked(await keep(path, as(other)))).toBe(true);
    expect(liked(await get(path, as(reader)))).toBe(false);
    for (let count = 0; count < 2; count += 1) expect((await get(path, as(author))).late).toBe(true);
    expect(liked(await get(path))).toBeUndefined();
    const forged = await get(path, { authorization: `Bearer ${other.access_token}x` });
    expect([forged.status, forged.late]).toEqual([401, true]);
  });

  test("are new after each change that they show", async () => {
    const member = await registerMember(app);
    const token = member.access_token;
    const changes: [string, () => Promise<{ status: number }>][] = [
      [`/content/${item}`, () => app.call("PUT", `/content/${item}/like`, { token })],
      ["/content?per_page=100", () => app.call("DELETE", `/content/${item}/like`, { token })],
      [
        "/content?per_page=100",
        () => app.call("PATCH", "/profiles/me", { token, body: { interests: ["words"] } }),
      ],
      ["/notifications/unread-count", () => app.call("POST", "/notifications/read-all", { token })],
    ];
    // For a notification to read.
    const own = await makeItem(app, { authorId: member.user_id });
    const body = { body: "Well said." };
    await app.call("POST", `/content/${own}/comments`, { token: author.access_token, body });
    for (const [path, change] of changes) {
      const before = await keep(path, as(member));
      expect([path, (await change()).status]).toEqual([path, 200]);
      const after = await get(path, as(member));
      expect([path, after.late, after.body.equals(before.body)]).toEqual([path, true, false]);
    }
  });

  test("end with the session", async () => {
    const member = await registerMember(app);
    const path = "/notifications/unread-count";
    await keep(path, as(member));
    await app.call("DELETE", "/auth/logout", { token: member.refresh_token });
    const refused = await get(path, as(member));
    expect([refused.status, refused.late]).toEqual([401, true]);
    const another = await registerMember(app);
    await keep(path, as(another));
    app.passTime(16 * 60_000);
    expect((await get(path, as(another))).status).toBe(401);
  });

  test("are new when a time that they tell reads differently", async () => {
    const member = await registerMember(app);
    await app.call("POST", `/content/${item}/comments`, {
      token: member.access_token,
      body: { body: "Just now." },
    });
    const { body } = await app.call("POST", "/auth/login", { body: { email: author.email, password } });
    const told = ({ body: page }: Received): string => JSON.parse(page.toString()).items[0].time;
    const headers = { authorization: `Bearer ${body.access_token}` };
    expect(told(await keep("/notifications?page=1", headers))).toBe("0 minutes ago");
    app.passTime(60_000);
    const later = await get("/notifications?page=1", headers);
    expect([later.late, told(later)]).toEqual([true, "1 minute ago"]);
  });
});
