import type { ContentItem } from "@cairn/contract";
import type { Page } from "@playwright/test";
import { demo, signIn } from "../support/site/accounts.ts";
import { expectAccessible } from "../support/site/axe.ts";
import { mirrorPage } from "../support/site/mirror.ts";
import { expect, test } from "../support/site/test.ts";

const arabic = { language: "ar", title: /البرمجة مع النصوص/ };

/** The item of the demo data in this language. */
async function itemIn(page: Page, language: string): Promise<ContentItem> {
  const answer = await page.request.get(`/api/content?language=${language}`);
  const items: ContentItem[] = await answer.json();
  const [item] = items;
  if (!item) throw new Error(`no item is in ${language}`);
  return item;
}

/** Where the first line of each block's text begins, and of code where it stands. */
const startsOf = () => {
  const blocks = [...document.querySelectorAll("h1, [data-text=item] > :is(p, h2, pre, ol)")];
  return blocks.map((block) => {
    // Code in a paragraph is a part of its line; that of a block is its text.
    const range = document.createRange();
    range.selectNodeContents(
      (block.localName === "p" ? null : block.querySelector(":scope > :is(code, li)")) ?? block,
    );
    const [line] = range.getClientRects();
    const { left, right } = block.getBoundingClientRect();
    const room = { left: (line?.left ?? 0) - left, right: right - (line?.right ?? 0) };
    return { kind: block.localName, text: block.textContent?.slice(0, 40) ?? "", ...room };
  });
};

test("an Arabic article stands at the right of an English page, and its code at the left", async ({
  page,
}) => {
  const { id } = await itemIn(page, arabic.language);
  const fonts: string[] = [];
  page.on("request", (request) => {
    if (/noto-sans-arabic/.test(request.url())) fonts.push(request.url());
  });
  await page.goto("/posts/1");
  await expect(page.getByRole("heading", { level: 1 })).toHaveAttribute("dir", "ltr");
  expect(fonts).toEqual([]);

  await page.goto(`/posts/${id}`);
  const title = page.getByRole("heading", { level: 1, name: arabic.title });
  await expect(title).toHaveAttribute("lang", "ar");
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  const starts = await page.evaluate(startsOf);
  expect(starts.map(({ kind }) => kind)).toEqual(expect.arrayContaining(["h1", "h2", "p", "pre", "ol"]));
  for (const { kind, text, left, right } of starts) {
    // A paragraph of Latin letters begins at the left, in an Arabic article as well.
    const isLatin = kind === "pre" || /^[A-Za-z]/.test(text);
    if (isLatin) expect(left, text).toBeLessThan(24);
    else expect(right, text).toBeLessThan(kind === "ol" ? 48 : 3);
  }
  await expect.poll(() => fonts.length).toBe(1);
  await expectAccessible(page);

  // The list of headings follows the reader.
  const marked = page.getByRole("navigation", { name: "On this page" }).locator("[aria-current=location]");
  await expect(marked).toHaveCount(0);
  const section = "نحذف ما لا يكتبه القارئ";
  await page.getByRole("heading", { name: section }).evaluate((heading) => heading.scrollIntoView());
  await expect(marked).toHaveText([section]);
});

test("the library filters by language and finds every form of a word, with or without JavaScript", async ({
  page,
  browser,
  baseURL,
}) => {
  await page.goto("/posts");
  await page.getByRole("combobox", { name: "Language" }).selectOption("العربية");
  await expect(page).toHaveURL("/posts?language=ar");
  await expect(page.getByRole("link", { name: arabic.title }).first()).toBeVisible();
  await expect(page.getByRole("link", { name: "Caching headers without the folklore" })).toHaveCount(0);
  await page.getByRole("searchbox", { name: "Search the library" }).fill("برمجة");
  await expect(page).toHaveURL(/q=.*&language=ar/);
  await expect(page.getByRole("link", { name: arabic.title }).first()).toBeVisible();
  await expectAccessible(page);

  const plain = await browser.newContext({ baseURL: baseURL ?? "", javaScriptEnabled: false });
  const reader = await plain.newPage();
  await reader.goto("/posts");
  await reader.getByRole("combobox", { name: "Language" }).selectOption("Français");
  await reader.getByRole("button", { name: "Search", exact: true }).click();
  await expect(reader.getByRole("heading", { name: /mots accentués/ })).toHaveAttribute("lang", "fr");
  await expect(reader.getByRole("heading", { level: 3 })).toHaveCount(1);
  await plain.close();
});

test("an Arabic line of a text is written from the right, in an English form", async ({ page }) => {
  await signIn(page, demo.writer);
  await page.goto("/my-posts");
  await expect(page.locator(".cm-content")).toBeVisible();
  await page.getByLabel("Description").focus();
  await page.keyboard.type("Stones first.");
  await page.keyboard.press("Enter");
  await page.keyboard.insertText("الحجر أولا");
  const directionOf = (text: string) =>
    page
      .locator(".cm-line", { hasText: text })
      .evaluate((line) => [getComputedStyle(line).direction, getComputedStyle(line).textAlign]);
  expect(await directionOf("Stones first.")).toEqual(["ltr", "start"]);
  expect(await directionOf("الحجر أولا")).toEqual(["rtl", "start"]);
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Delete");
});

test("no screen is wider than the window when the whole site is mirrored", async ({ page }) => {
  const { id } = await itemIn(page, arabic.language);
  await page.addInitScript(mirrorPage);
  const wide: string[] = [];
  const visit = async (paths: readonly string[]) => {
    for (const path of paths) {
      await page.goto(path);
      await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
      await page.getByRole("heading", { level: 1 }).first().waitFor();
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (over > 0) wide.push(`${path} at ${page.viewportSize()?.width}: ${over} px`);
    }
  };
  for (const [who, paths] of [
    [null, ["/", "/posts", `/posts/${id}`, "/home", "/ledger"]],
    [demo.member, ["/home", "/create-post", "/profile"]],
    [demo.writer, ["/my-posts", "/content"]],
    [demo.admin, ["/admin-home", "/content-management"]],
  ] as const) {
    if (who) await signIn(page, who);
    for (const size of [
      { width: 390, height: 844 },
      { width: 1440, height: 900 },
    ]) {
      await page.setViewportSize(size);
      await visit(paths);
    }
  }
  expect(wide).toEqual([]);
});
