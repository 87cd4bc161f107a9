import { sampleItem } from "@tests/support/web/content-samples.ts";
import { server } from "@tests/support/web/fake-api.ts";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, test, vi } from "vitest";
import {
  changeChoices,
  changeOwner,
  clearAll,
  type Kept,
  list,
  put,
  readWho,
} from "../lib/device/kept-store.ts";
import { boundOf, surplus } from "../lib/device/room.ts";
import { ownerOf } from "../lib/session/token-owner.ts";
import { answerFrom, entryIn, mayBeKept, sliceOf } from "./answers.ts";
import { searchHere } from "./found-here.ts";
import { keepAnswer, keepPart } from "./keeping.ts";
import { placeOf } from "./requests.ts";

vi.hoisted(() =>
  vi.stubGlobal("__CAIRN_BUILD__", { name: "now", shell: ["/assets/index-now.js"], rest: [] }),
);
const { dropOldFiles } = await import("./files.ts");

const origin = "https://cairn.test";
const bodyOf = (text: string) => new Response(text).blob();

const kept = (more: Partial<Kept> & Pick<Kept, "url">): Kept => ({
  key: `${more.owner ?? 0} ${more.url}`,
  owner: 0,
  kind: "page",
  part: null,
  title: null,
  at: 1_000,
  size: 10,
  headers: [["content-type", "text/html"]],
  ...more,
});

beforeEach(async () => {
  await changeOwner(null);
  await clearAll();
});

const urls = async () => (await list()).map(({ owner, url }) => `${owner} ${url}`).sort();

describe("what concerns the device", () => {
  const ask = (path: string, more: { method?: string; mode?: string; referrer?: string } = {}) =>
    placeOf({ method: "GET", mode: "cors", referrer: "", url: new URL(path, origin).href, ...more }, origin);

  test.each([
    ["/posts/7", { mode: "navigate" }, { kind: "page", url: "/posts/7", part: "posts/7" }],
    [
      "/posts?type=Video&q=a",
      { mode: "navigate" },
      { kind: "page", url: "/posts?q=a&type=Video", part: null },
    ],
    ["/saved", { mode: "navigate" }, { kind: "shell" }],
    [
      "/api/content/7/comments?per_page=20",
      {},
      { kind: "call", url: "/api/content/7/comments?per_page=20", part: "posts/7" },
    ],
    ["/api/admin/content/7", {}, { kind: "call", url: "/api/admin/content/7", part: null }],
    ["/assets/index-a1.js", {}, { kind: "file", url: "/assets/index-a1.js" }],
    [
      "/media/ab.avif",
      { referrer: `${origin}/posts/7` },
      { kind: "picture", url: "/media/ab.avif", part: "posts/7" },
    ],
    ["/media/ab.mp4", {}, { kind: "media", url: "/media/ab.mp4", part: null }],
  ])("%s is", (path, more, place) => {
    expect(ask(path, more)).toEqual(place);
  });

  test.each([
    ["a write", "/api/content/7", { method: "PUT" }],
    ["a token's page", "/confirm-email?token=x", { mode: "navigate" }],
    ["an invitation", "/register?invitation=5.abc", { mode: "navigate" }],
    ["the return from a provider", "/auth/callback?code=x", { mode: "navigate" }],
    ["sessions", "/api/auth/sessions", {}],
    ["the log", "/api/log", {}],
    ["the members' list of admins", "/api/admin/users", {}],
    ["an export of one's own data", "/api/profiles/me/export", {}],
    ["a file on its way", "/api/uploads/0f", { method: "HEAD" }],
    ["a file that is not public", "/media/ab.png?expires=1&signature=x", {}],
    ["the live line", "/socket.io/?transport=polling", {}],
    ["another site", "https://pictures.example/a.png", {}],
  ])("%s does not", (_, path, more) => {
    expect(ask(path, more)).toBeNull();
  });

  test("a token names its member, and one that cannot be read names nobody whose answers are kept", () => {
    expect(ownerOf(null)).toBe(0);
    expect(ownerOf(`Bearer a.${btoa(JSON.stringify({ sub: "12" }))}.c`)).toBe(12);
    expect(ownerOf("Bearer a.%.c")).toBe(-1);
  });
});

