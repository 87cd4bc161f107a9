import { seriesPath } from "@cairn/contract";
import { type BrowserContext, chromium, type Page } from "@playwright/test";
import { demo, register, signIn } from "../support/site/accounts.ts";
import { expect, quietTest as test } from "../support/site/own-server.ts";
import { movePointer } from "../support/site/pointer.ts";

/** The calls that the page makes from now on. */
function callsOf(page: Page): string[] {
  const calls: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/api/")) calls.push(pathname);
  });
  return calls;
}

/** A visitor's first page is hydrated once the reader moves; times become relative then. */
async function hydrated(page: Page) {
  await movePointer(page);
  await expect(page.getByText(/\d (minute|hour|day)s? ago/).first()).toBeVisible();
}

test("without JavaScript the library, a search, an item with its verification and the ledger can be read", async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ baseURL, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto("/posts");
  await expect(page.getByRole("heading", { level: 3 })).toHaveCount(12);
  await page.getByRole("link", { name: "Load More" }).click();
  await expect(page).toHaveURL(/\?cursor=/);
  await expect(page.getByRole("heading", { level: 3 })).not.toHaveCount(0);
  await page.getByRole("searchbox", { name: "Search the library" }).fill("caching headers");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await page.getByRole("link", { name: "Caching headers without the folklore", exact: true }).click();
  await expect(page).toHaveURL(/\/posts\/\d+$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Caching headers without the folklore");

  await page.goto("/posts/1");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByText("This is the revision you are reading.")).toBeVisible();
  await expect(page.getByRole("article").first()).toContainText(/\w+/);
  await expect(page.locator("article pre").first(), "code scrolls in its own box").toHaveCSS(
    "overflow-x",
    "auto",
  );
  await expect(page.locator("article time").first()).toHaveText(/^\d+ \w+ \d{4}/);
  await expect(page.locator("section").filter({ has: page.locator("#comments-heading") })).toContainText(
    "Comments and likes need JavaScript.",
    { useInnerText: true },
  );
  await expect(page.getByRole("button", { name: "Share this page" })).toBeHidden();
  await page.getByText("Check it yourself").click();
  await expect(page.getByText(/^[0-9a-f]{64}$/).first()).toBeVisible();

  await page.getByRole("link", { name: "The whole ledger" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Ledger" })).toBeVisible();
  await expect(page.getByText(/^Showing \d+ of \d+ rows$/)).toBeVisible();
  const log = page.getByRole("region", { name: "Signed checkpoint" });
  await expect(log).toContainText("No witness watches this log.");

  for (const [path, list] of [
    ["/home", "Feed"],
    ["/feedpage", "CONTENT"],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole("list", { name: "Verified on Cairn" }).getByRole("link")).not.toHaveCount(0);
    const feed = page.getByRole("region", { name: list });
    await expect(feed.getByRole("article").first().getByRole("link", { name: /, on / })).toBeVisible();
    // The sample's 10 videos and 12 articles.
    await expect(feed.getByRole("listitem")).toHaveCount(22);
    await expect(feed.getByRole("button").filter({ visible: true })).toHaveCount(0);
  }
  await context.close();
});

/** What comes later than a page: the ways to sign in elsewhere. */
const notInIt: Record<string, string[]> = {
  "/login": ["/api/auth/providers"],
  "/register": ["/api/auth/providers"],
};
/** What a font moves that arrives after the first paint: the bar's links, by a pixel or two. */
const fontsShift = 0.001;
/** Reasons come into a post's history for those who may read them, and a count into a studio's bar: each moves less than this. */
const membersShift = 0.002;
const readers = { visitor: null, User: demo.member, TechWriter: demo.writer, Admin: demo.admin };
/** What members have no view of their own of. */
const sameForAll: Record<string, RegExp> = {
  "/": /./,
  "/posts": /^\/api\/(?:categories|authors)$/,
  "/ledger": /^\/api\/log$/,
  ...Object.fromEntries(
    ["/home", "/feed", "/feedpage"].map((path) => [
      path,
      /^\/api\/(?:feeds\/|content\/search$|content\/\d+\/comments$)/,
    ]),
  ),
};

let series = 0;
/** An item of the demo's writer. */
let writers = 0;
test.beforeAll("a writer begins a series", async ({ playwright, baseURL }) => {
  const request = await playwright.request.newContext({ baseURL: baseURL ?? "" });
  const login = await request.post("/api/auth/login", { data: demo.writer });
  const { access_token, user_id } = await login.json();
  const headers = { authorization: `Bearer ${access_token}` };
  const [item] = await (await request.get(`/api/content?user_id=${user_id}`)).json();
  const begun = await request.post("/api/series", { headers, data: { title: "Stones in their order" } });
  ({ id: series } = await begun.json());
  writers = item.id;
  await request.patch(`/api/series/${series}`, { headers, data: { items: [item.id] } });
  await request.dispose();
});

test("a font that arrives after the first paint moves nothing that is seen", async ({ page }) => {
  await watchShifts(page);
  // Where no other journey writes the words: lines may break elsewhere in another font.
  for (const path of ["/login", "/register", "/posts/1"])
    expect.soft(await shiftsOf(page, path, fontsShift), path).toEqual([]);
});

/** As a slow line does: pages keep the reader's own fonts (docs/rules.md#fonts-on-slow-lines). */
const keepOwnFonts = (page: Page) =>
  page.addInitScript(() => {
    const connection = { effectiveType: "3g" };
    Object.defineProperty(Navigator.prototype, "connection", { get: () => connection });
  });

/** Reads pages as everybody, all at once: a page mostly waits for its answers, and four of them slow the processor down. */
async function asEverybody(
  anotherBrowser: () => Promise<BrowserContext>,
  read: (page: Page, reader: string) => Promise<void>,
) {
  const reading = Object.entries(readers).map(async ([reader, account]) => {
    const page = await (await anotherBrowser()).newPage();
    if (account) await signIn(page, account);
    await watchShifts(page);
    await read(page, reader);
  });
  await Promise.all(reading);
}

test("every public page shifts nothing and asks for nothing that stands in it, whoever reads it", async ({
  anotherBrowser,
  request,
}) => {
  const { author_id: author } = await (await request.get("/api/content/1")).json();
  const paths = [
    "/posts",
    "/posts?q=caching",
    "/posts/1",
    `/posts/${writers}`,
    "/ledger",
    `/authors/${author}`,
    seriesPath(series),
  ];
  const feeds = ["/home", "/feed", "/feedpage"];
  await asEverybody(anotherBrowser, async (page, reader) => {
    await keepOwnFonts(page);
    const calls = callsOf(page);
    const isVisitor = reader === "visitor";
    // Members are offered their home there.
    const forms = isVisitor ? ["/login", "/register"] : [];
    for (const path of ["/", ...forms, ...paths, ...feeds]) {
      const place = `${path}, read as ${reader}`;
      calls.length = 0;
      expect.soft(await shiftsOf(page, path, isVisitor ? 0 : membersShift), place).toEqual([]);
      if (isVisitor) expect.soft(calls, place).toEqual(notInIt[path] ?? []);
      const again = calls.filter((call) => sameForAll[path]?.test(call));
      expect.soft(again, place).toEqual([]);
    }
  });
});

// What comes late moves most: between the first paint, the application and each answer there is time to see it.
test.describe("on a phone with a slow line", () => {
  test.use({ viewport: { width: 412, height: 823 }, isMobile: true, hasTouch: true });

  test("nothing moves on a page, whoever reads it, and no member meets a visitor's words", async ({
    anotherBrowser,
  }) => {
    test.slow();
    await asEverybody(anotherBrowser, async (page, reader) => {
      const session = await page.context().newCDPSession(page);
      await session.send("Network.enable");
      await session.send("Network.emulateNetworkConditions", {
        downloadThroughput: 180_000,
        uploadThroughput: 84_000,
        // Slow enough that the reader's own fonts stay (docs/rules.md#fonts-on-slow-lines): at 150 ms the site's still come late.
        latency: 300,
        offline: false,
      });
      const isVisitor = reader === "visitor";
      // The feed of one's own is a User's.
      const own = reader === "User" ? ["/usersdashboard"] : [];
      for (const path of ["/posts/1", seriesPath(series), "/home", "/feedpage", ...own]) {
        const place = `${path}, read as ${reader}`;
        expect.soft(await shiftsOf(page, path, isVisitor ? fontsShift : membersShift), place).toEqual([]);
        const words = await page.evaluate(() => (window as unknown as Seen).seen.words);
        if (!isVisitor) expect.soft(words, place).toEqual([]);
      }
    });
  });
});

/** Notes the shifts of every page that is opened from now on, and the words that only a visitor should see. */
const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    const seen: Seen["seen"] = { shifts: [], isReady: false, words: [] };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & ShiftFacts)[]) {
        const parts = entry.sources.map(
          ({ node }) => (node as Element | null)?.outerHTML?.slice(0, 200) ?? "",
        );
        if (!entry.hadRecentInput) seen.shifts.push({ value: entry.value, parts });
      }
    }).observe({ type: "layout-shift", buffered: true });
    document.addEventListener("application-ready", () => {
      seen.isReady = true;
    });
    const look = () => {
      // Without hidden text, unlike textContent.
      const shown = document.querySelector("h1") ? document.body.innerText : "";
      for (const words of ["Log In", "Log in to comment", "Hello, User"])
        if (shown.includes(words) && !seen.words.includes(words)) seen.words.push(words);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });

