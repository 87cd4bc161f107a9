import { messages, screens, storageKeys } from "@cairn/contract";
import type { Page } from "@playwright/test";
import { register, signIn } from "../support/site/accounts.ts";
import { expectAccessible } from "../support/site/axe.ts";
import { codesMailedTo, linkMailedTo } from "../support/site/mails.ts";
import { expect, test } from "../support/site/test.ts";

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });

/** As copied from a mail program, with surrounding text. */
async function paste(page: Page, text: string) {
  await page.getByLabel("Code").evaluate((box, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text", pasted);
    box.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

test("a forgotten password is reset with the mailed code, and the old one no longer works", async ({
  page,
  anotherBrowser,
  problems,
}) => {
  const account = await register(page.request, "User");
  const elsewhere = await (await anotherBrowser()).newPage();
  await signIn(elsewhere, account);

  await page.goto("/login");
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await expect(heading(page, "Forgot your password?")).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("Email").fill(account.email);
  await page.getByRole("button", { name: "Next" }).click();

  await expect(page).toHaveURL(screens.code);
  await page.reload();
  await expect(page.getByText(`Check ${account.email} for a code of up to 6 characters.`)).toBeVisible();
  await expectAccessible(page);
  const [code = ""] = await codesMailedTo(account.email);
  problems.expectRefusal(400, "/api/auth/verify-reset-code");
  await page.getByLabel("Code").fill(code === "AAAAAA" ? "BBBBBB" : "AAAAAA");
  await page.getByRole("button", { name: "Next" }).click();
  await expect(page.getByRole("alert")).toHaveText(messages.codeInvalid);
  await paste(page, ` ${code.toLowerCase()}\n`);
  await page.getByLabel("Code").press("Enter");

  await expect(page).toHaveURL(screens.newPassword);
  await page.goBack();
  await expect(heading(page, "We sent you a code")).toBeVisible();
  await page.goForward();
  await page.reload();
  await expect(heading(page, "Change Password")).toBeVisible();
  await page.getByLabel("New password").fill("a lighter stone");
  await page.getByLabel("Confirm password").fill("a lighter stone!");
  await page.getByRole("button", { name: "Change Password" }).click();
  await expect(page.getByText(messages.passwordsDiffer)).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("Confirm password").fill("a lighter stone");
  await page.getByRole("button", { name: "Change Password" }).click();

  await expect(page).toHaveURL(screens.login);
  await expect(page.getByRole("status").filter({ hasText: "Your password is changed." })).toBeVisible();
  const kept = await page.evaluate(
    (keys) => keys.map((key) => localStorage.getItem(key)),
    [storageKeys.resetEmail, storageKeys.resetCode],
  );
  expect(kept).toEqual([null, null]);

  problems.expectRefusal(401, "/api/auth/login");
  await page.getByLabel("Email").fill(account.email);
  await page.getByLabel("Password", { exact: true }).fill(account.password);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert")).toHaveText("The email or password is wrong.");
  await page.getByLabel("Password", { exact: true }).fill("a lighter stone");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/usersdashboard");

  problems.expectSignedOut();
  await elsewhere.goto("/profile");
  await expect(elsewhere).toHaveURL(screens.login);
  await expect(elsewhere.getByRole("alert")).toHaveText(messages.sessionExpired);
});

test("Back allows another address, and a newer code replaces the older", async ({ page, problems }) => {
  const account = await register(page.request, "User");
  await page.goto(screens.forgotPassword);
  await page.getByLabel("Email").fill("mistyped@example.com");
  await page.getByRole("button", { name: "Next" }).click();
  await expect(page).toHaveURL(screens.code);
  await page.getByRole("button", { name: "Back" }).click();
  await expect(page).toHaveURL(screens.forgotPassword);
  await page.goto(screens.code);
  await expect(page).toHaveURL(screens.forgotPassword);

  await page.getByLabel("Email").fill(account.email);
  await page.getByRole("button", { name: "Next" }).click();
  const [first = ""] = await codesMailedTo(account.email);
  await page.getByRole("button", { name: "Send a new code" }).click();
  await expect(page.getByText("A new code is on its way.")).toBeVisible();
  await expect.poll(async () => (await codesMailedTo(account.email)).length).toBe(2);
  const [, second = ""] = await codesMailedTo(account.email);
  problems.expectRefusal(400, "/api/auth/verify-reset-code");
  await page.getByLabel("Code").fill(first);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert")).toHaveText(messages.codeInvalid);
  await page.getByLabel("Code").fill(second);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(screens.newPassword);
});

test("the mailed link confirms an email by the button of its page, once", async ({ page, problems }) => {
  const account = await register(page.request, "User");
  await signIn(page, account);
  await page.goto(screens.profile);
  await expect(page.getByText("Not confirmed yet.")).toBeVisible();

  const link = await linkMailedTo(account.email, screens.confirmEmail);
  await page.goto(link);
  await expect(page.getByText(`You are signed in to the account of ${account.email}.`)).toBeVisible();
  await expect(page).toHaveURL(screens.confirmEmail);
  await expectAccessible(page);
  await page.goto(screens.profile);
  await expect(page.getByText("Not confirmed yet.")).toBeVisible();

  await page.goto(link);
  await page.getByRole("button", { name: "Confirm my email" }).click();
  await expect(page.getByRole("heading", { name: "Your email is confirmed" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("heading", { name: "Your email is confirmed" })).toBeVisible();
  await expectAccessible(page);
  problems.expectRefusal(400, "/api/auth/check-confirmation");
  await page.goto(link);
  await expect(page.getByRole("alert")).toContainText("This link is no longer valid.");
  await page.goto(screens.profile);
  await expect(page.getByText("Confirmed.", { exact: true })).toBeVisible();
});

test("a mailbox owner who did not register takes over the account by the link, and the person who did is signed out", async ({
  page,
  anotherBrowser,
  problems,
}) => {
  const account = await register(page.request, "User");
  const stranger = await (await anotherBrowser()).newPage();
  await signIn(stranger, account);

  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(await linkMailedTo(account.email, screens.confirmEmail));
  await expect(page.getByLabel("Password of this account")).toBeVisible();
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBe(0);
  await page.getByRole("button", { name: "This mailbox is mine, but I did not register" }).click();
  await expect(page.getByText(/removed the account's password, signed everyone out/)).toBeVisible();

  problems.expectSignedOut();
  await stranger.goto(screens.profile);
  await expect(stranger).toHaveURL(screens.login);

  await page.goto(await linkMailedTo(account.email, screens.newPassword));
  await page.getByLabel("New password").fill("a lighter stone");
  await page.getByLabel("Confirm password").fill("a lighter stone");
  await page.getByRole("button", { name: "Change Password" }).click();
  await expect(page).toHaveURL(screens.login);
  await page.getByLabel("Email").fill(account.email);
  await page.getByLabel("Password", { exact: true }).fill("a lighter stone");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/usersdashboard");
});
