import type { IncomingMessage, ServerResponse } from "node:http";
import type { LookupFunction } from "node:net";
import { setImmediate } from "node:timers/promises";
import type { Link } from "@cairn/contract";
import {
  buildTestApp,
  type Member,
  password,
  registerMember,
  type TestApp,
} from "@tests/support/server/app.ts";
import { makeItem, unpublish } from "@tests/support/server/content.ts";
import { type ExternalSite, openExternalSite } from "@tests/support/server/external-site.ts";
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { links, standingReasons } from "../../db/schema.ts";
import { runCommand } from "../../operator/run-command.ts";

const day = 24 * 60 * 60 * 1000;
/** Long enough for a busy machine: what answers late says nothing. */
const deadlineMs = 1_000;
const hosts = ["one", "two"].map((name) => `${name}.example`);
/** Pages of each kind on each host. */
const copies = Math.max(1, Math.round(Number(process.env.LINK_PAGES ?? 0) / 32));

/** A request as the other side saw it, by the clock of the app. */
interface Seen {
  readonly host: string;
  readonly method: string;
  readonly path: string;
  readonly agent: string | undefined;
  readonly begun: number;
  ended: number;
}

let outside: ExternalSite;
let inside: ExternalSite;
let app: TestApp;
let author: Member;
let ahead = 0;
let today = 0;
const seen: Seen[] = [];
let busiest = 0;

const now = () => Date.now() + ahead;
async function pass(milliseconds: number): Promise<void> {
  // The pause takes no time here, and the other side has to see that a request was given up before the next one comes.
  for (let turn = 0; turn < 10; turn += 1) await setImmediate();
  ahead += milliseconds;
  app.passTime(milliseconds);
}

const fail = (name: string, code: string) =>
  Object.assign(new Error(`getaddrinfo ${code} ${name}`), { code });
const lookup: LookupFunction = (name, _options, callback) => {
  if (name.startsWith("gone.")) callback(fail(name, "ENOTFOUND"), []);
  else if (name.startsWith("away.")) callback(fail(name, "EAI_AGAIN"), []);
  else callback(null, [{ address: "127.0.0.1", family: 4 }]);
};

/** What the pages of the outside do, by the first part of their path; the day counts from 0. */
const pages: Record<string, (answer: (status: number, location?: string) => void, method: string) => void> = {
  alive: (answer) => answer(200),
  "no-head": (answer, method) => answer(method === "HEAD" ? 405 : 200),
  "head-lies": (answer, method) => answer(method === "HEAD" ? 404 : 200),
  empty: (answer, method) => answer(method === "HEAD" ? 501 : 416),
  "moved-on": (answer) => answer(301, "/alive/moved"),
  forbidden: (answer) => answer(403),
  busy: (answer) => answer(429),
  broken: (answer) => answer(503),
  silent: (answer) => {
    if (today > 0) answer(503);
  },
  flaky: (answer) => answer(today % 2 === 0 ? 404 : 200),
  "back-soon": (answer) => answer(today < 2 ? 404 : 200),
  "late-404": (answer) => answer(today < 7 ? 200 : 404),
  gone: (answer) => answer(404),
  removed: (answer) => answer(410),
  "moved-away": (answer) => answer(302, "/gone/after"),
  private: (answer) => answer(200),
  "to-the-inside": (answer) => answer(302, `${inside.url}/secret`),
  lonely: (answer) => answer(today < 8 ? 404 : 200),
};
/** The day of the first of the failures after which it is dead; the others never are. */
const dies: Record<string, number> = { gone: 0, removed: 0, "moved-away": 0, "late-404": 7, lonely: 0 };

function behave(request: IncomingMessage, response: ServerResponse): void {
  const [host = ""] = (request.headers.host ?? "").split(":");
  const { method = "", url: path = "" } = request;
  const agent = request.headers["user-agent"];
  const one: Seen = { host, method, path, agent, begun: now(), ended: Number.POSITIVE_INFINITY };
  const open = seen.filter((other) => other.host === host && other.ended > one.begun);
  busiest = Math.max(busiest, open.length + 1);
  seen.push(one);
  response.on("close", () => {
    one.ended = now();
  });
  if (path === "/robots.txt") {
    response.end(
      "User-agent: *\nDisallow: /\n\nUser-agent: cairn\nDisallow: /private\nAllow: /private/open$\n",
    );
    return;
  }
  const [, name = ""] = path.split("/");
  pages[name]?.((status, location) => {
    response.writeHead(status, location === undefined ? {} : { location }).end(method === "HEAD" ? "" : "x");
  }, method);
}