/** Opens a page and returns its shifts above this bound, once the application and its answers are there. */
async function shiftsOf(page: Page, path: string, most: number): Promise<Seen["seen"]["shifts"]> {
  await page.goto(path);
  await movePointer(page);
  if (path !== "/usersdashboard") await page.waitForFunction(() => (window as unknown as Seen).seen.isReady);
  await page.waitForLoadState("networkidle");
  const shifts = await page.evaluate(() => (window as unknown as Seen).seen.shifts);
  return shifts.filter(({ value }) => value > most);
}

interface Seen {
  seen: { shifts: { value: number; parts: string[] }[]; isReady: boolean; words: string[] };
}
interface ShiftFacts {
  value: number;
  hadRecentInput: boolean;
  sources: { node?: Node }[];
}

const ownHeadings: Record<string, string> = {
  "/": "Explore verified tech wisdom from the community",
  "/home": "Hello, User",
};

test("every page of the sitemap answers with its title, and its heading is in the markup", async ({
  request,
}) => {
  const sitemap = await (await request.get("/sitemap.xml")).text();
  const paths = [...sitemap.matchAll(/<loc>([^<]*)<\/loc>/g)].map(
    ([, address = ""]) => new URL(address).pathname,
  );
  expect(paths.length).toBeGreaterThan(20);
  for (const path of paths) {
    const answer = await request.get(path, { headers: { accept: "text/html" } });
    expect(answer.status(), path).toBe(200);
    const html = await answer.text();
    const title = /<title>(.*) · Cairn<\/title>/.exec(html)?.[1] ?? "none";
    const heading = /<h1[^>]*>(.*?)<\/h1>/.exec(html)?.[1]?.replaceAll(/<[^>]*>/g, "");
    expect(heading, path).toBe(ownHeadings[path] ?? title);
  }
});

