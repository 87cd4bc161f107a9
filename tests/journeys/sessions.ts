import { messages } from "@cairn/contract";
import type { Page, Route } from "@playwright/test";
import { demo, register, signIn } from "../support/site/accounts.ts";
import { expect, test } from "../support/site/test.ts";

const feed = { name: "Personalized Feed" };

test("an expired access token causes one refresh for many calls", async ({ page, problems }) => {
  await signIn(page, await register(page.request, "User"));
  await page.evaluate(() => localStorage.setItem("access_token", "expired"));
  problems.expectRefusal(401, "/api/auth/me");
  problems.expectRefusal(401, "/api/notifications/unread-count");
  problems.expectRefusal(401, "/api/content");
  problems.expectRefusal(401, "/api/content/discussed");
  problems.expectRefusal(401, "/api/continue");
  let refreshes = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/auth/refresh")) refreshes += 1;
  });
  await page.goto("/usersdashboard");
  await expect(page.getByRole("heading", feed)).toBeVisible();
  await expect(page.getByRole("link", { name: /Read Article|Watch Now|Listen Now/ }).first()).toBeVisible();
  expect(refreshes).toBe(1);
});

test("a session that cannot be refreshed ends at the login screen, which says so", async ({
  page,
  problems,
}) => {
  await signIn(page, await register(page.request, "User"));
  await page.evaluate(() => {
    localStorage.setItem("access_token", "expired");
    localStorage.setItem("refresh_token", "gone");
  });
  problems.expectRefusal(401, "/api/auth/me");
  problems.expectRefusal(401, "/api/notifications/unread-count");
  problems.expectRefusal(401, "/api/content");
  problems.expectRefusal(401, "/api/content/discussed");
  problems.expectRefusal(401, "/api/continue");
  problems.expectRefusal(401, "/api/auth/refresh");
  await page.goto("/usersdashboard");
  await expect(page).toHaveURL("/login");
  await expect(page.getByRole("alert")).toHaveText(messages.sessionExpired);
  expect(await page.evaluate(() => localStorage.getItem("user_role"))).toBeNull();
});

test("logging out in one tab ends the other", async ({ page, context }) => {
  await signIn(page, await register(page.request, "User"));
  await page.goto("/usersdashboard");
  await expect(page.getByRole("heading", feed)).toBeVisible();
  const other = await context.newPage();
  await other.goto("/usersdashboard");
  await expect(other.getByRole("heading", feed)).toBeVisible();
  await page.getByRole("button", { name: "Logout" }).first().click();
  await expect(page).toHaveURL("/login");
  await expect(other).toHaveURL("/login");
});

test("each dashboard opens for its own role and sends others to theirs", async ({ page }) => {
  await page.goto("/adminsdashboard");
  await expect(page).toHaveURL("/login");
  await expect(page.getByRole("alert")).toHaveText(messages.loginRequired);

  await signIn(page, demo.writer);
  await page.goto("/usersdashboard");
  await expect(page).toHaveURL("/techwriterdashboard");
  await page.goto("/adminsdashboard");
  await expect(page).toHaveURL("/techwriterdashboard");

  await page.evaluate(() => localStorage.setItem("user_role", "Owner"));
  await page.goto("/techwriterdashboard");
  await expect(page).toHaveURL("/login");
});

test("the login form can be used by keyboard alone and keeps what was typed when it is wrong", async ({
  page,
  problems,
}) => {
  const account = await register(page.request, "User");
  problems.expectRefusal(401, "/api/auth/login");
  await page.goto("/login");
  await page.getByLabel("Email").focus();
  await page.keyboard.type(account.email);
  await page.getByLabel("Password", { exact: true }).focus();
  await page.keyboard.type("not the password");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert")).toHaveText("The email or password is wrong.");
  await expect(page.getByLabel("Email")).toHaveValue(account.email);
  await page.getByRole("button", { name: "Show password" }).press("Enter");
  await expect(page.getByLabel("Password", { exact: true })).toHaveAttribute("type", "text");
  await page.getByLabel("Password", { exact: true }).fill(account.password);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/usersdashboard");
});

for (const [way, press] of [
  ["Enter", (page: Page) => page.keyboard.press("Enter")],
  ["a press of Log In", (page: Page) => page.getByRole("button", { name: "Log In" }).click()],
] as const) {
  test(`${way} logs in though it comes before the application`, async ({ page }) => {
    const account = await register(page.request, "User");
    let hold = (_: Route) => {};
    const application = new Promise<Route>((resolve) => {
      hold = resolve;
    });
    await page.route("**/assets/index-*.js", (route) => hold(route));
    await page.goto("/login", { waitUntil: "commit" });
    await page.getByLabel("Email").fill(account.email);
    await page.getByLabel("Password", { exact: true }).fill(account.password);
    await press(page);
    await expect(page).toHaveURL("/login");
    await (await application).continue();
    await expect(page).toHaveURL("/usersdashboard");
  });
}

for (const path of ["/login", "/register"]) {
  test(`without scripts Enter in ${path} sends the password nowhere`, async ({ browser, baseURL }) => {
    const context = await browser.newContext({ baseURL, javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(path);
    const sent: string[] = [];
    page.on("request", (request) => {
      if (request.isNavigationRequest()) sent.push(`${request.method()} ${request.url()}`);
    });
    await page.getByLabel("Password", { exact: true }).fill("a secret of mine");
    await page.keyboard.press("Enter");
    // The browser answers once it has done what the key asks for.
    expect(await page.title()).toMatch(/^(Log In|Register) · Cairn$/);
    expect(sent).toEqual([]);
    await page.getByRole("button", { name: /^(Log In|Register)$/ }).click();
    expect(await page.title()).toMatch(/^(Log In|Register) · Cairn$/);
    expect(sent).toEqual([]);
    await expect(page).toHaveURL(path);
    await context.close();
  });
}

test("registering a known email says so and then leads to the login screen", async ({ page, problems }) => {
  const account = await register(page.request, "User");
  problems.expectRefusal(409, "/api/auth/register");
  await page.goto("/register");
  await page.getByLabel("Full Name").fill("Somebody Else");
  await page.getByLabel("Email").fill(account.email);
  await page.getByRole("radio", { name: "User" }).check();
  await page.getByLabel("Password", { exact: true }).fill(account.password);
  await page.getByLabel("Confirm Password").fill(account.password);
  await page.getByRole("button", { name: "Register" }).click();
  await expect(page.getByRole("alert")).toHaveText(messages.emailTaken);
  await expect(page).toHaveURL("/login");
});

for (const provider of ["Google", "GitHub"]) {
  test(`${provider}, when not configured, leads back to the login screen, which says so`, async ({
    page,
  }) => {
    await page.goto("/login");
    await page
      .getByRole("link", { name: provider })
      .or(page.getByRole("button", { name: provider }))
      .click();
    await expect(page).toHaveURL("/login");
    await expect(page.getByRole("alert")).toHaveText("OAuth login failed");
  });
}
