import type { Page } from "@playwright/test";
import { type Account, demo, register, signIn } from "../support/site/accounts.ts";
import { expectAccessible } from "../support/site/axe.ts";
import { largeVideo } from "../support/site/media.ts";
import { expect, test } from "../support/site/test.ts";

const megabyte = 1024 * 1024;

async function fillForm(page: Page, title: string) {
  await page.goto("/my-posts");
  await page.getByLabel("Title").fill(title);
  await page.getByLabel("Category").selectOption("Data Science");
  await page.getByLabel("Description").fill("Which stone goes first, and why.");
}

/** Throttles the upload to this rate; undefined removes the limit. */
async function narrowUpload(page: Page, bytesPerSecond: number | undefined) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: bytesPerSecond ?? -1,
  });
}

async function bearerOf(page: Page, { email, password }: Account) {
  const answer = await page.request.post("/api/auth/login", { data: { email, password } });
  const { access_token, user_id } = await answer.json();
  return { headers: { authorization: `Bearer ${access_token}` }, userId: user_id };
}

/** The newest of a writer's items, flagged by the demo's admin. */
async function flagNewest(page: Page, writer: Account, reason: string) {
  const { headers, userId } = await bearerOf(page, writer);
  const own = await page.request.get(`/api/content?user_id=${userId}`, { headers });
  const [{ id, revision }] = await own.json();
  const admin = await bearerOf(page, demo.admin);
  const answer = await page.request.post(`/api/admin/content/${id}/flag`, {
    headers: admin.headers,
    data: { revision, reason },
  });
  expect(answer.status(), await answer.text()).toBe(200);
}

const row = (page: Page, title: string) => page.getByRole("row").filter({ hasText: title });

test("a writer uploads a video, cancels, tries again, edits it, and deletes it once it is flagged", async ({
  page,
}) => {
  const writer = await register(page.request, "TechWriter");
  await signIn(page, writer);
  await fillForm(page, "Stacking stones");
  await page.getByLabel("File", { exact: true }).setInputFiles(await largeVideo(page.request, 6 * megabyte));
  await expect(page.getByText("6.0 MB")).toBeVisible();

  await narrowUpload(page, megabyte);
  await page.getByRole("button", { name: "Submit for Approval" }).click();
  const progress = page.getByRole("progressbar", { name: "Upload of stacking-stones.mp4" });
  await expect(page.getByText(/^[0-5]\.\d of 6\.0 MB · .+\/s$/)).toBeVisible();
  await expect(progress).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Cancel upload" }).click();
  await expect(page.getByText("Upload canceled")).toBeVisible();
  await expect(progress).toBeHidden();

  await narrowUpload(page, undefined);
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByText("Content submitted for approval!")).toBeVisible();
  await expect(page).toHaveURL("/content");
  await expect(row(page, "Stacking stones")).toHaveCount(1);
  await expect(row(page, "Stacking stones")).toContainText("Video");
  await expect(row(page, "Stacking stones")).toContainText("Pending");

  await page.getByRole("link", { name: "Edit Stacking stones" }).click();
  await expect(page.getByText("Stays unless you choose another")).toBeVisible();
  await page.getByLabel("Title").fill("Stacking three stones");
  await page.getByRole("button", { name: "Submit for Approval" }).click();
  await expect(page).toHaveURL("/content");
  await expect(row(page, "Stacking three stones")).toContainText("Pending");

  await flagNewest(page, writer, "The second stone is missing");
  await page.goto("/tech-writer-flagged");
  // The notifications above the table mention it too.
  const flagged = page.getByRole("table", { name: "Flagged content" });
  await expect(flagged.getByRole("row", { name: /Stacking three stones/ })).toContainText(
    "The second stone is missing",
  );
  await page.getByRole("link", { name: "Edit Stacking three stones" }).click();
  await expect(page.getByRole("textbox", { name: "Title" })).toHaveValue("Stacking three stones");
  await expect(page.getByText("The second stone is missing")).toBeVisible();
  await page.goBack();
  await page.getByRole("button", { name: "Delete Stacking three stones" }).click();
  const sure = page.getByRole("dialog", { name: "Are you sure?" });
  await expect(sure).toContainText(
    'You are about to delete "Stacking three stones". This action cannot be undone.',
  );
  await sure.getByRole("button", { name: "Yes, delete it!" }).click();
  const deleted = page.getByRole("dialog", { name: "Deleted!" });
  await expect(deleted).toContainText("Your flagged content has been deleted.");
  await deleted.getByRole("button", { name: "OK" }).click();
  await expect(page.getByText("No flagged content found.")).toBeVisible();
  await page.goto("/content");
  await expect(page.getByText("No content found.")).toBeVisible();
});

test("what a writer typed and chose survives a reload and an ended session", async ({ page, problems }) => {
  const writer = await register(page.request, "TechWriter");
  await signIn(page, writer);
  await fillForm(page, "Half a thought");
  const file = { name: "stones.png", mimeType: "image/png", buffer: Buffer.alloc(70_000, 1) };
  await page.getByLabel("File", { exact: true }).setInputFiles(file);
  await page.reload();
  await expect(page.getByText("Your unsent work is back")).toBeVisible();
  await expect(page.getByLabel("Title")).toHaveValue("Half a thought");
  await expect(page.getByText("stones.png")).toBeVisible();

  for (const path of [
    "/auth/me",
    "/content",
    "/content/stats",
    "/notifications/unread-count",
    "/auth/refresh",
  ]) {
    problems.expectRefusal(401, `/api${path}`);
  }
  await page.evaluate(() => {
    localStorage.setItem("access_token", "expired");
    localStorage.setItem("refresh_token", "gone");
  });
  await page.goto("/techhome");
  await expect(page).toHaveURL("/login");
  await signIn(page, writer);
  await page.goto("/my-posts");
  await expect(page.getByLabel("Title")).toHaveValue("Half a thought");
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(page.getByLabel("Title")).toHaveValue("");
  await page.reload();
  await expect(page.getByLabel("Title")).toHaveValue("");
  await expect(page.getByText("Your unsent work is back")).toBeHidden();
});

test("a writer's new name and password work at the next login", async ({ page }) => {
  const writer = await register(page.request, "TechWriter");
  await signIn(page, writer);
  await page.goto("/tech-writer-profile");
  await page.getByLabel("Full Name").fill("Robin of the Stones");
  await page.getByLabel("Password", { exact: true }).fill("three stones high");
  const said: string[] = [];
  page.on("dialog", (dialog) => {
    said.push(dialog.message());
    void dialog.accept();
  });
  await page.getByRole("button", { name: "Save" }).click();
  await expect.poll(() => said).toEqual(["Profile updated successfully!"]);
  await signIn(page, { email: writer.email, password: "three stones high" });
  await page.goto("/techhome");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Welcome Back, Robin of the Stones");
});
