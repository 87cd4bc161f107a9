import type { IncomingMessage, ServerResponse } from "node:http";
import type { LookupFunction } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { gzipSync } from "node:zlib";
import { type Answer, buildTestApp, type TestApp } from "@tests/support/server/app.ts";
import { type ExternalSite, type Handler, openExternalSite } from "@tests/support/server/external-site.ts";
import { feedsAt, makeArticle, makeVideo, sendFeeds } from "@tests/support/server/feeds.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sampleArticles } from "../../../../../demo/feeds/articles.ts";

/** How often memory is looked at over every attack; `npm run prove` asks for more. */
const rounds = Number(process.env.FEED_ROUNDS ?? 1);

/** Here an external site is given up on after this long; in production the same code waits for seconds. */
const deadlineMs = 400;
const good = sendFeeds({
  videos: { items: [makeVideo(), makeVideo()] },
  articles: [{ ...makeArticle(), body_html: "<p>LoadingCache</p>" }],
});

const send =
  (body: string | Buffer, headers: Record<string, string> = {}): Handler =>
  (_request, response) =>
    void response.writeHead(200, { "content-type": "application/json", ...headers }).end(body);
const status =
  (code: number, headers = {}) =>
  (_request: IncomingMessage, response: ServerResponse) =>
    void response.writeHead(code, headers).end('{"items":[]}');
const isVideos = (request: IncomingMessage) => request.url?.includes("/videos") === true;

/** Writes for as long as somebody listens, never more than the socket takes. */
const endless =
  (chunk: Buffer, headers: Record<string, string> = {}): Handler =>
  (_request, response) => {
    response.writeHead(200, { "content-type": "application/json", ...headers });
    const write = () => {
      while (!response.destroyed && response.write(chunk));
    };
    response.on("drain", write);
    write();
  };

const nested = (levels: number): Handler => {
  const list = `${"[".repeat(levels)}${"]".repeat(levels)}`;
  return (request, response) => send(isVideos(request) ? `{"items":${list}}` : list)(request, response);
};
const big = Buffer.from(JSON.stringify({ items: [makeVideo({ description: "x".repeat(5_000_000) })] }));
const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, "["));
const half = '{"items":[{"guid":"half","title":"ha';

const hostile: [name: string, handler: Handler][] = [
  ["hangs", () => {}],
  [
    "drips a byte a second",
    (_request, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      const drip = setInterval(() => response.write(" "), 1_000);
      response.write("[");
      response.on("close", () => clearInterval(drip));
    },
  ],
  ["hangs up", (request) => void request.socket.destroy()],
  ["answers 500", status(500)],
  ["answers 429", status(429, { "retry-after": "3600" })],
  ["answers 204", (_request, response) => void response.writeHead(204).end()],
  ["redirects to 127.0.0.1", status(302, { location: "/inside" })],
  [
    "sends HTML",
    send("<!doctype html><title>Sign in</title><script>alert(1)</script>", { "content-type": "text/html" }),
  ],
  ["sends nothing", send("")],
  ["sends 5 MB", send(big)],
  ["never stops sending", endless(Buffer.alloc(64 * 1024, " "))],
  ["sends a gzip bomb", send(bomb, { "content-encoding": "gzip" })],
  ["sends a gzip bomb in gzip", send(gzipSync(bomb), { "content-encoding": "gzip, gzip" })],
  ["sends broken gzip", send("this is no gzip", { "content-encoding": "gzip" })],
  ["sends JSON that ends too early", send(half)],
  [
    "breaks off",
    (_request, response) => {
      response.writeHead(200, { "content-length": "1000" });
      response.write(half, () => response.destroy());
    },
  ],
  ["sends a number", send("42")],
  ["sends null", send("null")],
  [
    "sends a list for an object and an object for a list",
    (request, response) => send(isVideos(request) ? "[]" : "{}")(request, response),
  ],
  ["sends items that are no list", send('{"items":{"length":3}}')],
  [
    "sends nothing but items of wrong types",
    (request, response) => {
      const items = [1, null, "text", [], { guid: 5, id: "7", link: {}, url: [], title: {} }];
      send(JSON.stringify(isVideos(request) ? { items } : items))(request, response);
    },
  ],
  [
    "sends nothing but items without a web link",
    (request, response) => {
      const links = [
        "javascript:alert(1)",
        "data:text/html,x",
        "//evil.example",
        " java\nscript:alert(1)",
        "",
      ];
      const items = links.map((link, index) => ({
        ...makeVideo({ link }),
        ...makeArticle({ url: link, id: index + 1 }),
      }));
      send(JSON.stringify(isVideos(request) ? { items } : items))(request, response);
    },
  ],
  [
    "sends nothing but items with half characters",
    (request, response) => {
      const item = { ...makeVideo(), ...makeArticle() };
      const text = JSON.stringify([item]).replaceAll('"title":"', '"title":"\\ud800');
      send(isVideos(request) ? `{"items":${text}}` : text)(request, response);
    },
  ],
  ["nests 100,000 levels", nested(100_000)],
  ["nests 50,000 levels", nested(50_000)],
  ["sends 690,000 empty objects", send(Buffer.from(`[${"{},".repeat(690_000)}{}]`))],
];

/** Texts that are as much work as a cleaner can be given. */
const heavyTexts = sendFeeds({
  videos: { items: [] },
  articles: ["<br>", "<b><p>", "<table><tr>", "<font><b></font>", "<a><div></a>", "&", "<"].map((piece) => ({
    ...makeArticle(),
    body_html: piece.repeat(Math.floor(250_000 / piece.length)),
  })),
});

