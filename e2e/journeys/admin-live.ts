import type { APIRequestContext, Page } from "@playwright/test";
import { demo, register, signIn } from "../support/accounts.ts";
import { expectAccessible } from "../support/axe.ts";
import { expect, test } from "../support/test.ts";

/** What a writer of this journey's own sends to the reviewers. */
async function submit(request: APIRequestContext, title: string): Promise<number> {
  const { email, password } = await register(request, "TechWriter");
  const session = await request.post("/api/auth/login", { data: { email, password } });
  const { access_token } = await session.json();
  const answer = await request.post("/api/content", {
    headers: { authorization: `Bearer ${access_token}` },
    data: { title, body: `The text of **${title}**.`, content_type: "Article", category: 1 },
  });
  expect(answer.status(), await answer.text()).toBe(201);
  return (await answer.json()).id;
}

const row = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });

test("a verified admin reads and approves one item, and flags another with a reason", async ({ page }) => {
  const mark = Date.now();
  const good = `Stacking stones ${mark}`;
  const thin = `A thin page ${mark}`;
  const goodId = await submit(page.request, good);
  await submit(page.request, thin);

  await signIn(page, demo.admin);
  await page.goto("/content-management");
  await expect(page.getByText("You are looking at live data.")).toBeVisible();
  await page.getByRole("searchbox").fill(String(mark));
  await expect(page.locator("tbody tr")).toHaveCount(2);

  await page.getByRole("button", { name: good, exact: true }).click();
  const preview = page.getByRole("dialog", { name: good });
  await expect(preview).toContainText("Revision 1, waiting for a decision. Nothing of this item is public.");
  await expect(preview.locator("strong", { hasText: good })).toBeVisible();
  await expectAccessible(page);
  await preview.getByRole("button", { name: `App: approve ${good}` }).click();
  await expect(preview).toBeHidden();
  await expect(row(page, good)).toHaveCount(0);

  await page.getByRole("button", { name: `Flag: flag ${thin}` }).click();
  const flagging = page.getByRole("dialog", { name: `Flag “${thin}”` });
  await flagging.getByLabel("Reason").fill("Say where this comes from.");
  await expectAccessible(page);
  await flagging.getByRole("button", { name: "Flag" }).click();
  await expect(flagging).toBeHidden();
  await page.getByLabel("Status").selectOption("Flagged");
  await expect(row(page, thin)).toContainText("Flagged");
  await page.getByRole("button", { name: thin, exact: true }).click();
  await expect(page.getByRole("dialog", { name: thin })).toContainText("Say where this comes from.");
  await page.getByRole("button", { name: "Close", exact: true }).click();

  await page.getByRole("complementary").getByRole("link", { name: "Home", exact: true }).click();
  const activity = page.getByRole("region", { name: "Recent Activity" });
  await expect(activity).toContainText(`Content flagged: “${thin}”`);
  await expect(activity).toContainText(`Content approved: “${good}”`);

  await page.goto(`/posts/${goodId}`);
  await expect(page.getByRole("heading", { level: 1, name: good })).toBeVisible();
  await expect(
    page.getByText("This is the revision you are reading.").filter({ visible: true }).first(),
  ).toBeVisible();
  await expect(page.getByText("Grace Wanjiku").filter({ visible: true }).first()).toBeVisible();
});

const screens = [
  "/admin-home",
  "/user-management",
  "/content-management",
  "/categories-management",
  "/admin-profile",
];

for (const colorScheme of ["light", "dark"] as const) {
  test(`the live admin screens are accessible and fit from 320 to 1440 px in ${colorScheme}`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme });
    await signIn(page, demo.admin);
    for (const path of screens) {
      await page.goto(path);
      await expect(page.getByText("You are looking at live data.")).toBeVisible();
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      for (const width of [320, 768, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        await expectAccessible(page);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect(overflow, `sideways scroll of ${path} at ${width}`).toBeLessThanOrEqual(0);
      }
    }
  });
}