async function linksOf(id: number): Promise<Link[]> {
  const { status, body } = await app.call("GET", `/content/${id}/links`);
  expect(status).toBe(200);
  return body.items;
}
const publish = (urls: readonly string[]) =>
  makeItem(app, {
    authorId: author.user_id,
    body: urls.map((url, place) => `[link ${place}](${url}) and words.`).join("\n\n"),
  });
const reasonsOf = (id: number) =>
  app.db.query
    .select({ text: standingReasons.text })
    .from(standingReasons)
    .where(and(eq(standingReasons.contentId, id), eq(standingReasons.kind, "links")));
/** Of the author, whose first session has ended by then. */
async function newToken(): Promise<string> {
  const { email } = author;
  return (await app.call("POST", "/auth/login", { body: { email, password } })).body.access_token;
}

beforeAll(async () => {
  outside = await openExternalSite(behave);
  inside = await openExternalSite((_request, response) => void response.end("a secret"));
  const { port } = new URL(outside.url);
  app = await buildTestApp(
    {
      publicUrl: "https://cairn.example",
      linkCheckHosts: [...hosts, "127.0.0.1"].map((host) => `${host}:${port}`),
    },
    null,
    { externalLimits: { lookup, deadlineMs }, linkPause: pass },
  );
  author = await registerMember(app, "TechWriter");
});
afterAll(async () => {
  await app.close();
  await outside.close();
  await inside.close();
});

