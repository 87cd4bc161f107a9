import type { Page } from "@playwright/test";
import { bearerOf, demo, register, signIn } from "../support/site/accounts.ts";
import { expectAccessible, expectFits } from "../support/site/axe.ts";
import { openLive } from "../support/site/live.ts";
import { expect, test } from "../support/site/test.ts";

/** A picture of one pixel. */
const picture = {
  name: "stone.png",
  mimeType: "image/png",
  buffer: Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  ),
};

const row = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });
const notices = (page: Page) => page.getByRole("table", { name: "Notifications" });

test("a post goes from its writer to an admin, who sends it back once, and then to a member", async ({
  page: writing,
  anotherBrowser,
}) => {
  const title = `Which stone goes first ${Date.now()}`;
  const writer = await register(writing.request, "TechWriter");
  const member = await register(writing.request, "User");
  const desk = await (await anotherBrowser()).newPage();
  const reading = await (await anotherBrowser()).newPage();

  await signIn(desk, demo.admin);
  await openLive(desk, "/content-management");
  await desk.getByRole("searchbox").fill(title);
  await expect(desk.getByText("No content found.")).toBeVisible();
  await signIn(reading, member);
  await openLive(reading, "/notifications");

  await signIn(writing, writer);
  await writing.goto("/my-posts");
  await writing.getByLabel("Title").fill(title);
  await writing.getByLabel("Category").selectOption("Data Science");
  await writing.getByLabel("Description").fill("The widest one.\n\nEverybody says so.");
  await writing.getByLabel("File", { exact: true }).setInputFiles(picture);
  await writing.getByRole("button", { name: "Submit for Approval" }).click();
  await expect(writing).toHaveURL("/content");
  await openLive(writing, "/tech-writer-flagged");

  // It appears by itself, and nothing else on the admin's screen moves.
  await expect(row(desk, title)).toContainText("Pending");
  await expect(desk.getByRole("searchbox")).toBeFocused();
  await desk.getByRole("button", { name: title, exact: true }).click();
  const preview = desk.getByRole("dialog", { name: title });
  await expect(preview).toContainText("First submission: there is no earlier version to compare.");
  await preview.getByRole("button", { name: `Flag: flag ${title}` }).click();
  const flagging = desk.getByRole("dialog", { name: `Flag “${title}”` });
  await flagging.getByLabel("Reason").fill("Say who says so.");
  await flagging.getByRole("button", { name: "Flag" }).click();
  await expect(flagging).toBeHidden();
  await expect(row(desk, title)).toHaveCount(0);

  const told = notices(writing)
    .getByRole("row")
    .filter({ hasText: "Your post was flagged: Say who says so." });
  await told.getByRole("link", { name: title }).click();
  await expect(writing).toHaveURL(/\/techwriter\/edit\/\d+$/);
  await writing.getByLabel("Description").fill("The widest one.\n\nEvery mason says so.");
  await writing.getByRole("button", { name: "Submit for Approval" }).click();
  await expect(writing).toHaveURL("/content");
  await openLive(writing, "/tech-writer-flagged");

  // Only by keyboard: the item, its changes, the approval.
  await expect(row(desk, title)).toContainText("Revision 2");
  await desk.getByRole("heading", { level: 1 }).click();
  await desk.keyboard.press("j");
  await expect(desk.getByRole("button", { name: title, exact: true })).toBeFocused();
  await desk.keyboard.press("Enter");
  const changes = preview.getByRole("region", { name: "Changes since revision 1" });
  await expect(changes).toContainText("Grace Wanjiku flagged it");
  await expect(changes.locator("del")).toContainText("Everybody");
  await expect(changes.locator("ins")).toContainText(["Every", "mason"]);
  await expectAccessible(desk);
  await desk.keyboard.press("a");
  await expect(preview).toBeHidden();
  await expect(desk.getByText(`Content approved: “${title}”`)).toBeVisible();
  await expect(row(desk, title)).toHaveCount(0);
  await expect(row(writing, "Your post was approved")).toContainText(title);

  const card = reading.getByRole("article").filter({ hasText: title });
  await expect(card).toContainText(`New article by ${writer.name}`);
  const opening = reading.context().waitForEvent("page");
  await card.getByRole("button", { name: "Read Article" }).click();
  const post = await opening;
  await expect(post.getByRole("heading", { level: 1, name: title })).toBeVisible();
  const verification = post.getByRole("complementary", { name: "Verification" });
  await expect(verification).toContainText("This is the revision you are reading.");
  await expect(verification).toContainText("Grace Wanjiku");
  await expect(verification).toContainText("2 of 2");
  await post.getByRole("button", { name: "Like: 0" }).click();
  await expect(post.getByRole("button", { name: "Like: 1" })).toHaveAttribute("aria-pressed", "true");
  const box = post.getByRole("textbox", { name: "Add a comment" });
  await box.fill("Masons know.");
  await box.press("Control+Enter");
  await expect(post.getByRole("article").filter({ hasText: "Masons know." })).toBeVisible();

  await expect(row(writing, `${member.name} commented on your post`)).toContainText(title);

  // The notice of an answer leads to it, however many comments are newer than what it answers.
  const headers = await bearerOf(desk.request, demo.admin);
  const comments = `/api/content/${new URL(post.url()).pathname.split("/").at(-1)}/comments`;
  const remark = async (data: object) => {
    const sent = await desk.request.post(comments, { headers, data });
    expect(sent.status(), await sent.text()).toBe(201);
    return (await sent.json()).id;
  };
  const [first] = await (await desk.request.get(comments)).json();
  for (let number = 1; number <= 20; number += 1) await remark({ body: `Stone ${number}.` });
  const answer = await remark({ body: "So do dyke builders.", reply_to: first.id });
  reading.on("dialog", (dialog) => dialog.accept());
  const notice = reading.getByRole("article").filter({ hasText: "Grace Wanjiku answered your comment" });
  await notice.getByRole("button", { name: "View Comment" }).click();
  await expect(reading).toHaveURL(`${new URL(post.url()).pathname}#comment-${answer}`);
  const answers = reading.getByRole("list", { name: `Replies to ${member.name}` });
  await expect(answers.getByRole("article")).toBeFocused();
  await expect(answers.getByRole("article")).toBeInViewport();
  await expect(answers.getByRole("article")).toContainText("So do dyke builders.");
  await expect(reading.getByText("Masons know.")).toBeInViewport();
  // The panel's code comes after the post; until it has faded in, its contrast is too low.
  const read = reading.getByRole("complementary", { name: "Verification" });
  await expect(read).toContainText("2 of 2");
  await expectAccessible(reading);
  await writing.goto("/techhome");
  const stats = writing.getByRole("listitem").filter({ hasText: "Likes & Comments" });
  await expect(stats).toContainText("1 like");
  await expect(stats).toContainText("22 comments");
});

test("a visitor reads the chain of decisions to its first row", async ({ page }) => {
  await page.goto("/posts/1");
  await page.getByText("Check it yourself").click();
  await page.getByRole("link", { name: "The whole ledger" }).click();
  await expect(page).toHaveTitle("Ledger · Cairn");
  await expectAccessible(page);

  const more = page.getByRole("button", { name: "Load More" });
  while (await more.isVisible()) {
    const before = await page.getByText(/^Showing/).textContent();
    await more.click();
    await expect(page.getByText(/^Showing/)).not.toHaveText(before ?? "");
  }
  await expect(page.locator(".ledger-rows h3").last()).toBeVisible();
});

test("the ledger is accessible in light and dark, and fits from 320 to 1440 px", async ({ page }) => {
  await page.goto("/ledger");
  await page.getByText("How to check it yourself").click();
  await page.locator(".ledger-rows summary").first().click();
  await expectFits(page, [320, 768, 1440]);
});