test("hydration keeps what the page has and asks the network for none of it; a member's own view follows", async ({
  page,
  anotherBrowser,
}) => {
  const calls = callsOf(page);
  await page.goto("/posts/1");
  const title = await page.getByRole("heading", { level: 1 }).innerText();
  await hydrated(page);
  await page.waitForLoadState("networkidle");
  expect(calls).toEqual([]);

  const theirs = await (await anotherBrowser()).newPage();
  const account = await register(theirs.request, "User");
  await signIn(theirs, account);
  const own = callsOf(theirs);
  await theirs.addInitScript(() => {
    const keep = () =>
      Object.assign(window, { firstWords: document.querySelector('[data-text="item"] > *') });
    addEventListener("DOMContentLoaded", keep, { once: true });
  });
  await theirs.goto("/posts/1");
  await expect(theirs.getByRole("heading", { level: 1, name: title })).toBeVisible();
  await expect(theirs.getByRole("textbox", { name: "Add a comment" })).toBeVisible();
  await expect(theirs.getByRole("button", { name: /^Like: \d+$/ })).toBeVisible();
  await expect.poll(() => own).toContain("/api/content/1");
  await theirs.getByRole("textbox", { name: "Add a comment" }).fill("Read at once.");
  await theirs.keyboard.press("Control+Enter");
  await expect(theirs.getByText("Comment posted.")).toBeVisible();
  // Their own answer has come, and the text is still the page's.
  expect(await theirs.evaluate("firstWords.isConnected")).toBe(true);

  await page.reload();
  await expect(page.getByText("Read at once.")).toBeVisible();
  await hydrated(page);
  expect(calls).toEqual([]);
});

