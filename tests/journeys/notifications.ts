import type { APIRequestContext, Locator, Page } from "@playwright/test";
import { type Account, bearerOf, register, signIn } from "../support/site/accounts.ts";
import { openLive } from "../support/site/live.ts";
import { expect, test } from "../support/site/own-server.ts";

/** Sends a writer's post and approves it. */
async function publish(request: APIRequestContext, writer: Account, admin: Account, title: string) {
  const data = { title, body: `The text of **${title}**.`, content_type: "Article", category: 1 };
  const sent = await request.post("/api/content", { headers: await bearerOf(request, writer), data });
  expect(sent.status(), await sent.text()).toBe(201);
  const { id, revision } = await sent.json();
  const approved = await request.post(`/api/admin/content/${id}/approve`, {
    headers: await bearerOf(request, admin),
    data: { revision },
  });
  expect(approved.status(), await approved.text()).toBe(200);
}

const cards = (page: Page) => page.getByRole("main").getByRole("article");
const unread = (within: Locator, count: number) => expect(within.getByText(`${count} unread`)).toBeVisible();
const navigation = (page: Page) => page.getByRole("navigation", { name: "Main" }).first();

test("an approval shows on the members' and the writer's screens at once", async ({
  page,
  context,
  anotherBrowser,
  ownServer,
}) => {
  const writer = await register(page.request, "TechWriter");
  await signIn(page, await register(page.request, "User"));
  await openLive(page, "/notifications");
  // The first 3 external videos and the first 3 external articles; a new member has no notification yet.
  await expect(cards(page)).toHaveCount(6);
  await unread(page.getByRole("main"), 6);
  const second = await context.newPage();
  await openLive(second, "/notificationss");
  await expect(second.getByText("No notifications found.")).toBeVisible();

  const writing = await (await anotherBrowser()).newPage();
  await signIn(writing, writer);
  await openLive(writing, "/tech-writer-flagged");
  await publish(page.request, writer, ownServer.admin, "Stones in a stream");

  const newest = cards(page).first();
  await expect(newest.getByRole("heading")).toHaveText(`New article by ${writer.name}`);
  await expect(newest).toContainText("Stones in a stream");
  await expect(cards(page)).toHaveCount(7);
  await unread(page.getByRole("main"), 7);
  await unread(navigation(page), 1);
  await expect(cards(second)).toHaveCount(1);

  await newest.getByRole("button", { name: "Mark as read" }).click();
  await expect(newest.getByRole("button", { name: "Mark as unread" })).toBeVisible();
  await unread(page.getByRole("main"), 6);
  await expect(navigation(page).getByText("unread")).toBeHidden();
  await expect(cards(second).getByRole("button", { name: "Mark as unread" })).toBeVisible();

  const opening = context.waitForEvent("page");
  await newest.getByRole("button", { name: "Read Article" }).click();
  await expect((await opening).getByRole("heading", { level: 1 })).toHaveText("Stones in a stream");

  const event = writing.getByRole("table", { name: "Notifications" }).getByRole("row").nth(1);
  await expect(event).toContainText("Your post was approved");
  await unread(navigation(writing), 1);
  await event.getByRole("checkbox").click();
  await expect(event.getByRole("checkbox")).toBeDisabled();
  await expect(navigation(writing).getByText("unread")).toBeHidden();
});

test("notifications missed while the server restarted show once", async ({
  page,
  context,
  anotherBrowser,
  ownServer,
  problems,
}) => {
  const { request } = await anotherBrowser();
  const writer = await register(request, "TechWriter");
  await signIn(page, await register(request, "User"));
  await openLive(page, "/notificationss");
  await publish(request, writer, ownServer.admin, "Before the restart");
  await expect(cards(page)).toHaveCount(1);

  problems.expectLosses();
  await context.setOffline(true);
  await ownServer.restart();
  await publish(request, writer, ownServer.admin, "While nobody listened");
  await publish(request, writer, ownServer.admin, "And once more");
  await context.setOffline(false);
  const told = ["And once more", "While nobody listened", "Before the restart"];
  await expect(cards(page).locator("p")).toHaveText(told, { timeout: 20_000 });
  await unread(page.getByRole("main"), 3);

  await publish(request, writer, ownServer.admin, "Live again");
  await expect(cards(page).locator("p")).toHaveText(["Live again", ...told]);
  await unread(page.getByRole("main"), 4);
});

test("a session that ends elsewhere leaves a screen with a socket at once", async ({ page, problems }) => {
  const account = await register(page.request, "User");
  await signIn(page, account);
  await openLive(page, "/notificationss");
  problems.expectSignedOut();
  const session = await page.evaluate(() => localStorage.getItem("refresh_token"));
  await page.request.delete("/api/auth/logout", { headers: { authorization: `Bearer ${session}` } });
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole("alert")).toHaveText("Session expired. Please log in again.");
});

test("a card fades in over 0.3 s, and a video plays at 600 by 338 where there is room", async ({ page }) => {
  await page.route("https://www.youtube-nocookie.com/**", (route) =>
    route.fulfill({ contentType: "text/html", body: "The player." }),
  );
  await signIn(page, await register(page.request, "User"));
  await page.goto("/notifications");
  const card = cards(page).filter({ hasText: "on youtube.com" }).first();
  const fade = await card.evaluate((element) => {
    const { animationName, animationDuration } = getComputedStyle(element);
    return [animationName, animationDuration];
  });
  expect(fade).toEqual(["rise", "0.3s"]);

  await card.getByRole("button", { name: "Watch Now" }).click();
  const player = page.getByRole("dialog").locator("iframe");
  const sizeOf = async () => {
    const { width = 0, height = 0 } = (await player.boundingBox()) ?? {};
    return [Math.round(width), Math.round(height)];
  };
  expect(await sizeOf()).toEqual([600, 338]);
  await page.setViewportSize({ width: 390, height: 844 });
  const [width = 0, height = 0] = await sizeOf();
  expect(width).toBeLessThanOrEqual(342);
  expect(height / width).toBeCloseTo(338 / 600, 2);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});
