import { join } from "node:path";
import { type ContentItem, type Standing, standings } from "@cairn/contract";
import { expect, type Locator, type Page, test } from "@playwright/test";
import sharp, { type Sharp } from "sharp";
import { type Account, demo, signIn } from "../support/site/accounts.ts";
import { settled, stillPage } from "./still-page.ts";

/** The pictures of docs/guides/verified-over-time.md, of demo data: `npm run look -- --guides`. */

test.use({
  baseURL: process.env.CAIRN_URL,
  viewport: { width: 1180, height: 1400 },
  deviceScaleFactor: 1.5,
  colorScheme: "light",
});

const folder = process.env.CAIRN_LOOK ?? "";
const gap = 24;

async function open(page: Page, path: string, who?: Account): Promise<void> {
  await stillPage(page);
  if (who) await signIn(page, who);
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
  await settled(page);
}

const still = { animations: "disabled", caret: "hide" } as const;

/** The smallest part of the page that holds these places, with a margin in CSS pixels. */
async function around(page: Page, places: readonly Locator[], margin = 16): Promise<Sharp> {
  const boxes = await Promise.all(places.map((place) => place.boundingBox()));
  const known = boxes.flatMap((box) => (box ? [box] : []));
  expect(known).toHaveLength(places.length);
  const scrolled = await page.evaluate(() => window.scrollY);
  const [left, top] = [Math.min(...known.map(({ x }) => x)), Math.min(...known.map(({ y }) => y))];
  const right = Math.max(...known.map(({ x, width }) => x + width));
  const bottom = Math.max(...known.map(({ y, height }) => y + height));
  const clip = {
    x: left - margin,
    y: top - margin + scrolled,
    width: right - left + 2 * margin,
    height: bottom - top + 2 * margin,
  };
  return sharp(await page.screenshot({ ...still, clip, fullPage: true }));
}

const save = (picture: Sharp, name: string) =>
  picture.webp({ quality: 80, effort: 6 }).toFile(join(folder, `${name}.webp`));

/** Side by side on white, from one upper edge. */
async function row(pictures: readonly Buffer[]): Promise<Sharp> {
  const sizes = await Promise.all(pictures.map((picture) => sharp(picture).metadata()));
  let left = 0;
  const placed = pictures.map((input, index) => {
    const at = { input, left, top: 0 };
    left += (sizes[index]?.width ?? 0) + gap;
    return at;
  });
  const height = Math.max(...sizes.map((size) => size.height ?? 0));
  return sharp({ create: { width: left - gap, height, channels: 3, background: "#ffffff" } }).composite(
    placed,
  );
}

/** One published item of each standing, those with a picture first. */
async function itemsByStanding(page: Page): Promise<Map<Standing, ContentItem>> {
  const answer = await page.request.get("/api/content?per_page=100");
  const items: ContentItem[] = await answer.json();
  const inOrder = [...items.filter(({ media }) => media), ...items.filter(({ media }) => !media)];
  return new Map(
    standings.flatMap((standing) => {
      const found = inOrder.find((item) => item.standing === standing && item.language === "en");
      return found ? [[standing, found] as const] : [];
    }),
  );
}

test("standing-marks", async ({ page }) => {
  const items = await itemsByStanding(page);
  expect([...items.keys()]).toEqual([...standings]);
  const cards: Buffer[] = [];
  for (const { title } of items.values()) {
    await open(page, `/posts?q=${encodeURIComponent(title)}`);
    cards.push(await page.getByRole("article").filter({ hasText: title }).first().screenshot(still));
  }
  await save(await row(cards), "standing-marks");
});

test("standing-due", async ({ page }) => {
  await open(page, "/content-management?view=due", demo.admin);
  const chart = page.getByRole("figure").filter({ hasText: "in the next 30 days" });
  await save(await around(page, [chart, page.getByRole("table", { name: "Due" })]), "standing-due");
});

test("standing-renew", async ({ page }) => {
  await open(page, "/content-management?view=due", demo.admin);
  await page
    .getByRole("button", { name: /^Renew/ })
    .first()
    .click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("radio", { name: "Still true" })).toBeVisible();
  await expect(dialog.getByText("Loading...")).toHaveCount(0);
  await settled(page);
  await save(await around(page, [dialog]), "standing-renew");
});

test("checks-writing", async ({ page }) => {
  await open(page, "/my-posts", demo.writer);
  const body = page.getByLabel("Description");
  await body.fill(
    [
      "Sorting numbers needs a comparison:",
      "",
      "```js check",
      "console.log([10, 9, 1].sort());",
      "console.log([10, 9, 1].sort((a, b) => a - b));",
      "```",
      "",
      "```output",
      "[ 1, 9, 10 ]",
      "[ 1, 9, 10 ]",
      "```",
      "",
      "```sql check",
      "select n, n * n from generate_series(1, 3) n;",
      "```",
    ].join("\n"),
  );
  await page.getByRole("button", { name: "Preview" }).click();
  const preview = page.getByRole("region", { name: "Preview" });
  await preview.getByRole("button", { name: "Run the code" }).click();
  const result = preview.getByRole("region", { name: "Code" });
  await expect(result).toContainText("2 code blocks", { timeout: 60_000 });
  await expect(result.getByRole("button", { name: "Run again" })).toBeVisible({ timeout: 60_000 });
  await result.scrollIntoViewIfNeeded();
  await settled(page);
  await save(await around(page, [result], 8), "checks-writing");
});

test("checks-run", async ({ page }) => {
  const found = await (await page.request.get("/api/content/search?q=easing")).json();
  await open(page, `/posts/${found.items[0].id}`);
  // A visitor's page waits for the first sign of its reader.
  await page.mouse.move(400, 400);
  const run = page.getByRole("button", { name: /^Run block/ }).last();
  await run.click();
  const result = page.getByRole("status").filter({ hasText: "It ran in your browser" });
  await expect(result).toBeVisible();
  const code = page.locator("pre").filter({ hasText: "easeInOut" }).last();
  await save(await around(page, [code, result]), "checks-run");
});
