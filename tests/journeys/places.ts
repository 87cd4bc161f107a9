import { setTimeout } from "node:timers/promises";
import type { Page } from "@playwright/test";
import { demo, signIn } from "../support/site/accounts.ts";
import { expect, test } from "../support/site/test.ts";

/** In pixels: what is no farther off has not been lost from sight. */
const near = 100;

/** In milliseconds: longer than the application takes to be there. */
const stylesAfter = 700;

/** What stands first below the top of the window: its text, and how many pixels below. */
const readPlace = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("main :is(article, [data-text]) :is(h2, h3, p, pre)")]
      .map((element) => ({ text: element.textContent, top: element.getBoundingClientRect().top }))
      .filter(({ text, top }) => text !== "" && top >= 0)
      .reduce((first, next) => (next.top < first.top ? next : first)),
  );

type Place = Awaited<ReturnType<typeof readPlace>>;

/** How far a text has moved within the window. Parts that come late above it move the page's offset and not the text. */
const movedBy = (page: Page, { text, top }: Place) =>
  page.evaluate(
    (place) =>
      Math.min(
        ...[...document.querySelectorAll("main :is(article, [data-text]) :is(h2, h3, p, pre)")]
          .filter((element) => element.textContent === place.text)
          .map((element) => Math.abs(element.getBoundingClientRect().top - place.top)),
      ),
    { text, top },
  );

/** With a member's own parts and the fonts: nothing moves the text from here on. */
async function isWhole(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByRole("button", { name: "Logout" }).first()).toBeVisible();
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

test("a reload and Back lead to the text that a reader left", async ({ page }) => {
  await signIn(page, demo.member);
  for (const path of ["/home", "/posts", "/posts/1"]) {
    await page.goto(path);
    await isWhole(page);
    await page.evaluate(() => window.scrollTo(0, 800));
    const left = await readPlace(page);
    const distance = () => movedBy(page, left);
    await page.reload();
    await isWhole(page);
    await expect.poll(distance, { message: `${path} after a reload` }).toBeLessThan(near);
    await page.goto("/login");
    await page.goBack();
    await expect(page).toHaveURL(path);
    await isWhole(page);
    await expect.poll(distance, { message: `${path} after Back` }).toBeLessThan(near);
  }
});

test("a reload leads there as well where the browser chose a place before the styles came", async ({
  page,
}) => {
  await signIn(page, demo.member);
  await page.goto("/posts/1");
  await isWhole(page);
  await page.evaluate(() => window.scrollTo(0, 800));
  const left = await readPlace(page);
  await page.route("**/*.css", async (route) => {
    await setTimeout(stylesAfter);
    await route.continue();
  });
  await page.reload();
  await isWhole(page);
  await expect.poll(() => movedBy(page, left)).toBeLessThan(near);
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