const toLoopback: LookupFunction = (_name, _options, callback) =>
  callback(null, [{ address: "127.0.0.1", family: 4 }]);
const unknownName: LookupFunction = (_name, _options, callback) =>
  callback(Object.assign(new Error("getaddrinfo ENOTFOUND"), { code: "ENOTFOUND" }), []);
let externalSite: ExternalSite;
let lookup = toLoopback;
let app: TestApp;
let newcomer: TestApp;
const externalLimits = {
  deadlineMs,
  lookup: (...asked: Parameters<LookupFunction>) => lookup(...asked),
};
beforeAll(async () => {
  externalSite = await openExternalSite(good);
  const url = externalSite.url.replace("127.0.0.1", "feeds.internal");
  app = await buildTestApp(feedsAt(url), null, { externalLimits });
  newcomer = await buildTestApp(feedsAt(`${url}/newcomer`), null, { externalLimits });
});
afterAll(async () => {
  await app.close();
  await newcomer.close();
  await externalSite.close();
});

/** Calls and is answered, whatever goes on; in a proof within half a second: only there is anything timed. */
async function atOnce(of: TestApp, path: string): Promise<Answer> {
  const begun = performance.now();
  const answer = await of.call("GET", path);
  if (process.env.FEED_ROUNDS) expect(performance.now() - begun).toBeLessThan(500);
  expect(answer.status).toBe(200);
  return answer;
}
const markOf = (answer: Answer) => answer.headers["x-feed-source"];

describe("readers get the last good copy at once, or the sample where there is none, when the external site", () => {
  beforeEach(async () => {
    externalSite.behave(good);
    lookup = toLoopback;
    await app.feeds.refreshNow();
    externalSite.asked.length = 0;
  });

  async function showsWhatItHas(attack: () => void): Promise<void> {
    const videos = await atOnce(app, "/feeds/videos");
    const articles = await atOnce(app, "/feeds/articles");
    expect([markOf(videos), markOf(articles)]).toEqual(["live", "live"]);

    attack();
    const refreshed = Promise.all([app.feeds.refreshNow(), newcomer.feeds.refreshNow()]);
    expect((await atOnce(app, "/feeds/videos")).body).toEqual(videos.body);
    await refreshed;

    for (const [path, kept] of [
      ["/feeds/videos", videos],
      ["/feeds/articles", articles],
    ] as const) {
      const answer = await atOnce(app, path);
      expect(markOf(answer)).toBe("stale");
      expect(answer.body).toEqual(kept.body);
    }
    const article = await atOnce(app, `/feeds/articles/${articles.body[0].id}`);
    expect(article.body.body_html).toBe("<p>LoadingCache</p>");
    expect(markOf(article)).toBe("stale");

    expect(markOf(await atOnce(newcomer, "/feeds/videos"))).toBe("sample");
    const sample = await atOnce(newcomer, "/feeds/articles");
    expect(markOf(sample)).toBe("sample");
    expect(sample.body).toHaveLength(sampleArticles.length);
    expect(markOf(await atOnce(newcomer, `/feeds/articles/${sampleArticles[0]?.id}`))).toBe("sample");
  }

  test.each(hostile)("%s", async (_case, handler) => {
    await showsWhatItHas(() => externalSite.behave(handler));
    expect(externalSite.asked).not.toContain("/inside");
  });

  test("has a name that no longer resolves", async () => {
    await showsWhatItHas(() => {
      lookup = unknownName;
    });
    expect(externalSite.asked).toEqual([]);
  });

  test("has a name server that hangs", async () => {
    const waiting: (() => void)[] = [];
    await showsWhatItHas(() => {
      lookup = (...asked) => void waiting.push(() => unknownName(...asked));
    });
    expect(externalSite.asked).toEqual([]);
    // Both lists of both apps are at one name, and each app asks for it once.
    expect(waiting).toHaveLength(2);
    for (const giveUp of waiting) giveUp();
  });
});

test("a public name that leads to a private address is never connected to", async () => {
  externalSite.behave(good);
  lookup = toLoopback;
  const url = externalSite.url.replace("127.0.0.1", "feeds.example");
  const misled = await buildTestApp(feedsAt(url), null, { db: app.db, externalLimits });
  externalSite.asked.length = 0;
  await misled.feeds.refreshNow();
  expect(markOf(await atOnce(misled, "/feeds/videos"))).toBe("sample");
  expect(markOf(await atOnce(misled, "/feeds/articles"))).toBe("sample");
  expect(externalSite.asked).toEqual([]);
  await misled.http.close();
});

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

test("memory stays flat, whatever the external site sends", {
  timeout: 30_000 + rounds * 15_000,
}, async () => {
  lookup = toLoopback;
  const beAttacked = async (afterEach = () => {}) => {
    for (const handler of [...hostile.map(([, attack]) => attack), heavyTexts]) {
      externalSite.behave(handler);
      await app.feeds.refreshNow();
      afterEach();
    }
  };
  // What a first attack loads and warms up is no growth.
  await beAttacked();
  await beAttacked();
  collectGarbage();
  const before = process.memoryUsage.rss();
  let highest = before;
  const watch = setInterval(() => {
    highest = Math.max(highest, process.memoryUsage.rss());
  }, 20);
  // A busy machine puts collecting off: what could have gone by then is not what an attack costs.
  for (let round = 0; round < rounds; round += 1) await beAttacked(collectGarbage);
  clearInterval(watch);
  const megabytes = Math.round((highest - before) / 1024 / 1024);
  process.stdout.write(`FIGURE ${rounds} rounds of every attack: memory grew by ${megabytes} MB\n`);
  expect(highest - before).toBeLessThan(50 * 1024 * 1024);
});
