import { demo, register, signIn } from "../support/site/accounts.ts";
import { expect, test } from "../support/site/test.ts";

/** A phone and a desktop: each way is as short on both. */
const widths = [390, 1440];

for (const width of widths) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 900 } });

    test("a visitor reaches a verified item's panel from the landing page in two clicks", async ({
      page,
    }) => {
      await page.goto("/");
      await page.getByRole("link", { name: "Browse the library" }).click();
      await page.getByRole("article").first().getByRole("link").first().click();
      await expect(page.getByRole("complementary", { name: "Verification" })).toContainText("Revision");

      await page.goto("/");
      const newest = page.getByRole("list", { name: "Newest verified posts" });
      await newest.getByRole("link").first().click();
      await expect(page.getByText("This is the revision you are reading.")).toBeVisible();
    });

    test("a login asked for at the comment box of a shared item returns there, text and all", async ({
      page,
    }) => {
      const { email, password } = await register(page.request, "User");
      const text = `Typed before the login at ${width} px`;
      await page.goto("/posts/2");
      await page.getByRole("textbox", { name: "Add a comment" }).fill(text);
      await page.getByRole("link", { name: "Log in to comment" }).click();
      await page.getByLabel("Email").fill(email);
      await page.getByLabel("Password", { exact: true }).fill(password);
      await page.getByRole("button", { name: "Log In" }).click();

      await expect(page).toHaveURL("/posts/2#comment");
      const box = page.getByRole("textbox", { name: "Add a comment" });
      await expect(box).toBeFocused();
      await expect(box).toBeInViewport();
      await expect(box).toHaveValue(text);
      await page.getByRole("button", { name: "Post", exact: true }).click();
      await expect(page.getByRole("article").filter({ hasText: text })).toBeVisible();
    });

    test("a member's login leads to a personal row, and the logo back to it from anywhere", async ({
      page,
    }) => {
      await page.goto("/login");
      await page.getByLabel("Email").fill(demo.member.email);
      await page.getByLabel("Password", { exact: true }).fill(demo.member.password);
      await page.getByRole("button", { name: "Log In" }).click();
      const row = page.getByRole("heading", { level: 2, name: "Personalized Feed" });
      await expect(row).toBeVisible();
      for (const place of ["/posts/1", "/category", "/create-post", "/ledger"]) {
        await page.goto(place);
        // The page is a visitor's until it has read who is signed in, and so is its logo.
        await expect(page.getByRole("button", { name: "Account menu" })).toBeVisible();
        await page.getByRole("link", { name: "Cairn, home" }).click();
        await expect(row, `back from ${place}`).toBeVisible();
      }
    });

    test("a writer edits an own item, and an admin decides about any, in one click from the item", async ({
      page,
      anotherBrowser,
    }) => {
      await signIn(page, demo.writer);
      const id = await page.evaluate(() => localStorage.getItem("user_id"));
      const [own] = await (await page.request.get(`/api/content?user_id=${id}`)).json();
      await page.goto(`/posts/${own.id}`);
      await page.getByRole("link", { name: `Edit ${own.title}` }).click();
      await expect(page.getByRole("heading", { level: 1, name: "Edit Post" })).toBeVisible();
      await expect(page.getByLabel("Title")).toHaveValue(own.title);

      const desk = await (await anotherBrowser()).newPage();
      await desk.setViewportSize({ width, height: 900 });
      await signIn(desk, demo.admin);
      await desk.goto(`/posts/${own.id}`);
      await desk.getByRole("link", { name: `Review ${own.title}` }).click();
      const dialog = desk.getByRole("dialog", { name: own.title });
      await expect(dialog.getByRole("button", { name: `Flag: flag ${own.title}` })).toBeVisible();
      await dialog.getByRole("button", { name: "Close" }).click();
      await expect(desk).toHaveURL("/content-management");
    });
  });
}