/** Holds the scripts of this name back until they are brought. */
async function holdScripts(page: Page, name: string): Promise<() => Promise<void>> {
  let bring = () => {};
  const brought = new Promise<void>((resolve) => {
    bring = resolve;
  });
  let isAsked = false;
  await page.route(new RegExp(`/${name}-[^/]+\\.js$`), async (route) => {
    isAsked = true;
    await brought;
    await route.continue();
  });
  return async () => {
    await expect.poll(() => isAsked, `${name} is asked for`).toBe(true);
    bring();
  };
}

test.describe("on a slow line", () => {
  // A service worker that comes first would bring what is held back.
  test.use({ serviceWorkers: "block" });

  test("what a visitor types and presses at a post before the code of the comments is there is kept", async ({
    page,
  }) => {
    const bringApplication = await holdScripts(page, "index");
    const bringForm = await holdScripts(page, "CommentForm");
    // What is held back may be part of loading the page.
    await page.goto("/posts/2", { waitUntil: "commit" });
    const box = page.getByRole("textbox", { name: "Add a comment" });
    await box.fill("Before everything");
    await bringApplication();
    await hydrated(page);
    await box.fill("Before the form");
    await page.getByRole("link", { name: "Log in to comment" }).click();
    await bringForm();
    await expect(page).toHaveURL("/login");
    await page.getByLabel("Email").fill(demo.member.email);
    await page.getByLabel("Password", { exact: true }).fill(demo.member.password);
    await page.getByRole("button", { name: "Log In" }).click();
    await expect(page).toHaveURL("/posts/2#comment");
    await expect(box).toHaveValue("Before the form");
  });

  test("what a visitor does before the application is there is done once it is", async ({ page }) => {
    const bring = await holdScripts(page, "index");
    await page.goto("/posts");
    const cards = page.getByRole("main").getByRole("article");
    await page.getByRole("button", { name: "Load More" }).click();
    await expect(cards).toHaveCount(12);
    await bring();
    await expect(cards).toHaveCount(24);

    await page.goto("/posts");
    await page.getByRole("searchbox", { name: "Search the library" }).fill("caching headers");
    await expect(page).toHaveURL(/\?q=caching\+headers$/);
    await page.reload();
    await page.goBack();
    await expect(page.getByRole("searchbox", { name: "Search the library" })).toHaveValue("");
    await expect(cards).toHaveCount(12);
  });
});

