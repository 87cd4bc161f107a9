import { storageKeys } from "@cairn/contract";
import type { Locator, Page } from "@playwright/test";
import { type Account, demo, register, signIn } from "../support/site/accounts.ts";
import { expectAccessible } from "../support/site/axe.ts";
import { openLine } from "../support/site/line.ts";
import { largeVideo } from "../support/site/media.ts";
import { expect, test } from "../support/site/test.ts";

const megabyte = 1024 * 1024;

async function submitPost(page: Page, title: string, file?: Awaited<ReturnType<typeof largeVideo>>) {
  await page.getByLabel("Title").fill(title);
  await page.getByLabel("Category").selectOption("Cyber Security");
  await page.getByLabel("Description").fill("Which stone goes first, and why.");
  if (file) await page.getByLabel("Media").setInputFiles(file);
  await page.getByRole("button", { name: "Submit for Approval" }).click();
}

async function bearerOf(page: Page, { email, password }: Account) {
  const answer = await page.request.post("/api/auth/login", { data: { email, password } });
  const { access_token, user_id } = await answer.json();
  return { headers: { authorization: `Bearer ${access_token}` }, userId: user_id };
}

/** A member's items on the server. */
async function itemsOf(page: Page, author: Account) {
  const { headers, userId } = await bearerOf(page, author);
  const answer = await page.request.get(`/api/content?user_id=${userId}`, { headers });
  return answer.json();
}

async function flag(page: Page, { id, revision }: { id: number; revision: number }, reason: string) {
  const { headers } = await bearerOf(page, demo.admin);
  const answer = await page.request.post(`/api/admin/content/${id}/flag`, {
    headers,
    data: { revision, reason },
  });
  expect(answer.status(), await answer.text()).toBe(200);
}

const cards = (page: Page) => page.getByRole("region", { name: "Pending Posts" }).getByRole("article");
const card = (page: Page, title: string) =>
  cards(page).filter({ has: page.getByRole("heading", { name: title, exact: true }) });

test("a video of 40 MB survives a reload and reaches the reviewers once, despite a network failure during the upload", async ({
  page: desk,
  browser,
  baseURL,
  problems,
}) => {
  // Its bytes go through the browser four times.
  test.setTimeout(480_000);
  const patiently = { timeout: 120_000 };
  const member = await register(desk.request, "User");
  const film = await largeVideo(desk.request, 40 * megabyte);
  const line = await openLine(String(baseURL));
  const context = await browser.newContext({ baseURL: line.url });
  await problems.watch(context);
  const page = await context.newPage();
  await signIn(page, member);
  await page.goto("/create-post");
  await submitPost(page, "Stacking stones", film);
  const post = card(page, "Stacking stones");
  await expect(post).toContainText("Pending", patiently);

  await page.reload();
  const preview = post.locator("video");
  await expect(preview).toHaveAttribute("src", /^blob:/);
  const isShown = (video: Locator) =>
    expect.poll(() => video.evaluate((film: HTMLVideoElement) => film.videoWidth)).toBeGreaterThan(0);
  await isShown(preview);
  await expectAccessible(page);
  expect(await itemsOf(desk, member)).toEqual([]);

  // Interrupt the upload halfway.
  const half = line.holdAfter(20 * megabyte);
  await post.getByRole("button", { name: "Send to reviewers" }).click();
  await half;
  await expect(post.getByText(/^\d+\.\d of 40\.\d MB$/)).toBeVisible(patiently);
  await expectAccessible(page);
  problems.expectLosses();
  line.cut();
  await expect(post.getByText(/^Not sent yet\./)).toBeVisible(patiently);

  // Reload during the upload.
  const again = line.holdAfter(5 * megabyte);
  line.restore();
  await again;
  const answered = line.loseAnswerTo(film.buffer.length);
  await page.reload();

  // The server has the whole post, but this page has not received the answer.
  await answered;
  // Which of the two depends on whether a next try, which is bound to fail, has begun meanwhile.
  await expect(post.getByText(/^(Not sent yet\.|On its way to the reviewers)/)).toBeVisible(patiently);
  expect(await itemsOf(desk, member)).toHaveLength(1);
  line.restore();
  await expect(post.getByText("The reviewers have it.")).toBeVisible(patiently);

  const items = await itemsOf(desk, member);
  expect(items).toHaveLength(1);
  expect(items[0]).toMatchObject({ title: "Stacking stones", content_type: "Video", status: "Pending" });
  const media = await desk.request.get(items[0].media_url, { headers: { range: "bytes=0-0" } });
  expect(media.headers()["content-range"]).toBe(`bytes 0-0/${film.buffer.length}`);

  await flag(desk, items[0], "The second stone is missing");
  await page.reload();
  await expect(post).toContainText("Flagged");
  await expect(post).toContainText("The second stone is missing");
  // Its code comes after the form, and the browser reports a film that it leaves before it is there.
  await isShown(preview);
  await page.goto("/home");
  const shown = page.getByRole("region", { name: "Your Content" });
  await expect(shown).toContainText("Flagged");
  const video = shown.locator("video");
  await expect(video).toHaveAttribute("src", /^blob:/);
  await isShown(video);
  // While the card fades in, its box is offset by a fraction of a pixel.
  const box = await video.boundingBox();
  expect([box?.width, box?.height].map((side) => Math.round(side ?? 0))).toEqual([320, 240]);
  await context.close();
  await line.close();
});

