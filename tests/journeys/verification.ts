import { readFile } from "node:fs/promises";
import { demo, signIn } from "../support/site/accounts.ts";
import { startServer, testLogKey } from "../support/site/server.ts";
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

test("a reader checks an approval on their own device, which notices a second history of the log", async ({
  page,
}) => {
  const settings = { LOG_KEY: testLogKey };
  const honest = await startServer({ settings });
  const address = `${honest.url}/posts/1`;
  const panel = page.getByRole("region", { name: "Verified" });
  const check = () => panel.getByRole("button", { name: "Check it here" }).click();
  const steps = panel.getByRole("list", { name: "Steps of the check" });

  await page.goto(address);
  await expect(panel).toContainText(/In the public log as entry \d+, seen by no witness yet\./);
  await check();
  await expect(panel).toContainText("Everything fits.");
  await expect(steps.getByRole("img", { name: "Fits" })).toHaveCount(6);
  await expect(steps).toContainText("This is the first check on this device.");
  await page.goto("about:blank");
  await honest.stop();

  // New data at the same address: the same key signs other rows, whose reasons have other salts.
  const other = await startServer({
    settings: { ...settings, PORT: new URL(honest.url).port, LOG_LEVEL: "trace" },
  });
  await page.goto(address);
  await check();
  const alert = panel.getByRole("alert");
  await expect(alert).toContainText("This device was shown two histories.");
  await expect(steps.getByRole("img", { name: "Does not fit" })).toHaveCount(1);

  // The evidence stays after a reload, and both notes can be taken away.
  await page.reload();
  await expect(alert).toContainText("This device was shown two histories.");
  const notes: string[] = [];
  for (const link of await alert.getByRole("link", { name: /^Download the note of/ }).all()) {
    const [file] = await Promise.all([page.waitForEvent("download"), link.click()]);
    notes.push(await readFile(await file.path(), "utf8"));
  }
  const [before, now] = notes.map((note) => note.split("\n"));
  expect(before?.[0]).toBe(now?.[0]);
  expect(before?.[2]).not.toBe(now?.[2]);

  await alert.getByRole("button", { name: "Dismiss..." }).click();
  await alert.getByRole("button", { name: "Delete both notes" }).click();
  await check();
  await expect(panel).toContainText("Everything fits.");
  await page.goto("about:blank");
  await other.stop();
  expect(other.output()).toContain("answered");
  expect(other.output()).not.toContain(testLogKey.split("+").at(-1));
});