describe("links of published items, while a site dies in known ways", () => {
  const found = new Map<string, { url: string; item: number; diedOn: number | null }>();
  let whole: number;
  let lone: number;
  let quarter: number;
  let fifth: number;

  beforeAll(async () => {
    const { port } = new URL(outside.url);
    const at = (host: string, path: string) => `http://${host}:${port}/${path}`;
    const [one = "", two = ""] = hosts;
    // Far from midnight, so that each run lies within a day.
    await pass(day - (now() % day) + day / 4);
    const begun = now();
    // Pages of each kind on two hosts, five links an item.
    const names = Array.from({ length: copies }, (_, copy) => (copy === 0 ? "page" : `page-${copy}`));
    const kinds = Object.keys(pages).filter((kind) => kind !== "private");
    const urls = hosts.flatMap((host) =>
      kinds.flatMap((kind) => names.map((name) => at(host, `${kind}/${name}`))),
    );
    urls.push(
      `http://gone.example:${port}/`,
      `http://away.example:${port}/`,
      `https://127.0.0.1:${port}/tls`,
      at(one, "private/page"),
      at(one, "private/open"),
    );
    for (let from = 0; from < urls.length; from += 5) {
      const some = urls.slice(from, from + 5);
      const item = await publish(some);
      for (const url of some) found.set(url, { url, item, diedOn: null });
    }
    lone = await publish([at(two, "lonely/mine")]);
    quarter = await publish([
      at(one, "gone/quarter"),
      ...[1, 2, 3].map((number) => at(one, `alive/${number}`)),
    ]);
    fifth = await publish([
      at(one, "gone/quarter"),
      ...[1, 2, 3, 4].map((number) => at(one, `alive/${number}`)),
    ]);
    whole = await publish([
      at(two, "alive/whole#part"),
      at(two, "alive/whole"),
      "mailto:a@b.test",
      "/posts/1",
    ]);

    for (const at of [0, 1, 2, 3, 7, 8, 9]) {
      await pass(begun + at * day - now());
      today = at;
      await app.links.runNow();
      for (const item of new Set([...found.values()].map((facts) => facts.item))) {
        for (const { url, state } of await linksOf(item)) {
          const facts = found.get(url);
          if (facts && state === "dead") facts.diedOn ??= today;
        }
      }
      if (today === 2) expect(await reasonsOf(lone)).toEqual([{ text: "Its link is dead" }]);
    }
  }, 240_000 * copies);

  test("exactly the dead ones are called dead, on the day of the third failure", () => {
    const expected = [...found.values()].map(({ url, diedOn }) => {
      const { hostname, protocol, pathname } = new URL(url);
      const name = pathname.split("/")[1] ?? "";
      const isBroken = hostname === "gone.example" || protocol === "https:";
      const first = isBroken ? 0 : dies[name];
      return { url, diedOn, expected: first === undefined ? null : first + 2 };
    });
    expect(expected.filter(({ diedOn, expected }) => diedOn !== expected)).toEqual([]);
    expect(expected.filter(({ diedOn }) => diedOn !== null)).toHaveLength(10 * copies + 2);
  });

  test("a link says since when it is what it is, and when it was asked about", async () => {
    const [dead, ...others] = await linksOf(quarter);
    expect(dead).toMatchObject({ state: "dead" });
    expect(Date.parse(dead?.checked_at ?? "") - Date.parse(dead?.since ?? "")).toBeGreaterThan(8 * day);
    for (const link of others) expect(link).toMatchObject({ state: "alive" });
    // One address, whatever part of the page is meant; other addresses are not asked about.
    expect((await linksOf(whole)).map(({ url }) => new URL(url).pathname)).toEqual(["/alive/whole"]);
    const facts = [...found.values()].find(({ url }) => url.includes("silent"));
    const silent = (await linksOf(facts?.item ?? 0)).find(({ url }) => url === facts?.url);
    expect(silent).toMatchObject({ state: "unchecked", since: null, checked_at: expect.any(String) });
  });

  test("an item is outdated from a quarter of dead links on, until they answer", async () => {
    expect(await reasonsOf(quarter)).toEqual([{ text: "1 of its 4 links is dead" }]);
    expect(await reasonsOf(fifth)).toEqual([]);
    expect(await reasonsOf(lone)).toEqual([]);
    expect((await linksOf(lone))[0]?.state).toBe("alive");
  });

  test("the item names its dead links, for the page to mark", async () => {
    const { body } = await app.call("GET", `/content/${quarter}`);
    const [dead] = await linksOf(quarter);
    expect(body.dead_links).toEqual([{ url: dead?.url, since: dead?.since }]);
    expect((await app.call("GET", `/content/${lone}`)).body).not.toHaveProperty("dead_links");
  });

  test("the author gets one notice for each dead link, however many items have it", async () => {
    const told: string[] = [];
    const token = await newToken();
    for (let page = 1; told.length === (page - 1) * 100; page += 1) {
      const { items } = (await app.call("GET", `/notifications?per_page=100&page=${page}`, { token })).body;
      told.push(...items.map(({ message }: { message: string }) => message));
    }
    const dead = told.filter((message) => message.startsWith("A link in your post is dead: "));
    expect(new Set(dead).size).toBe(dead.length);
    // Those of the pages, the lone one and the one that two items share.
    expect(dead).toHaveLength(10 * copies + 4);
  });

  test("the other side meets a polite guest", () => {
    expect(busiest).toBe(1);
    for (const host of hosts) {
      const requests = seen.filter((one) => one.host === host);
      const gaps = requests.slice(1).map(({ begun }, index) => begun - (requests[index]?.begun ?? 0));
      expect(Math.min(...gaps)).toBeGreaterThanOrEqual(2_000);
      // Kept for a day, and asked for on seven days.
      const robots = requests.filter(({ path }) => path === "/robots.txt");
      expect(robots.length).toBeLessThanOrEqual(7);
    }
    expect(new Set(seen.map(({ agent }) => agent))).toEqual(
      new Set(["Cairn link check (+https://cairn.example)"]),
    );
    const methodsOf = (path: string) =>
      seen.filter((one) => one.host === "one.example" && one.path === path).map(({ method }) => method);
    // What answers is asked about once in seven days, and by HEAD alone.
    expect(methodsOf("/alive/page")).toEqual(["HEAD", "HEAD"]);
    expect(methodsOf("/gone/page")).toEqual(Array.from({ length: 7 }, () => ["HEAD", "GET"]).flat());
    expect(methodsOf("/busy/page")).toEqual(Array.from({ length: 7 }, () => "HEAD"));
    expect(methodsOf("/private/page")).toEqual([]);
    expect(methodsOf("/private/open").length).toBeGreaterThan(0);
    expect(inside.asked).toEqual([]);
    process.stdout.write(
      `FIGURE ${found.size} links on loopback: exactly ${10 * copies + 2} called dead, each on the day of its third failure; ${seen.length} requests, at most ${busiest} at once to a host, 2 s apart\n`,
    );
  });

  test("what is taken back from readers has no links any more", async () => {
    await unpublish(app, lone);
    await app.links.runNow();
    const rows = await app.db.query.select().from(links).where(eq(links.url, "lonely/mine"));
    expect(rows).toEqual([]);
    expect((await app.call("GET", `/content/${lone}/links`)).status).toBe(404);
    const { body } = await app.call("GET", `/content/${lone}/links`, { token: await newToken() });
    expect(body).toEqual({ items: [] });
  });
});

