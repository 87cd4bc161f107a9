import { demo, signIn } from "../support/accounts.ts";
import { expect, test } from "../support/test.ts";

test("a reload and the way back find a long page where it was left", async ({ page }) => {
  await signIn(page, demo.member);
  for (const path of ["/home", "/posts", "/posts/1"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.waitForLoadState("networkidle");
    await page.evaluate(() => window.scrollTo(0, 800));
    await expect.poll(() => page.evaluate(() => window.scrollY), { message: path }).toBe(800);
    await page.reload();
    await expect
      .poll(() => page.evaluate(() => window.scrollY), { message: `${path} after a reload` })
      .toBe(800);
    await page.goto("/login");
    await page.goBack();
    await expect(page).toHaveURL(path);
    await page.waitForLoadState("networkidle");
    await expect.poll(() => page.evaluate(() => window.scrollY), { message: `${path} after Back` }).toBe(800);
  }
});

test("a page opened by its address starts at its top, wherever the page before it was left", async ({
  page,
}) => {
  await page.goto("/posts/1");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.waitForLoadState("networkidle");
  await page.evaluate(() => window.scrollTo(0, 2000));
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(2000);
  await page.goto("/posts");
  await page.waitForLoadState("networkidle");
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});

test("a pressed link is answered by a line while the next screen's code is slow to come", async ({
  page,
}) => {
  let bring = () => {};
  const brought = new Promise<void>((resolve) => {
    bring = resolve;
  });
  await page.goto("/posts");
  await expect(page.getByRole("heading", { level: 1, name: "Library" })).toBeVisible();
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