/** Notes, at each frame that is painted, whether the page that the server sent has been replaced. */
const watchPage = (page: Page) =>
  page.addInitScript(() => {
    const lost: string[] = [];
    Object.assign(window, { lost });
    const look = () => {
      const heading = document.querySelector("main h1");
      // What React hides or adds while it waits stands there beside the page.
      if (document.readyState !== "loading" && !heading?.checkVisibility()) lost.push("the heading");
      if (document.body?.innerText.includes("Loading...")) lost.push("the page, for a line that it loads");
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });

for (const [reader, account, frame, place] of [
  ["a writer", demo.writer, "WriterLayout", "My Posts"],
  ["an admin", demo.admin, "admin-frame", "Users"],
] as const) {
  test(`a page that ${reader} reads stays as it is, where it is, while their own frame comes late`, async ({
    page,
  }) => {
    await signIn(page, account);
    await watchPage(page);
    await keepOwnFonts(page);
    const ownPlace = page.getByRole("link", { name: place }).filter({ visible: true });
    /** Opens a page and looks where the reader is before and after the frame has come. */
    async function comesAround(open: () => Promise<unknown>, scroll?: number) {
      const bring = await holdScripts(page, frame);
      const asked = page.waitForRequest(new RegExp(`/${frame}-`));
      await open();
      if (scroll) await page.evaluate((top) => window.scrollTo(0, top), scroll);
      await asked;
      await expect(ownPlace).toHaveCount(0);
      const before = await placeOf(page);
      await bring();
      await expect(ownPlace.first()).toBeVisible();
      const after = await placeOf(page);
      // What comes above it, such as an admin's own view of the reviews, is made up for in whole pixels.
      expect.soft(Math.hypot(after.x - before.x, after.y - before.y), page.url()).toBeLessThan(1);
      const lost = await page.evaluate(() => (window as unknown as { lost: string[] }).lost);
      expect.soft(lost, page.url()).toEqual([]);
    }
    const { author_id: author } = await (await page.request.get("/api/content/1")).json();
    for (const path of ["/posts", "/posts/1", `/authors/${author}`, "/ledger", seriesPath(series)])
      await comesAround(() => page.goto(path), 100);
    await comesAround(() => page.goto("/posts/1#comments-heading"));
    await page.goto("/ledger");
    await expect(ownPlace.first()).toBeVisible();
    await page.evaluate(() => window.scrollTo(0, 400));
    await comesAround(() => page.reload());
  });
}

/** Where on the screen the heading stands, or what the address names. */
const placeOf = (page: Page) =>
  page.locator(new URL(page.url()).hash || "main h1").evaluate((element) => {
    const { x, y } = element.getBoundingClientRect();
    return { x, y };
  });

test("a post on whose link the pointer rests is fetched before it is pressed, and then asks for nothing", async ({
  page,
}) => {
  await page.goto("/posts");
  const link = page.getByRole("heading", { level: 3 }).first().getByRole("link");
  const path = `/api/content/${(await link.getAttribute("href"))?.split("/").at(-1)}`;
  const calls = callsOf(page);
  await expect
    .poll(async () => {
      await page.mouse.move(0, 0);
      await link.hover();
      return calls;
    })
    .toContain(path);
  await page.waitForLoadState("networkidle");
  const title = await link.innerText();
  const before = calls.length;
  await link.click();
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  await hydrated(page);
  // Related posts are asked for when the reader comes near them, which is at once below a short text.
  expect(calls.slice(before).filter((call) => !call.endsWith("/related"))).toEqual([]);
});

test("Back shows a page that the browser has kept, where the reader was, for a visitor and a member", async ({
  baseURL,
  anotherBrowser,
}) => {
  const account = await register((await anotherBrowser()).request, "User");
  // The journeys' own browser keeps no page: this is the whole one, with a window that is not shown.
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? "",
    ignoreDefaultArgs: ["--disable-back-forward-cache"],
  });
  const page = await (await browser.newContext({ baseURL })).newPage();
  await page.addInitScript(() => {
    addEventListener("pageshow", ({ persisted }) => {
      document.documentElement.dataset.kept = String(persisted);
    });
  });
  for (const isMember of [false, true]) {
    if (isMember) await signIn(page, account);
    await page.goto("/posts/1");
    await hydrated(page);
    // Over the text: beside it the rail scrolls by itself.
    await page.mouse.move(200, 300);
    await page.mouse.wheel(0, 400);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(400);
    await page.evaluate(() => location.assign("/ledger"));
    await expect(page.getByRole("heading", { level: 1, name: "Ledger" })).toBeVisible();
    await page.evaluate(() => history.back());
    await expect(page.locator("html")).toHaveAttribute("data-kept", "true");
    expect(await page.evaluate(() => window.scrollY)).toBe(400);
    await page.getByRole("link", { name: "Library" }).first().click();
    await expect(page.getByRole("heading", { level: 1, name: "Library" })).toBeVisible();
  }
  await browser.close();
});