test("nothing on the own network is asked, in whatever spelling", async () => {
  const { port } = new URL(inside.url);
  const spellings = [
    "127.0.0.1",
    "2130706433",
    "0x7f000001",
    "0x7f.1",
    "0177.0.0.1",
    "127.1",
    "0.0.0.0",
    "0",
    "[::1]",
    "[::]",
    "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]",
    "[64:ff9b::7f00:1]",
    "[2002:7f00:1::]",
    "[fd00::1]",
    "[fe80::1]",
    "10.0.0.5",
    "192.168.1.1",
    "172.16.0.1",
    "100.64.0.1",
    "169.254.169.254",
    "localhost",
    "localhost.",
    "metadata.internal",
    "a-public-name.example",
    // Allowed at another port alone.
    "one.example",
  ];
  const id = await publish(spellings.map((host) => `http://${host}:${port}/secret`));
  const { lines } = await runCommand(["links", "run"], app.operator);
  const shown = await linksOf(id);
  expect(lines).toEqual([`0 alive, 0 failing, 0 dead; ${shown.length} gave no clear answer.`]);
  expect(shown.length).toBeGreaterThanOrEqual(12);
  expect(new Set(shown.map(({ state }) => state))).toEqual(new Set(["unchecked"]));
  expect(inside.asked).toEqual([]);
});

test("of two instances one asks, and the other goes on where it ends", async () => {
  const { port } = new URL(outside.url);
  const [host = ""] = hosts;
  const urls = [1, 2, 3, 4].map((number) => `http://${host}:${port}/alive/instances-${number}`);
  await publish(urls);
  let first: Promise<unknown> = Promise.resolve();
  const other = await buildTestApp({ linkCheckHosts: [`${host}:${port}`] }, null, {
    db: app.db,
    store: app.store,
    externalLimits: { lookup, deadlineMs },
    async linkPause(milliseconds) {
      await first;
      await pass(milliseconds);
      other.passTime(milliseconds);
    },
  });
  try {
    other.passTime(ahead);
    const before = seen.length;
    first = app.links.runNow();
    // The lease ends by the clock of the instance that holds it, so the first one has to hold it before the other asks.
    await expect.poll(() => seen.length, { timeout: 30_000 }).toBeGreaterThan(before);
    await Promise.all([first, other.links.runNow()]);
    const asked = seen.slice(before).filter(({ path }) => path.includes("instances"));
    expect(asked.map(({ path }) => path).sort()).toEqual(urls.map((url) => new URL(url).pathname).sort());
    expect(busiest).toBe(1);
  } finally {
    await other.http.close();
  }
});

test("where LINK_CHECKS is off nothing is asked, by the command neither", async () => {
  const quiet = await buildTestApp({ linkChecks: false });
  try {
    await quiet.links.start();
    const outcome = await runCommand(["links", "run"], quiet.operator);
    expect(outcome).toEqual({ lines: ["LINK_CHECKS is off, so links are not checked."], status: 1 });
  } finally {
    await quiet.close();
  }
});
