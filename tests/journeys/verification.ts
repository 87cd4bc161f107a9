import { demo, signIn } from "../support/site/accounts.ts";
import { expect, test } from "../support/site/test.ts";

test("a reader sees who checked which revision of an item, and when", async ({ page }) => {
  await page.goto("/posts/1");
  const panel = page
    .getByRole("complementary", { name: /Verif/ })
    .or(page.getByRole("region", { name: /Verif/ }))
    .first();
  await expect(panel).toContainText("This is the revision you are reading.");
  await expect(panel).toContainText("Grace Wanjiku");
  await expect(panel).toContainText("4 of 4");
  await expect(page.getByRole("heading", { name: /^Comments/ })).toBeVisible();
});

test("an unapproved item is visible only to its author", async ({ page, problems }) => {
  const mine = await page.request.post("/api/auth/login", { data: demo.writer });
  const { access_token, user_id } = await mine.json();
  const own = await page.request.get(`/api/content?user_id=${user_id}&per_page=100`, {
    headers: { authorization: `Bearer ${access_token}` },
  });
  const pending = (await own.json()).find((item: { status: string }) => item.status === "Pending");

  problems.expectRefusal(404, `/posts/${pending.id}`);
  await page.goto(`/posts/${pending.id}`);
  await expect(page.getByText("Content not found").first()).toBeVisible();

  await signIn(page, demo.writer);
  await page.goto(`/posts/${pending.id}`);
  await expect(page.getByRole("heading", { level: 1, name: pending.title })).toBeVisible();
  await expect(page.getByText("Pending").filter({ visible: true }).first()).toBeVisible();
  await expect(page.getByText("This is the revision you are reading.")).toHaveCount(0);
});
