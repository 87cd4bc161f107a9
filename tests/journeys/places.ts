import type { Page } from "@playwright/test";
import { demo, signIn } from "../support/site/accounts.ts";
import { expect, test } from "../support/site/test.ts";

// A font that arrives late breaks a line differently. The browser then moves the offset with the text being read.
const lineHeight = 40;

/** With a member's own parts and the fonts: nothing moves the text from here on. */
async function isWhole(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByRole("button", { name: "Logout" }).first()).toBeVisible();
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

test("a reload and Back restore the scroll position of a long page", async ({ page }) => {
  const distance = () => page.evaluate(() => Math.abs(window.scrollY - 800));
  await signIn(page, demo.member);
  for (const path of ["/home", "/posts", "/posts/1"]) {
    await page.goto(path);
    await isWhole(page);
    await page.evaluate(() => window.scrollTo(0, 800));
    await expect.poll(distance, { message: path }).toBeLessThan(lineHeight);
    await page.reload();
    await isWhole(page);
    await expect.poll(distance, { message: `${path} after a reload` }).toBeLessThan(lineHeight);
    await page.goto("/login");
    await page.goBack();
    await expect(page).toHaveURL(path);
    await isWhole(page);
    await expect.poll(distance, { message: `${path} after Back` }).toBeLessThan(lineHeight);
  }
});

test("a page opened by its address starts at the top, wherever the previous page was left", async ({
  page,
}) => {
  await signIn(page, demo.member);
  await page.goto("/posts/1");
  await isWhole(page);
  await page.evaluate(() => window.scrollTo(0, 2000));
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(2000);
  await page.goto("/posts");
  await isWhole(page);
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});

test("a pressed link shows a progress line while the next screen's code is slow", async ({ page }) => {
  let bring = () => {};
  const brought = new Promise<void>((resolve) => {
    bring = resolve;
  });
  await page.goto("/posts");
  await expect(page.getByRole("heading", { level: 1, name: "Library" })).toBeVisible();
  // Before the application is there, the browser follows a link itself.
  await page.getByRole("button", { name: "Load More" }).click();
  await expect(page.getByRole("main").getByRole("article")).toHaveCount(24);
  await page.route(/\/CategoryPage-[^/]+\.js$/, async (route) => {
    await brought;
    await route.continue();
  });
  await page.getByRole("link", { name: "Category" }).first().click();
  await expect(page.getByRole("progressbar", { name: "Loading..." })).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "Library" })).toBeVisible();
  bring();
  await expect(page.getByRole("heading", { level: 1, name: "Categories" })).toBeVisible();
  await expect(page.getByRole("progressbar")).toHaveCount(0);
});