describe("an answer", () => {
  const answer = (type: string, caching: string, status = 200) =>
    new Response("", { status, headers: { "content-type": type, "cache-control": caching } });

  test("is kept if it is what was asked for; with no-store only for its member", () => {
    expect(mayBeKept(answer("text/html; charset=utf-8", "no-cache"), "page", false)).toBe(true);
    expect(mayBeKept(answer("application/json", "no-store"), "call", true)).toBe(true);
    expect(mayBeKept(answer("application/json", "no-store"), "call", false)).toBe(false);
    expect(mayBeKept(answer("text/html", "no-store"), "page", true)).toBe(false);
    expect(mayBeKept(answer("image/png", "private, no-store"), "picture", true)).toBe(false);
    expect(mayBeKept(answer("application/json", "no-cache"), "page", false)).toBe(false);
    expect(mayBeKept(answer("text/html", "no-cache", 500), "page", false)).toBe(false);
  });

  test("from the device says since when it lies there, in its header and in a page", async () => {
    const page = kept({ url: "/posts/7", at: Date.UTC(2026, 10, 3, 14, 5) });
    const told = await answerFrom(page, await bodyOf("<html><head><title>A</title></head></html>"), null);
    expect(told.headers.get("x-kept-at")).toBe("2026-11-03T14:05:00.000Z");
    expect(await told.text()).toContain('<head><meta name="kept-at" content="2026-11-03T14:05:00.000Z">');
  });

  test.each([
    ["bytes=0-3", 206, "0123", "bytes 0-3/10"],
    ["bytes=4-", 206, "456789", "bytes 4-9/10"],
    ["bytes=-2", 206, "89", "bytes 8-9/10"],
    ["bytes=8-99", 206, "89", "bytes 8-9/10"],
    ["bytes=10-", 416, "", "bytes */10"],
    ["bytes=0-1,4-5", 200, "0123456789", null],
    [null, 200, "0123456789", null],
  ])("of a kept film gives the part %s", async (range, status, text, told) => {
    const film = kept({ url: "/media/a.mp4", kind: "media", headers: [["content-type", "video/mp4"]] });
    const part = await answerFrom(film, await bodyOf("0123456789"), range);
    expect([part.status, await part.text(), part.headers.get("content-range")]).toEqual([status, text, told]);
  });

  test("a part that ends before it begins is no part", () => {
    expect(sliceOf("bytes=5-2", 10)).toBeNull();
    expect(sliceOf("bytes=-0", 10)).toBe("beyond");
  });
});