test("posts that two tabs write at the same moment are all kept, and one that both send arrives once", async ({
  page,
  context,
}) => {
  const member = await register(page.request, "User");
  await signIn(page, member);
  const other = await context.newPage();
  const tabs = [page, other];
  for (const tab of tabs) await tab.goto("/create-post");
  for (let round = 0; round < 3; round += 1) {
    await Promise.all(tabs.map((tab, index) => submitPost(tab, `Stone ${round} of tab ${index}`)));
    await Promise.all(
      tabs.map((tab, index) => expect(card(tab, `Stone ${round} of tab ${index}`)).toBeVisible()),
    );
  }
  const stored = await page.evaluate((key) => localStorage.getItem(key), storageKeys.pendingPosts);
  expect(JSON.parse(stored ?? "[]")).toHaveLength(6);
  for (const tab of tabs) await expect(cards(tab)).toHaveCount(6);

  const send = (tab: Page) =>
    card(tab, "Stone 2 of tab 0").getByRole("button", { name: "Send to reviewers" });
  // The slower tab no longer has this button: both tabs show that the post is being sent.
  await Promise.all(
    tabs.map((tab) =>
      send(tab)
        .click({ noWaitAfter: true, timeout: 10_000 })
        .catch(() => {}),
    ),
  );
  for (const tab of tabs) await expect(card(tab, "Stone 2 of tab 0")).toContainText("The reviewers have it.");
  expect(await itemsOf(page, member)).toHaveLength(1);
});

test("what a member typed and chose survives a reload, and a new post can be changed and deleted", async ({
  page,
}) => {
  await signIn(page, await register(page.request, "User"));
  await page.goto("/home");
  await page.getByRole("main").getByRole("link", { name: "Create Post" }).click();
  await expect(page).toHaveURL("/create-post");
  await page.getByLabel("Title").fill("Half a thought");
  const file = { name: "stones.png", mimeType: "image/png", buffer: Buffer.alloc(70_000, 1) };
  await page.getByLabel("Media").setInputFiles(file);
  await expect(page.getByRole("button", { name: "Remove file" })).toBeVisible();
  await page.reload();
  await expect(page.getByText("Your unsent work is back")).toBeVisible();
  await expect(page.getByLabel("Title")).toHaveValue("Half a thought");
  await expect(page.getByText("stones.png")).toBeVisible();

  await submitPost(page, "A whole thought");
  await card(page, "A whole thought").getByRole("button", { name: "Edit" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Edit Post");
  await page.getByLabel("Title").fill("A better thought");
  await page.getByRole("button", { name: "Update Post" }).click();
  await expect(card(page, "A better thought").getByRole("button", { name: "Edit" })).toBeFocused();
  await expect(page).toHaveURL("/create-post");

  await card(page, "A better thought").getByRole("button", { name: "Delete" }).click();
  const question = page.getByRole("dialog", { name: "Delete this post?" });
  await expect(question).toBeVisible();
  await expectAccessible(page);
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("No pending posts.")).toBeVisible();
});
