import { storageKeys } from "@cairn/contract";
import type { Locator } from "@playwright/test";
import { demo, signIn } from "../support/site/accounts.ts";
import { expect, test } from "../support/site/test.ts";

const boxOf = async (part: Locator) => {
  const box = await part.boundingBox();
  if (!box) throw new Error("It does not show.");
  return box;
};

test("the personalised carousel shows 1 card, 2 from 640, 3 from 768, 4 from 1024 px, with a gap of 20", async ({
  page,
}) => {
  await signIn(page, demo.member);
  await page.goto("/usersdashboard");
  const feed = page.getByRole("region", { name: "Personalized Feed" });
  const cards = feed.getByRole("listitem");
  await expect(cards).toHaveCount(10);
  for (const [width, perView] of [
    [390, 1],
    [639, 1],
    [640, 2],
    [767, 2],
    [768, 3],
    [1023, 3],
    [1024, 4],
    [1440, 4],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    const view = await boxOf(feed);
    const [first, second] = await Promise.all([boxOf(cards.nth(0)), boxOf(cards.nth(1))]);
    expect(second.x - (first.x + first.width), `gap at ${width}`).toBeCloseTo(20, 0);
    expect(first.width * perView + 20 * (perView - 1), `${perView} cards at ${width}`).toBeCloseTo(
      view.width,
      0,
    );
    await expect(feed.getByRole("button", { name: /^Go to slide/ })).toHaveCount(Math.ceil(10 / perView));
  }
});

test("a press of a category's scroll buttons moves its row by exactly 300 px", async ({ page }) => {
  await page.goto("/category");
  const section = page.getByRole("region", { name: "Fullstack Development" });
  const row = section.getByRole("list").first();
  await expect(row.getByRole("article")).toHaveCount(7);
  const restsAfter = async (button: string) => {
    const rest = row.evaluate(
      (element) =>
        new Promise<number>((resolve) =>
          element.addEventListener("scrollend", () => resolve(element.scrollLeft), { once: true }),
        ),
    );
    await section.getByRole("button", { name: button }).click();
    return rest;
  };
  expect(await restsAfter("Scroll right")).toBe(300);
  expect(await restsAfter("Scroll right")).toBe(600);
  expect(await restsAfter("Scroll left")).toBe(300);
});

test("an article's modal on the categories screen, opened directly, has its link on one line", async ({
  page,
}) => {
  await page.goto("/category");
  await page
    .getByRole("button", { name: /^Read Article/ })
    .first()
    .click();
  const link = page.getByRole("dialog").getByRole("link", { name: "Read the full article" });
  const { height } = await boxOf(link);
  const line = await link.evaluate((element) => Number.parseFloat(getComputedStyle(element).lineHeight));
  expect(height).toBeLessThan(1.5 * line);
});

test("media in Your Content: an image at most 300 px wide, a video of 320 by 240", async ({ page }) => {
  await page.goto("/home");
  await page.evaluate((key) => {
    const canvas = Object.assign(document.createElement("canvas"), { width: 1200, height: 900 });
    const post = {
      body: "Words",
      content_type: "Article",
      status: "Pending",
      category_name: "Cyber Security",
    };
    const posts = [
      { ...post, id: 1, title: "With a picture", media_url: canvas.toDataURL("image/png") },
      {
        ...post,
        id: 2,
        title: "With a film",
        media_url: "data:video/mp4;base64,AAAA",
        content_type: "Video",
      },
    ];
    localStorage.setItem(key, JSON.stringify(posts));
  }, storageKeys.pendingPosts);
  await page.reload();
  const posts = page.getByRole("region", { name: "Your Content" });
  const image = posts.getByRole("img", { name: "With a picture" });
  const video = posts.locator("video");
  for (const width of [390, 768, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    expect((await boxOf(image)).width, `image at ${width}`).toBeLessThanOrEqual(300);
    const film = await boxOf(video);
    // While the card fades in, its box is offset by a fraction of a pixel.
    expect(film.width, `video at ${width}`).toBeCloseTo(320, 1);
    expect(film.height, `video at ${width}`).toBeCloseTo(240, 1);
  }
});

test.describe("on a touch screen", () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test("every field has text of 16 px, so that Safari does not zoom in", async ({ page }) => {
    await signIn(page, demo.member);
    for (const path of [
      "/login",
      "/category",
      "/posts",
      "/content-management",
      "/notifications",
      "/content",
    ]) {
      await page.goto(path);
      const fields = page.locator("input:not([type=checkbox], [type=radio], [type=file]), select, textarea");
      await expect(fields.first()).toBeVisible();
      const sizes = await fields.evaluateAll((all) => all.map((field) => getComputedStyle(field).fontSize));
      expect([...new Set(sizes)], path).toEqual(["16px"]);
    }
  });
});
