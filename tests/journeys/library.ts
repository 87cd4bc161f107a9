import type { Locator } from "@playwright/test";
import { demo, register, signIn } from "../support/site/accounts.ts";
import { expectAccessible } from "../support/site/axe.ts";
import { expect, test } from "../support/site/test.ts";

const numberIn = async (place: Locator) => Number(/\d+/.exec(await place.innerText())?.[0]);

test("a member finds a post despite a typo, likes it and comments; a visitor sees the like", async ({
  page,
  anotherBrowser,
}) => {
  const account = await register(page.request, "User");
  await signIn(page, account);
  await page.goto("/usersdashboard");
  await page.getByRole("link", { name: "Search the library" }).first().click();
  const search = page.getByRole("searchbox", { name: "Search the library" });
  await expect(search).toBeFocused();
  await page.keyboard.type("headres");
  await expect(page.getByText("Showing results for headers.")).toBeVisible();
  await expect(page).toHaveURL("/posts?q=headres");
  await expectAccessible(page);

  await page.getByRole("link", { name: "Caching headers without the folklore", exact: true }).click();
  await expect(page).toHaveURL(/\/posts\/\d+$/);
  const post = page.url();
  const like = page.getByRole("button", { name: /^Like: \d+$/ });
  const before = await numberIn(like);
  await like.click();
  await expect(like).toHaveAttribute("aria-pressed", "true");
  expect(await numberIn(like)).toBeGreaterThan(before);

  const box = page.getByRole("textbox", { name: "Add a comment" });
  await box.fill(`The \`vary\` line saved ${account.name} a night.`);
  await page.reload();
  await expect(box).toHaveValue(/a night/);
  await box.press("Control+Enter");
  const comment = page.getByRole("article").filter({ hasText: `saved ${account.name}` });
  await expect(comment).toBeFocused();
  await expect(comment.locator("code")).toHaveText("vary");
  await expect(box).toHaveValue("");

  await page.getByRole("button", { name: "Edit your comment" }).click();
  const words = page.getByRole("textbox", { name: "Edit your comment" });
  await expect(words).toBeVisible();
  await expectAccessible(page);
  await words.fill(`It saved ${account.name} two nights.`);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(comment.getByText("two nights.")).toBeVisible();
  await expect(comment.getByText("· edited just now")).toBeVisible();
  await expect(page.getByRole("button", { name: "Edit your comment" })).toBeFocused();

  const visitor = await (await anotherBrowser()).newPage();
  await visitor.goto(post);
  expect(await numberIn(visitor.getByRole("link", { name: /^Log in to like/ }))).toBeGreaterThan(before);
  const read = visitor.getByRole("article").filter({ hasText: `saved ${account.name} two nights.` });
  await expect(read).toBeVisible();
  await expect(visitor.getByRole("button", { name: /comment/ })).toHaveCount(0);

  await page.getByRole("button", { name: "Delete your comment" }).click();
  const question = page.getByRole("dialog", { name: "Delete this comment?" });
  await expect(question).toBeVisible();
  await expectAccessible(page);
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(comment).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 2, name: /^Comments/ })).toBeFocused();

  await visitor.reload();
  await visitor.waitForLoadState("networkidle");
  await expect(read).toHaveCount(0);

  // Read to its end, on the way to the comments, it stays so for who scrolls back.
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.goto("/history");
  await expect(page.getByRole("listitem").filter({ hasText: "Caching headers" })).toContainText("finished");
  await visitor.getByRole("link", { name: "Log in to comment" }).click();
  await expect(visitor.getByText("Log in to comment.")).toBeVisible();
});

test("the library is restored as it was left: filters, length and scroll position", async ({ page }) => {
  await page.goto("/posts");
  const cards = page.getByRole("main").getByRole("article");
  await expect(cards).toHaveCount(12);
  await page.getByRole("button", { name: "Load More" }).click();
  await expect(cards).toHaveCount(24);
  await expect(cards.nth(12).getByRole("link").first()).toBeFocused();

  await cards.nth(20).scrollIntoViewIfNeeded();
  const offset = await page.evaluate(() => window.scrollY);
  expect(offset).toBeGreaterThan(0);
  await cards.nth(20).getByRole("link").first().click();
  await expect(page).toHaveURL(/\/posts\/\d+$/);
  await expect(page.getByRole("heading", { level: 2, name: /^Comments/ })).toBeAttached();
  await page.goBack();
  await expect(cards).toHaveCount(24);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(offset);

  await page.getByRole("combobox", { name: "Category" }).selectOption("Cyber Security");
  await page.getByRole("button", { name: "Article", exact: true }).click();
  await expect(page).toHaveURL("/posts?type=Article&category=Cyber+Security");
  await page.reload();
  await expect(page.getByRole("button", { name: "Article", exact: true })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await expect(page.getByRole("combobox", { name: "Category" })).toHaveValue("Cyber Security");
  await expect(cards.first()).toContainText("Cyber Security");
  await page.goBack();
  await expect(page.getByRole("button", { name: "All", exact: true })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await expect(page.getByRole("combobox", { name: "Category" })).toHaveValue("Cyber Security");
});

test("a verified admin deletes another member's comment", async ({ page, anotherBrowser }) => {
  const { name, email, password } = await register(page.request, "User");
  const login = await page.request.post("/api/auth/login", { data: { email, password } });
  const { access_token } = await login.json();
  const body = `Buy my course, says ${name}`;
  const sent = await page.request.post("/api/content/9/comments", {
    headers: { authorization: `Bearer ${access_token}` },
    data: { body },
  });
  expect(sent.status()).toBe(201);

  const admin = await (await anotherBrowser()).newPage();
  await signIn(admin, demo.admin);
  await admin.goto("/posts/9");
  await expect(admin.getByText(body)).toBeVisible();
  await admin.getByRole("button", { name: `Delete ${name}'s comment` }).click();
  await admin.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(admin.getByText(body)).toHaveCount(0);
});

test("a member mentions others while the server is slow to answer about names", async ({ page }) => {
  await signIn(page, await register(page.request, "User"));
  const held: (() => void)[] = [];
  let holds = false;
  await page.route("**/api/members?*", async (route) => {
    if (holds) await new Promise<void>((resolve) => held.push(resolve));
    await route.continue();
  });
  const letAnswer = () => {
    holds = false;
    for (const go of held.splice(0)) go();
  };
  await page.goto("/posts/2");
  const box = page.getByRole("textbox", { name: "Add a comment" });
  const options = page.getByRole("option");
  // The box is a member's.
  await expect(page.getByRole("button", { name: "Post", exact: true })).toBeVisible();
  await box.pressSequentially("Ask @G");
  await expect(options.filter({ hasText: "Grace Wanjiku" })).toBeVisible();
  await expectAccessible(page);

  holds = true;
  await box.pressSequentially("race w");
  await expect.poll(() => held.length).toBeGreaterThan(0);
  await expect(options).toHaveText(["Grace Wanjiku"]);
  await box.press("Tab");
  await expect(box).toHaveValue("Ask @Grace Wanjiku ");
  await expect(box).toBeFocused();

  await box.pressSequentially("or @G");
  await expect(options.first()).toBeVisible();
  await page.getByRole("heading", { level: 1 }).click();
  await expect(options).toHaveCount(0);
  letAnswer();
  await page.waitForLoadState("networkidle");
  await expect(options).toHaveCount(0);

  await box.pressSequentially("r");
  await options.filter({ hasText: "Grace Wanjiku" }).click();
  await expect(box).toHaveValue("Ask @Grace Wanjiku or @Grace Wanjiku ");
  await expect(box).toBeFocused();
});
