import { demo, signIn } from "../support/site/accounts.ts";
import { expectAccessible, expectFits, sidewaysScroll } from "../support/site/axe.ts";
import { movePointer } from "../support/site/pointer.ts";
import { expect, test } from "../support/site/test.ts";

const screens = [
  { path: "/", who: null, heading: "Explore verified tech wisdom from the community" },
  { path: "/login", who: null, heading: "Log In" },
  { path: "/register", who: null, heading: "Register" },
  { path: "/forgot-password", who: null, heading: "Forgot your password?" },
  { path: "/home", who: demo.member, heading: "Hello, Amina Yusuf" },
  { path: "/feedpage", who: demo.member, heading: "Feed" },
  { path: "/posts", who: null, heading: "Library" },
  { path: "/category", who: demo.member, heading: "Categories" },
  { path: "/notifications", who: demo.member, heading: "Notifications" },
  { path: "/create-post", who: demo.member, heading: "Create Post" },
  { path: "/usersdashboard", who: demo.member, heading: "Fresh stones on your trail" },
  { path: "/profile", who: demo.member, heading: "Profile" },
  { path: "/techwriterdashboard", who: demo.writer, heading: /^Welcome Back, Daniel/ },
  { path: "/my-posts", who: demo.writer, heading: "Create New Content" },
  { path: "/content", who: demo.writer, heading: "My Content" },
  { path: "/tech-writer-flagged", who: demo.writer, heading: "Notifications" },
  { path: "/tech-writer-profile", who: demo.writer, heading: "My Profile" },
  { path: "/adminsdashboard", who: demo.newAdmin, heading: "Welcome, Admin" },
  { path: "/admin/webhooks", who: demo.admin, heading: "Webhooks" },
  { path: "/admin/settings", who: demo.admin, heading: "Site settings" },
  { path: "/admin/invitations", who: demo.admin, heading: "Invitations" },
  { path: "/admin/settings?view=status", who: demo.admin, heading: "Site settings" },
  { path: "/admin/pages", who: demo.admin, heading: "Pages" },
  { path: "/admin/pages?edit=", who: demo.admin, heading: "Pages" },
  { path: "/waiting", who: null, heading: "Your account is waiting" },
  { path: "/posts/1", who: null, heading: /Zero-downtime deploys/ },
];
const widths = [390, 768, 1440];

const wideCodeWithoutFocus = () =>
  [...document.querySelectorAll("pre")].filter(
    ({ scrollWidth, clientWidth, tabIndex }) => scrollWidth > clientWidth && tabIndex < 0,
  ).length;

for (const { path, who, heading } of screens) {
  test(`${path} is accessible in light and dark, and fits at ${widths.join(", ")} px`, async ({ page }) => {
    if (who) await signIn(page, who);
    await page.setViewportSize({ width: 390, height: 900 });
    await page.emulateMedia({ colorScheme: "light" });
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
    await expect(page).toHaveTitle(/^.+ · Cairn$/);
    await page.waitForLoadState("networkidle");
    // A visitor's page runs the application when the reader moves; only then can wide code be scrolled by keys.
    await movePointer(page);
    await expect.poll(() => page.evaluate(wideCodeWithoutFocus)).toBe(0);
    await expectFits(page, widths);
  });
}

test("nothing scrolls sideways at 320 px", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await signIn(page, demo.member);
  for (const path of ["/", "/login", "/register", "/usersdashboard", "/category", "/posts/1"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    expect(await page.evaluate(sidewaysScroll), path).toBeLessThanOrEqual(0);
  }
});

test("the first screens are readable without any script and without any call", async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ baseURL, javaScriptEnabled: false });
  const page = await context.newPage();
  const calls: string[] = [];
  page.on("request", (request) => {
    if (new URL(request.url()).pathname.startsWith("/api/")) calls.push(request.url());
  });
  await page.goto("/");
  await expect(page.getByRole("link", { name: "Join Now" }).first()).toBeVisible();
  await page.goto("/login");
  await expect(page.getByLabel("Email")).toBeVisible();
  await page.goto("/register");
  await expect(page.getByLabel("Full Name")).toBeVisible();
  expect(calls).toEqual([]);
  await context.close();
});

test("an unknown address shows its own page with status 404", async ({ page, problems }) => {
  problems.expectRefusal(404, "/no/such/place");
  const answer = await page.goto("/no/such/place");
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Page not found");
  await expectAccessible(page);
});
