import type { Page } from "@playwright/test";
import { demo, register, signIn } from "../support/site/accounts.ts";
import { expect, test } from "../support/site/test.ts";

/** The calls that the page makes from now on. */
function callsOf(page: Page): string[] {
  const calls: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/api/")) calls.push(pathname);
  });
  return calls;
}

/** Times become relative once the page is hydrated. */
const hydrated = (page: Page) => expect(page.getByText(/\d (minute|hour|day)s? ago/).first()).toBeVisible();

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
  await expect(log).toContainText("None watches this log.");
  await expect(log.getByRole("img", { name: /^Entry \d+ in the tree of \d+ entries$/ })).toBeVisible();
  await context.close();
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
  await theirs.goto("/posts/1");
  await expect(theirs.getByRole("heading", { level: 1, name: title })).toBeVisible();
  await expect(theirs.getByRole("textbox", { name: "Add a comment" })).toBeVisible();
  await expect(theirs.getByRole("button", { name: /^Like: \d+$/ })).toBeVisible();
  await expect.poll(() => own).toContain("/api/content/1");
  await theirs.getByRole("textbox", { name: "Add a comment" }).fill("Read at once.");
  await theirs.keyboard.press("Control+Enter");
  await expect(theirs.getByText("Your comment is posted.")).toBeAttached();

  await page.reload();
  await expect(page.getByText("Read at once.")).toBeVisible();
  await hydrated(page);
  expect(calls).toEqual([]);
});

/** Holds the scripts of this name back until they are brought. */
async function holdScripts(page: Page, name: string): Promise<() => void> {
  let bring = () => {};
  const brought = new Promise<void>((resolve) => {
    bring = resolve;
  });
  await page.route(new RegExp(`/${name}-[^/]+\\.js$`), async (route) => {
    await brought;
    await route.continue();
  });
  return bring;
}

test("what a visitor types and presses at a post before the code of the comments is there is kept", async ({
  page,
}) => {
  const bringApplication = await holdScripts(page, "index");
  const bringForm = await holdScripts(page, "CommentForm");
  await page.goto("/posts/2");
  const box = page.getByRole("textbox", { name: "Add a comment" });
  await box.fill("Before everything");
  bringApplication();
  await hydrated(page);
  await box.fill("Before the form");
  await page.getByRole("link", { name: "Log in to comment" }).click();
  bringForm();
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
  bring();
  await expect(cards).toHaveCount(24);

  await page.goto("/posts");
  await page.getByRole("searchbox", { name: "Search the library" }).fill("caching headers");
  await expect(page).toHaveURL(/\?q=caching\+headers$/);
  await page.reload();
  await page.goBack();
  await expect(page.getByRole("searchbox", { name: "Search the library" })).toHaveValue("");
  await expect(cards).toHaveCount(12);
});