describe("the device", () => {
  test("keeps a member's answers while they are signed in, and nothing of the one before", async () => {
    await changeOwner(5);
    const { epoch } = await readWho();
    const own = kept({ url: "/api/notifications", owner: 5 });
    expect(await put(own, await bodyOf("[]"), epoch)).toBe(true);
    expect(await put(kept({ url: "/api/saved", owner: 6 }), await bodyOf("[]"), epoch)).toBe(false);

    await changeOwner(6);
    expect(await urls()).toEqual([]);
    // An answer that was on its way while the members changed.
    expect(await put(own, await bodyOf("[]"), epoch)).toBe(false);
    expect(await put(kept({ url: "/posts/7" }), await bodyOf("<p>"), epoch)).toBe(false);
    expect(await urls()).toEqual([]);
  });

  test("drops everything of an item as soon as the server says that it is gone", async () => {
    const { epoch } = await readWho();
    for (const url of ["/posts/7", "/api/content/7", "/api/content/7/comments", "/media/a.png"])
      await put(kept({ url, part: "posts/7" }), await bodyOf("x"), epoch);
    await put(kept({ url: "/posts/8", part: "posts/8" }), await bodyOf("x"), epoch);
    const asked = { kind: "call" as const, part: "posts/7", owner: 0, epoch };
    await keepAnswer({ ...asked, url: "/api/content/7/comments" }, new Response("", { status: 404 }));
    expect(await urls()).toEqual(["0 /api/content/7", "0 /media/a.png", "0 /posts/7", "0 /posts/8"]);
    await keepAnswer({ ...asked, kind: "page", url: "/posts/7" }, new Response("", { status: 410 }));
    expect(await urls()).toEqual(["0 /posts/8"]);
  });

  const ledToLogin = () => Object.defineProperty(new Response(""), "type", { value: "opaqueredirect" });
  const refused = () => new Response("", { status: 401 });

  test.each([
    ["a page leads to the log-in", { kind: "page", url: "/posts/7", answer: ledToLogin }],
    ["a picture is refused", { kind: "picture", url: "/media/a.png", answer: refused }],
    ["a call is refused", { kind: "call", url: "/api/content/7", answer: refused }],
  ] as const)("drops all that visitors were shown when %s: the site has been closed", async (_, asked) => {
    const { epoch } = await readWho();
    for (const url of ["/posts/7", "/posts/8", "/api/content/7", "/media/a.png"])
      await put(kept({ url }), await bodyOf("x"), epoch);
    await keepAnswer({ ...asked, part: null, owner: 0, epoch }, asked.answer());
    expect(await urls()).toEqual([]);
  });

  test("leaves a member what is kept here when an answer was refused that showed no session", async () => {
    await changeOwner(7);
    const { epoch } = await readWho();
    const asked = { part: null, owner: 0, epoch };
    for (const url of ["/posts/7", "/posts/8"]) await put(kept({ url }), await bodyOf("x"), epoch);
    await keepAnswer({ ...asked, kind: "call", url: "/api/content/7" }, refused());
    await keepAnswer({ ...asked, kind: "page", url: "/posts/8" }, ledToLogin());
    expect(await urls()).toEqual(["0 /posts/7"]);
  });

  test("has room for 200 MB or a tenth of what the browser offers", () => {
    expect([boundOf(undefined), boundOf(1e12), boundOf(5e8)]).toEqual([209_715_200, 209_715_200, 50_000_000]);
  });

  test("lets the oldest go that was only opened, and what is saved last", () => {
    const day = 24 * 60 * 60 * 1000;
    const now = 100 * day;
    const saved = kept({ url: "/posts/1", part: "posts/1", at: now - 90 * day, size: 40 });
    const old = kept({ url: "/posts/2", part: "posts/2", at: now - 31 * day, size: 1 });
    const older = kept({ url: "/posts/3", part: "posts/3", at: now - 20 * day, size: 40 });
    const newer = kept({ url: "/posts/4", part: "posts/4", at: now - day, size: 40 });
    const all = [newer, saved, older, old];
    const choices = { saved: [1], series: {}, whole: [], left: [], files: {} };
    expect(surplus(all, choices, 1_000, now)).toEqual([old]);
    expect(surplus(all, choices, 100, now)).toEqual([older, old]);
    expect(surplus(all, choices, 10, now)).toEqual([saved, newer, older, old]);
    expect(surplus([saved, older], { ...choices, series: { 9: [3] }, left: [1] }, 40, now)).toEqual([saved]);
  });
});

