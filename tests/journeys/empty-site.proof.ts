import { type Role, screens } from "@cairn/contract";
import { test as base, expect, type Page } from "@playwright/test";
import { sampleArticles } from "../../demo/feeds/articles.ts";
import { sampleVideos } from "../../demo/feeds/videos.ts";
import { readItems } from "../../demo/items.ts";
import { people } from "../../demo/people.ts";
import { register, signIn } from "../support/site/accounts.ts";
import { runCommand } from "../support/site/commands.ts";
import { type RunningServer, startServer } from "../support/site/server.ts";

/** Nothing has ever been written here, and no external feed is set up. */
const test = base.extend<{ site: RunningServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: a fixture says what it needs, and this one needs nothing
  site: async ({}, use) => {
    const server = await startServer({ settings: { SEED_DEMO: "false", HOST: "127.0.0.1" } });
    await use(server);
    await server.stop();
  },
  baseURL: async ({ site }, use) => use(site.url),
});

const routes = Object.values(screens).map((path) => path.replace(":id", "1"));
const roles: (Role | null)[] = [null, "User", "TechWriter", "Admin"];

/** Names, titles and words that Cairn has samples of. */
async function inventedTexts(): Promise<string[]> {
  const items = await readItems();
  return [
    "Sample",
    ...people.map(({ name }) => name),
    ...items.flatMap(({ revisions }) => revisions.map(({ title }) => title)),
    ...sampleVideos.flatMap(({ title, author }) => [title, author]),
    ...sampleArticles.flatMap(({ title, user }) => [title, user.name]),
  ];
}

/** A number of something that somebody did, or the length of a film; what the site says of its own rules counts nothing. */
const counts =
  /[1-9][\d.,]*\s+(?:\w+ )?(?:dis)?(?:likes?|comments?|posts?|pieces?|items?|views?|min read)\b|(?:likes|comments|posts)\n+[1-9][\d.,]*(?=\n)/gi;
const lengths = /\b\d{1,2}:\d\d\b/g;

/** Screens that are samples for everybody without the grant, and say so. */
const sampled: readonly string[] = [
  screens.adminHome,
  screens.userManagement,
  screens.categoriesManagement,
  screens.contentManagement,
  screens.adminProfile,
  screens.webhooks,
  screens.adminSettings,
  screens.adminInvitations,
  screens.adminPages,
];
const isSampled = (path: string, role: Role | null) => role !== "Admin" && sampled.includes(path);

test("on an empty site no screen shows an invented item, name, number or mark to anybody", async ({
  browser,
  site,
}) => {
  test.setTimeout(500_000);
  const invented = await inventedTexts();
  const found: string[] = [];
  await Promise.all(
    roles.map(async (role) => {
      const context = await browser.newContext({ baseURL: site.url });
      const page = await context.newPage();
      const account = role ? await signUp(page, role, site) : null;
      for (const path of routes) {
        await page.goto(path);
        await expect(page.getByRole("heading", { level: 1 }).first()).toBeAttached();
        await settled(page);
        const note = (what: string) => found.push(`${path} shows ${role ?? "a visitor"} ${what}`);
        const text = await textWithout(page, account);
        if (isSampled(path, role)) {
          if (!/sample/i.test(text)) note("samples that are not marked as such");
          continue;
        }
        for (const words of invented) if (text.includes(words)) note(words);
        for (const [number] of text.matchAll(counts)) note(number);
        // A verified admin reads when the grant was given.
        if (role !== "Admin") for (const [length] of text.matchAll(lengths)) note(length);
        if ((await page.getByRole("article").count()) > 0) note("a card");
        // There it says who holds the grant.
        const mayMark = path === screens.userManagement;
        if (!mayMark && (await marksOn(page).count()) > 0) note("a mark");
      }
      await context.close();
    }),
  );
  expect(found).toEqual([]);
});

/**
 * Nothing on the page says that it still loads. The browser's own idle state can stay away for ever where a worker takes a
 * page over while its scripts are on their way.
 */
async function settled(page: Page): Promise<void> {
  await page.waitForLoadState("load");
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await expect(page.getByText("Loading", { exact: false })).toHaveCount(0);
}

/** The text of a page, without the member's own name and email. */
async function textWithout(page: Page, account: { name: string; email: string } | null): Promise<string> {
  const text = await page.locator("body").innerText();
  return account ? text.replaceAll(account.name, "").replaceAll(account.email, "") : text;
}

const marksOn = (page: Page) =>
  page
    .getByRole("img", { name: "Verified" })
    .or(page.locator("span").filter({ hasText: /^Verified(?: by .*)?$/ }));

/** Signs a new member in; an Admin holds the grant. */
async function signUp(page: Page, role: Role, { dataDir }: RunningServer) {
  const account = await register(page.request, role);
  if (role === "Admin") {
    const { status, output } = await runCommand("admin", dataDir, ["verify", account.email]);
    expect(status, output).toBe(0);
  }
  await signIn(page, account);
  return account;
}
