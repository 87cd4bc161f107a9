import type { Browser, Page } from "@playwright/test";
import { type Account, demo, signIn } from "../support/site/accounts.ts";
import { serveHostileFeeds } from "../support/site/scripting/hostile-feeds.ts";
import { hit, payloads } from "../support/site/scripting/payloads.ts";
import { marks, type Planted, plant } from "../support/site/scripting/plant.ts";
import { startServer } from "../support/site/server.ts";
import { expect, test } from "../support/site/test.ts";

/** `npm run prove` asks for more. */
const wanted = process.env.HOSTILE_TEXTS;
const count = Number(wanted ?? 60);
/** As many as fit on the screens at once. */
const batch = 60;
const settings = { RATE_LIMITS: "off", HOST: "127.0.0.1" };

interface Visit {
  readonly path: string;
  /** These must be visible: otherwise the texts were missing, and the test would prove nothing. */
  readonly shows: readonly string[];
  /** Buttons that open further parts of a screen. */
  readonly opens?: readonly (string | RegExp)[];
}

const visitsOf = ({ published, waiting }: Planted) =>
  ({
    visitor: [
      { path: "/posts", shows: [marks.title] },
      { path: `/posts/${published}`, shows: [marks.title, marks.body, marks.comment] },
      { path: "/ledger", shows: [marks.title] },
      { path: "/feed.xml", shows: [marks.title] },
    ],
    member: [
      { path: "/usersdashboard", shows: [marks.title] },
      { path: "/home", shows: ["Clip", "Paper"] },
      { path: "/feedpage", shows: ["Clip", "Paper"], opens: ["Watch Now", /^Paper/] },
      { path: "/category", shows: ["Clip", "Paper"], opens: ["Watch Now", "Read Article"] },
      { path: "/notifications", shows: ["Clip", "Paper", marks.title] },
      { path: "/notificationss", shows: [marks.title] },
      { path: "/profile", shows: [] },
    ],
    author: [
      { path: "/techhome", shows: [marks.name] },
      { path: "/content", shows: [marks.title] },
      { path: "/tech-writer-flagged", shows: [marks.title, marks.reason] },
      { path: "/tech-writer-profile", shows: [] },
      { path: `/techwriter/edit/${waiting}`, shows: [] },
      { path: `/posts/${waiting}`, shows: [marks.title, marks.body] },
      { path: "/my-posts", shows: [] },
    ],
    admin: [
      { path: "/admin-home", shows: [marks.title] },
      { path: "/user-management", shows: [marks.name] },
      { path: "/content-management", shows: [marks.title, marks.name] },
      { path: "/categories-management", shows: [marks.category, marks.description] },
    ],
  }) satisfies Record<string, readonly Visit[]>;

/** Elements and attributes that would run at some time, or on a click, if they are in the page at all. */
const findExecutable = (name: string) => {
  const addresses = ["href", "src", "action", "formaction", "xlink:href", "data"];
  const runs = (address: string) =>
    URL.canParse(address, location.href) &&
    /^(javascript|vbscript|data:text)/.test(new URL(address, location.href).href);
  const found: string[] = [];
  for (const element of document.querySelectorAll("*")) {
    // A page's data stand in blocks of JSON, which no browser runs.
    const isData = /^application\/(?:ld\+)?json$/.test(element.getAttribute("type") ?? "");
    const isInline = element.localName === "script" && !isData && element.textContent?.includes(name);
    const isArmed = [...element.attributes].some(
      ({ name: attribute, value }) =>
        attribute.startsWith("on") ||
        attribute === "srcdoc" ||
        (addresses.includes(attribute) && runs(value)),
    );
    if (isInline || isArmed) found.push(element.outerHTML.slice(0, 200));
  }
  return found;
};

/** Resolves after a picture that cannot be loaded has fired its error event and run its handler. */
const picturesSettled = () =>
  Promise.all([...document.images].map((image) => image.decode().catch(() => {})));

async function look(page: Page, where: string): Promise<void> {
  await page.evaluate(picturesSettled);
  expect(await page.evaluate(findExecutable, hit), where).toEqual([]);
}

async function visit(page: Page, { path, shows, opens = [] }: Visit): Promise<void> {
  await page.goto(path);
  for (const mark of shows)
    await expect(page.getByText(mark).first(), `${path} shows ${mark}`).toBeAttached();
  await page.waitForLoadState("networkidle");
  await look(page, path);
  for (const name of opens) {
    await page.getByRole("button", { name }).first().click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await look(page, `${path}, ${name}`);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  }
}

/** Our own script: it runs only where the policy is off, and its runs are counted. */
async function expectCounted(page: Page, executed: string[], isCounted: boolean): Promise<void> {
  await page.goto("/login");
  const ran = page.evaluate((name) => {
    const script = document.createElement("script");
    script.textContent = `${name}("a script of our own")`;
    document.head.append(script);
  }, hit);
  // Trusted Types refuse its text already.
  await ran.catch(() => {});
  await expect.poll(() => executed.splice(0).length).toBe(isCounted ? 1 : 0);
  await page.close();
}

async function visitAll(
  browser: Browser,
  baseURL: string,
  planted: Planted,
  bypassCSP: boolean,
): Promise<string[]> {
  const context = await browser.newContext({ baseURL, bypassCSP });
  const executed: string[] = [];
  await context.exposeBinding(hit, ({ page }, payload) => executed.push(`${payload} on ${page.url()}`));
  context.on("dialog", async (dialog) => {
    executed.push(`a dialog: ${dialog.message()}`);
    await dialog.dismiss();
  });
  const { visitor, member, author, admin } = visitsOf(planted);
  const tour = async (who: Account | null, visits: readonly Visit[]) => {
    const page = await context.newPage();
    page.setDefaultTimeout(30_000);
    if (who) await signIn(page, who);
    for (const each of visits) await visit(page, each);
    await page.close();
  };
  await expectCounted(await context.newPage(), executed, bypassCSP);
  // What runs with the policy runs without it as well: a quick run leaves those visits out.
  if (bypassCSP || wanted) {
    await tour(null, visitor);
    await tour(planted.member, member);
    await tour(planted.author, author);
    await tour(demo.admin, admin);
  }
  await context.close();
  return executed;
}

test(`${count} hostile texts run nothing on any screen, with the content security policy and without it`, async ({
  browser,
}) => {
  const all = payloads(count);
  const batches = Math.ceil(all.length / batch);
  test.setTimeout(60_000 + batches * 240_000);
  const feeds = await serveHostileFeeds(all.slice(0, batch));
  const server = await startServer({ settings: { ...settings, ...feeds.settings } });
  try {
    for (let number = 0; number < batches; number += 1) {
      const planted = await plant(server.url, all.slice(number * batch, (number + 1) * batch));
      const visits = [false, true].map((bypassCSP) => visitAll(browser, server.url, planted, bypassCSP));
      expect(await Promise.all(visits)).toEqual([[], []]);
    }
  } finally {
    await server.stop();
    feeds.close();
  }
});
