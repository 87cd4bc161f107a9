import type { Page } from "@playwright/test";
import { call } from "../support/call.ts";
import { type Account, demo, register, signIn } from "../support/site/accounts.ts";
import { expect, test } from "../support/site/test.ts";
import { settled } from "../support/site/worker.ts";

test.use({ serviceWorkers: "allow" });

const waiting = "Waiting for a connection";

/** A post that an admin has approved. */
async function publish(page: Page, title: string, { approved = true } = {}) {
  const server = String(process.env.CAIRN_URL);
  const tokenOf = async ({ email, password }: Account) =>
    (await call(server, "POST", "/auth/login", { body: { email, password } })).body.access_token;
  const writer = await register(page.request, "TechWriter");
  const body = { title, body: "The widest one.", content_type: "Article", category: 1 };
  const sent = await call(server, "POST", "/content", { token: await tokenOf(writer), body });
  expect(sent.status).toBe(201);
  const { id, revision } = sent.body;
  const admin = await tokenOf(demo.admin);
  if (approved) {
    const path = `/admin/content/${id}/approve`;
    expect((await call(server, "POST", path, { token: admin, body: { revision } })).status).toBe(200);
  }
  return { id: Number(id), admin: String(admin), server };
}

const commentsOf = async (server: string, id: number) =>
  (await call(server, "GET", `/content/${id}/comments`)).body.map(({ body }: { body: string }) => body);

test("without a network a comment, a like and a post wait in their place, and arrive once when it is back", async ({
  page,
  context,
  problems,
}) => {
  const title = `Offline ${Date.now()}`;
  const { id, server } = await publish(page, title);
  const member = await register(page.request, "User");
  await signIn(page, member);
  await page.goto(`/posts/${id}`);
  const box = page.getByRole("textbox", { name: "Add a comment" });
  await box.fill("A thought");
  await page.getByRole("button", { name: `Save for later: ${title}` }).waitFor();
  // Parts whose code has not come yet come from the device.
  await settled(page);
  await page.waitForLoadState("networkidle");
  const posting = await context.newPage();
  await posting.goto("/create-post");
  await posting.getByLabel("Title").fill("Stacking on a train");
  await posting.getByLabel("Category").selectOption("Cyber Security");
  await posting.getByLabel("Description").fill("Which stone goes first, and why.");
  await posting.getByRole("button", { name: "Submit for Approval" }).click();
  const post = posting.getByRole("region", { name: "Pending Posts" }).getByRole("article");
  await expect(post).toContainText("Pending");
  problems.expectLosses();
  await context.setOffline(true);
  await box.fill("On a train");
  await box.press("Control+Enter");
  const unsent = page.getByRole("list", { name: "Your comments that are not sent yet" });
  await expect(unsent).toContainText("On a train");
  await expect(unsent).toContainText(waiting);
  await page.getByRole("button", { name: "Like: 0" }).click();
  await expect(page.getByRole("button", { name: /^Like: 1\b.*Waiting for a connection$/ })).toBeVisible();
  await post.getByRole("button", { name: "Send to reviewers" }).click();
  await expect(post).toContainText(waiting);
  // Any page of the member's sends it.
  await posting.close();
  await context.setOffline(false);
  await expect(page.getByRole("button", { name: "Like: 1", exact: true })).toBeVisible();
  await expect(unsent).toHaveCount(0);
  await expect(page.getByRole("article").filter({ hasText: "On a train" })).toHaveCount(1);
  expect(await commentsOf(server, id)).toEqual(["On a train"]);
  const { email, password } = member;
  const signedIn = await call(server, "POST", "/auth/login", { body: { email, password } });
  const { access_token: token, user_id } = signedIn.body;
  const own = async () =>
    (await call(server, "GET", `/content?user_id=${user_id}`, { token })).body.map(
      ({ title }: { title: string }) => title,
    );
  await expect.poll(own).toEqual(["Stacking on a train"]);
});

test("a decision made without a network arrives, or is refused with its words when the item has moved on", async ({
  page,
  context,
  problems,
}) => {
  const title = `Offline desk ${Date.now()}`;
  const kept = `${title}, unchanged`;
  const { id, server, admin } = await publish(page, `${title}, changed`, { approved: false });
  const { id: other } = await publish(page, kept, { approved: false });
  await signIn(page, demo.admin);
  await page.goto("/content-management");
  await page.getByRole("searchbox").fill(title);
  for (const item of [kept, `${title}, changed`]) {
    await page.getByRole("button", { name: item, exact: true }).click();
    const preview = page.getByRole("dialog", { name: item });
    await expect(preview).toContainText("First submission: there is no earlier version to compare.");
    await page.keyboard.press("Escape");
    await expect(preview).toBeHidden();
  }
  await settled(page);
  await page.waitForLoadState("networkidle");
  problems.expectLosses();
  await context.setOffline(true);
  for (const item of [kept, `${title}, changed`]) {
    const app = { name: `App: approve ${item}` };
    // The second one opens by itself.
    if (item === kept) await page.getByRole("button", app).click();
    await page.getByRole("dialog", { name: item }).getByRole("button", app).click();
    await expect(page.getByText(`${waiting}: Content approved: “${item}”`)).toBeVisible();
  }
  const flag = { revision: 1, reason: "Say who says so." };
  expect((await call(server, "POST", `/admin/content/${id}/flag`, { token: admin, body: flag })).status).toBe(
    200,
  );
  problems.expectRefusal(409, `/api/admin/content/${id}/approve`);
  await context.setOffline(false);
  await expect(
    page.getByText(
      /Your decision: .* was not sent\. This item has changed since you opened it\. Load it again before you decide\./,
    ),
  ).toBeVisible();
  const approvals = async () => (await call(server, "GET", `/content/${other}/reviews`)).body.items.length;
  await expect.poll(approvals).toBe(1);
});