describe("keeping an item whole", () => {
  const film = {
    url: "/media/f.mp4",
    type: "video/mp4",
    width: 640,
    height: 360,
    duration_seconds: 9,
    alt: "",
  };
  const media = {
    ...film,
    poster_url: "/media/p.jpg",
    sources: [400, 800, 1600].map((width) => ({
      url: `/media/p${width}.avif`,
      type: "image/avif" as const,
      width,
    })),
  };
  const item = { ...sampleItem({ id: 7, media }), body_html: "<p>", revisions: [] };

  beforeEach(() => {
    server.use(
      http.get("*/api/content/7", () => HttpResponse.json(item)),
      http.get("*/api/content/7/:part", () => HttpResponse.json({ items: [] })),
      http.get("*/posts/7", () => HttpResponse.html("<title>Stones · Cairn</title>")),
      http.get(
        "*/media/p800.avif",
        () => new HttpResponse("p", { headers: { "content-type": "image/avif" } }),
      ),
      http.get("*/media/f.mp4", () => new HttpResponse("film", { headers: { "content-type": "video/mp4" } })),
      http.head("*/media/f.mp4", () => new HttpResponse(null, { headers: { "content-length": "4" } })),
    );
  });

  const whole = [
    "0 /api/content/7",
    "0 /api/content/7/comments?per_page=20",
    "0 /api/content/7/related",
    "0 /api/content/7/reviews",
    "0 /media/p800.avif",
    "0 /posts/7",
  ];

  test("takes its page, its calls and its picture in the device's width, and the film only when asked", async () => {
    expect(await keepPart("posts/7", { media: false, width: 700 })).toBe("kept");
    expect(await urls()).toEqual(whole);
    expect(await keepPart("posts/7", { media: true, width: 700 })).toBe("kept");
    expect(await urls()).toEqual(["0 /media/f.mp4", ...whole].sort());
    expect((await list()).find(({ kind }) => kind === "page")?.title).toBe("Stones");
  });

  test("takes a film's captions, and what they say, also without the film", async () => {
    const captions = [{ language: "pt-BR", label: "Português", url: "/media/c.vtt", cues: 1 }];
    server.use(
      http.get("*/api/content/7", () => HttpResponse.json({ ...item, captions })),
      http.get(
        "*/media/c.vtt",
        () => new HttpResponse("WEBVTT", { headers: { "content-type": "text/vtt; charset=utf-8" } }),
      ),
    );
    expect(await keepPart("posts/7", { media: false, width: 700 })).toBe("kept");
    const ofCaptions = ["0 /api/content/7/transcript?language=pt-BR", "0 /media/c.vtt"];
    expect(await urls()).toEqual([...ofCaptions, ...whole].sort());
  });

  test("says so when it is gone, and when its film does not fit beside what is kept already", async () => {
    vi.stubGlobal("navigator", { ...navigator, storage: { estimate: async () => ({ quota: 30 }) } });
    await changeChoices(() => ({ saved: [7] }));
    expect(await keepPart("posts/7", { media: true, width: 700 })).toBe("full");
    vi.unstubAllGlobals();
    server.use(http.get("*/api/content/7", () => HttpResponse.json({}, { status: 410 })));
    expect(await keepPart("posts/7", { media: true, width: 700 })).toBe("missing");
    expect((await urls()).filter((key) => key.includes("7"))).toEqual([]);
  });
});

test("without the network the library is searched by the titles that lie on the device", async () => {
  const { epoch } = await readWho();
  const items = [
    sampleItem({ id: 1, title: "Çalm stones", status: "Published" }),
    sampleItem({ id: 2, title: "Loud rivers", status: "Published" }),
    sampleItem({ id: 3, title: "Stones to come", status: "Pending" }),
  ];
  expect(await searchHere("/api/content/search?q=stones", 0)).toBeNull();
  const page = kept({ url: "/api/content/search", kind: "call" });
  await put(page, await bodyOf(JSON.stringify({ items, next: "c" })), epoch);
  const found = await (await searchHere("/api/content/search?q=STONES%20calm", 0))?.json();
  expect(found.items.map(({ id }: { id: number }) => id)).toEqual([1]);
  expect(found.next).toBeNull();

  const data = { answers: [[["content"], { ...items[1], title: "Rivers & banks" }]] };
  const html = `<script type="application/json" id="page-data">${JSON.stringify(data)}</script>`;
  await put(kept({ url: "/posts/2", at: 2_000 }), await bodyOf(html), epoch);
  const read = await (await searchHere("/api/content/search?q=banks", 0))?.json();
  expect(read.items.map(({ title }: { title: string }) => title)).toEqual(["Rivers & banks"]);
});

test("the files of this version and the newest thousand of earlier ones stay on the device", async () => {
  const former = Array.from({ length: 1_002 }, (_, place) => `/assets/former-${place}.js`);
  const files = new Set(["/assets/index-now.js", ...former, "/shell/now"]);
  const cache = {
    keys: async () => [...files].map((path) => new Request(origin + path)),
    delete: async ({ url }: Request) => files.delete(new URL(url).pathname),
  };
  vi.stubGlobal("caches", { open: async () => cache });
  await dropOldFiles();
  vi.unstubAllGlobals();
  expect([...files]).toEqual(["/assets/index-now.js", ...former.slice(2), "/shell/now"]);
});

test("a page names the script that it starts with", () => {
  expect(
    entryIn('<script src="/assets/start-1.js" data-scripts="/assets/index-a.js /assets/b.js"></script>'),
  ).toBe("/assets/index-a.js");
  expect(entryIn('<script type="module" crossorigin src="/assets/index-b.js"></script>')).toBe(
    "/assets/index-b.js",
  );
});
