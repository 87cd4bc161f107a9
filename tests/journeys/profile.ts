import { messages, screens } from "@cairn/contract";
import { register, signIn } from "../support/site/accounts.ts";
import { expectAccessible } from "../support/site/axe.ts";
import { expect, test } from "../support/site/test.ts";

/** Two pixels by two. */
const picture = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEUlEQVQImWPoSHPpSHNhgFAAIpYEyd54d/0AAAAASUVORK5CYII=",
  "base64",
);

test("a member adds a photo and interests, which show after a reload and on the home page", async ({
  page,
}) => {
  await signIn(page, await register(page.request, "User"));
  await page.goto(screens.profile);
  await page.getByLabel("Full Name").fill("Zola Brandt");
  await page.getByLabel("Bio").fill("I stack stones.");
  await page.getByLabel("Social links").fill("github.com/zola");
  await page.getByLabel("Interests").fill("Rust");
  await page.keyboard.press("Enter");
  await page.keyboard.type("Data Science");
  await page.keyboard.press("Enter");
  await page
    .getByLabel("Photo file")
    .setInputFiles({ name: "me.png", mimeType: "image/png", buffer: picture });
  const photo = page.getByRole("region", { name: "Photo" }).locator("img");
  await expect(photo).toHaveAttribute("src", /^blob:/);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText(messages.profileUpdated)).toBeVisible();
  await expect(photo).toHaveAttribute("src", /\/media\//);

  await page.reload();
  await expect(page.getByLabel("Full Name")).toHaveValue("Zola Brandt");
  await expect(page.getByLabel("Bio")).toHaveValue("I stack stones.");
  await expect(page.getByLabel("Social links")).toHaveValue("https://github.com/zola");
  await expect(page.getByRole("list", { name: "Your interests" }).getByRole("listitem")).toHaveText([
    "Rust",
    "Data Science",
  ]);
  expect(
    await photo.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
  ).toBe(256);
  // What comes last, below the profile: it fades in.
  await expect(page.getByRole("heading", { name: "What you read" })).toBeVisible();
  await expectAccessible(page);
  await page.goto(screens.home);
  await expect(page.getByRole("heading", { name: "Hello, Zola Brandt" })).toBeVisible();
  await expect(page.getByText("Data Science", { exact: true }).first()).toBeVisible();
});

test("what was typed and chosen in a profile survives a reload", async ({ page }) => {
  await signIn(page, await register(page.request, "User"));
  await page.goto(screens.profile);
  await page.getByLabel("Bio").fill("Half a sentence");
  await page.getByLabel("Password", { exact: true }).fill("not to be kept");
  await page
    .getByLabel("Photo file")
    .setInputFiles({ name: "me.png", mimeType: "image/png", buffer: picture });
  await expect(page.getByText("A preview. Save to keep it.")).toBeVisible();
  await page.reload();
  await expect(page.getByText("Your unsent work is back")).toBeVisible();
  await expect(page.getByLabel("Bio")).toHaveValue("Half a sentence");
  await expect(page.getByLabel("Password", { exact: true })).toHaveValue("");
  await expect(page.getByText("A preview. Save to keep it.")).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByLabel("Bio")).toHaveValue("");
});

test("ending another session signs that browser out and leaves this one alone", async ({
  page,
  anotherBrowser,
  problems,
}) => {
  const account = await register(page.request, "User");
  const other = await (await anotherBrowser()).newPage();
  await signIn(other, account);
  await other.goto(screens.profile);
  await expect(other.getByLabel("Full Name")).toHaveValue(account.name);

  await signIn(page, account);
  await page.goto(screens.profile);
  const sessions = page.getByRole("region", { name: "Where you are signed in" });
  // Opening the account signed in as well.
  await expect(sessions.getByRole("listitem")).toHaveCount(3);
  await expect(sessions.getByText("This browser")).toHaveCount(1);
  problems.expectSignedOut();
  for (const left of [2, 1]) {
    await sessions
      .getByRole("button", { name: /^End this session/ })
      .first()
      .click();
    await expect(sessions.getByRole("listitem")).toHaveCount(left);
  }

  // Its live line says so at once.
  await expect(other).toHaveURL(screens.login);
  await expect(other.getByRole("alert")).toHaveText(messages.sessionExpired);
  await page.reload();
  await expect(page.getByLabel("Full Name")).toHaveValue(account.name);
});

test("a request to delete the account reaches the admins, and can be taken back", async ({ page }) => {
  await signIn(page, await register(page.request, "User"));
  await page.goto(screens.profile);
  await page.getByRole("button", { name: "Request deletion" }).click();
  const dialog = page.getByRole("dialog", { name: "Request deletion?" });
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("radio", { name: "Remove them" }).check();
  await dialog.getByLabel("Reason").fill("I am leaving the school.");
  await dialog.getByRole("button", { name: "Request deletion" }).click();
  await expect(page.getByText("Your request has reached our admins.")).toBeVisible();
  await page.reload();
  await expect(page.getByText("Your request has reached our admins.")).toBeVisible();
  await page.getByRole("button", { name: "Take the request back" }).click();
  await expect(page.getByRole("button", { name: "Request deletion" })).toBeVisible();
});
