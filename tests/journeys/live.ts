import type { APIRequestContext, Page } from "@playwright/test";
import { type Account, bearerOf, register, signIn } from "../support/site/accounts.ts";
import { expect, test } from "../support/site/own-server.ts";

/** Sends a post; returns its id and revision. */
async function send(request: APIRequestContext, writer: Account, title: string) {
  const data = { title, body: `The text of **${title}**.`, content_type: "Article", category: 1 };
  const sent = await request.post("/api/content", { headers: await bearerOf(request, writer), data });
  expect(sent.status(), await sent.text()).toBe(201);
  return (await sent.json()) as { id: number; revision: number };
}

/** Resolves once this page's browser is on its live line; call it before the page opens. */
function onLine(page: Page) {
  return page
    .waitForEvent("websocket", { predicate: (socket) => socket.url().includes("/socket.io/") })
    .then((socket) =>
      socket.waitForEvent("framereceived", {
        predicate: ({ payload }) => /^43\/live,/.test(String(payload)),
      }),
    );
}

const unread = (page: Page, count: number) =>
  expect(page.getByRole("navigation", { name: "Main" }).first().getByText(`${count} unread`)).toBeVisible();

test("a decision moves the author's badge, card and item on whatever screen is open, at once", async ({
  page,
  context,
  anotherBrowser,
  ownServer,
  problems,
}) => {
  const writer = await register(page.request, "TechWriter");
  const admin = await bearerOf(page.request, ownServer.admin);
  const { id, revision } = await send(page.request, writer, "A cairn of three stones");
  await signIn(page, writer);
  const joined = onLine(page);
  await page.goto("/content");
  await joined;
  const row = page.getByRole("row").filter({ hasText: "A cairn of three stones" });
  await expect(row).toContainText("Pending");
  // The page of an item that is not public is the same for everybody; its author's view comes afterwards.
  problems.expectRefusal(404, `/posts/${id}`);
  const [item, profile] = [await context.newPage(), await context.newPage()];
  await item.goto(`/posts/${id}`);
  await profile.goto("/tech-writer-profile");
  await expect(item.getByRole("heading", { level: 1 })).toHaveText("A cairn of three stones");
  const reader = await (await anotherBrowser()).newPage();
  await signIn(reader, await register(page.request, "User"));

  const path = `/api/admin/content/${id}`;
  const approved = await page.request.post(`${path}/approve`, { headers: admin, data: { revision } });
  expect(approved.status(), await approved.text()).toBe(200);
  await Promise.all([
    unread(page, 1),
    unread(profile, 1),
    expect(row).toContainText("Published"),
    expect(item.getByRole("button", { name: /^Like/ })).toBeVisible(),
  ]);

  const reading = onLine(reader);
  await reader.goto(`/posts/${id}`);
  await reading;
  await expect(reader.getByRole("heading", { name: "Comments" })).toBeVisible();
  const liked = await page.request.put(`/api/content/${id}/like`, { headers: admin });
  expect(liked.status()).toBe(200);
  await Promise.all([
    expect(reader.getByRole("button", { name: "Like: 1" })).toBeVisible(),
    expect(item.getByRole("button", { name: "Like: 1" })).toBeVisible(),
  ]);
});

test("a mention that is deleted again leaves the badge and the list of an open page", async ({
  page,
  context,
  ownServer,
  problems,
}) => {
  const writer = await register(page.request, "TechWriter");
  const admin = await bearerOf(page.request, ownServer.admin);
  const { id, revision } = await send(page.request, writer, "A word too many");
  await page.request.post(`/api/admin/content/${id}/approve`, { headers: admin, data: { revision } });
  const member = await register(page.request, "User");
  await signIn(page, member);
  const joined = onLine(page);
  await page.goto("/notificationss");
  await joined;
  const profile = await context.newPage();
  await profile.goto("/profile");
  await expect(page.getByText("No notifications found.")).toBeVisible();

  const headers = await bearerOf(page.request, writer);
  const data = { body: `@${member.name}, look at this` };
  const sent = await page.request.post(`/api/content/${id}/comments`, { headers, data });
  expect(sent.status(), await sent.text()).toBe(201);
  const notice = page.getByRole("heading", { name: `${writer.name} mentioned you in a comment` });
  await Promise.all([expect(notice).toBeVisible(), unread(page, 1), unread(profile, 1)]);

  const { id: comment } = await sent.json();
  const deleted = await page.request.delete(`/api/comments/${comment}`, { headers });
  expect(deleted.status()).toBe(200);
  await expect(page.getByText("No notifications found.")).toBeVisible();
  for (const open of [page, profile])
    await expect(open.getByRole("navigation", { name: "Main" }).first().getByText("unread")).toBeHidden();
  // An old mail or push still leads there.
  problems.expectRefusal(404, `/api/content/${id}/comments/${comment}`);
  await page.goto(`/posts/${id}#comment-${comment}`);
  await expect(page.getByText("This comment has been deleted.")).toBeVisible();
});

test("comments of others appear above what is being read, which stays where it is", async ({
  page,
  ownServer,
}) => {
  const writer = await register(page.request, "TechWriter");
  const admin = await bearerOf(page.request, ownServer.admin);
  const { id, revision } = await send(page.request, writer, "Many voices");
  const comment = (body: string) =>
    page.request.post(`/api/content/${id}/comments`, { headers: admin, data: { body } });
  await page.request.post(`/api/admin/content/${id}/approve`, { headers: admin, data: { revision } });
  for (let number = 1; number <= 15; number += 1) {
    expect((await comment(`Thought number ${number}.`)).status()).toBe(201);
  }
  await signIn(page, await register(page.request, "User"));
  const joined = onLine(page);
  await page.goto(`/posts/${id}`);
  await joined;
  const read = page.getByText("Thought number 7.", { exact: true });
  await read.evaluate((element) => element.scrollIntoView({ block: "center" }));
  const place = async () => Math.round((await read.boundingBox())?.y ?? 0);
  const before = await place();
  expect((await comment("A newer thought,\n\nof two paragraphs.")).status()).toBe(201);
  await expect(page.getByText("A newer thought,")).toBeAttached();
  expect(Math.abs((await place()) - before)).toBeLessThanOrEqual(1);
  await expect(page.getByRole("heading", { name: "Comments 16" })).toBeAttached();
});

test("each visible tab holds a connection, a hidden one none until it is shown, and a logout ends all", async ({
  page,
  context,
}) => {
  const open = new Set<object>();
  context.on("page", (tab) =>
    tab.on("websocket", (socket) => {
      open.add(socket);
      const forget = () => void open.delete(socket);
      socket.on("close", forget);
      tab.on("close", forget);
    }),
  );
  await signIn(page, await register(page.request, "User"));
  const tabs: Page[] = [];
  for (const path of ["/home", "/profile", "/posts"]) {
    const tab = await context.newPage();
    const joined = onLine(tab);
    await tab.goto(path);
    await joined;
    tabs.push(tab);
  }
  expect(open.size).toBe(3);
  const [first, second] = tabs;
  // Every page of this browser counts as visible.
  const show = (isShown: boolean) =>
    first?.evaluate((hidden) => {
      Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }, !isShown);
  await show(false);
  await expect.poll(() => open.size).toBe(2);
  await show(true);
  await expect.poll(() => open.size).toBe(3);
  await second?.getByRole("button", { name: "Logout" }).first().click();
  await expect.poll(() => open.size).toBe(0);
});
