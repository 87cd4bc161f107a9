import type { Page } from "@playwright/test";
import { demo, signIn } from "../support/site/accounts.ts";
import { expectAccessible, expectFits } from "../support/site/axe.ts";
import { expect, test } from "../support/site/test.ts";

/** Records every later call to the server. */
function recordCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/api/")) calls.push(`${request.method()} ${pathname}`);
  });
  page.on("websocket", (socket) => calls.push(`WebSocket ${new URL(socket.url()).pathname}`));
  return calls;
}

const goTo = (page: Page, place: string) =>
  page.getByRole("complementary").getByRole("link", { name: place, exact: true }).click();
const row = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });

test("an unverified admin works on the sample: users, content, categories, and all of it in the activity", async ({
  page,
}) => {
  await signIn(page, demo.newAdmin);
  const calls = recordCalls(page);
  await page.goto("/adminsdashboard");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Welcome, Admin");
  await expect(page.getByText("Sample data.")).toBeVisible();

  await goTo(page, "Users");
  await expect(page.getByRole("heading", { level: 1, name: "Users" })).toBeFocused();
  await page.getByLabel("Name", { exact: true }).fill("Wanja Kamau");
  await page.getByLabel("Email", { exact: true }).fill("wanja@example.com");
  await page.getByLabel("Role").selectOption("Tech Writer");
  await page.getByRole("button", { name: "Add User" }).click();
  await expect(row(page, "wanja@example.com")).toContainText("Tech Writer");
  await page.getByRole("button", { name: "Deactivate Priya Raman" }).click();
  await expect(row(page, "Priya Raman")).toContainText("Inactive");
  await expect(page.getByRole("button", { name: "Edit Priya Raman" })).toBeDisabled();

  await page.getByRole("button", { name: "Edit Wanja Kamau" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").getByLabel("Role").selectOption("Admin");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(row(page, "wanja@example.com").getByText("Admin")).toBeVisible();
  await expect(page.getByRole("button", { name: "Edit Wanja Kamau" })).toBeFocused();

  await goTo(page, "Content");
  await page.getByRole("button", { name: "App: approve Spot the phish: five real emails" }).click();
  await expect(row(page, "Spot the phish")).toContainText("Approved");
  await expect(row(page, "Spot the phish").getByRole("button").first()).toBeFocused();
  await page.getByRole("button", { name: "Flag: flag OWASP Top 10 for juniors" }).click();
  await expect(row(page, "OWASP Top 10")).toContainText("Flagged");

  await goTo(page, "Categories");
  const alerts: string[] = [];
  page.on("dialog", (dialog) => {
    alerts.push(`${dialog.type()}: ${dialog.message()}`);
    void dialog.accept();
  });
  await page.getByLabel("Name", { exact: true }).fill("Robotics");
  await page.getByLabel("Description", { exact: true }).fill("Machines that move.");
  const file = page.getByLabel("File (optional)");
  await file.setInputFiles({ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("x") });
  await expect.poll(() => alerts).toEqual(["alert: Only JPEG, PNG, PDF, and MP4 files are allowed."]);
  await file.setInputFiles({ name: "arm.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.4") });
  await expect(page.getByText("arm.pdf")).toBeVisible();
  await page.getByRole("button", { name: "Add Category" }).click();
  await expect(row(page, "Robotics")).toContainText("Machines that move.");

  await goTo(page, "Content");
  await expect(row(page, "arm.pdf")).toContainText("Waiting");
  await expect(row(page, "arm.pdf")).toContainText("PDF");

  await goTo(page, "Home");
  const activity = page.getByRole("region", { name: "Recent Activity" }).getByRole("listitem");
  await expect(activity.nth(0)).toHaveText(/^Category created: Robotics\d\d:\d\d$/);
  await expect(activity.nth(1)).toContainText("Content flagged: “OWASP Top 10 for juniors”");
  await expect(activity.nth(2)).toContainText("Content approved: “Spot the phish: five real emails”");
  await expect(activity.nth(3)).toContainText("User updated: Wanja Kamau");
  await expect(activity.nth(4)).toContainText("User deactivated: Priya Raman");
  await expect(activity.nth(5)).toContainText("User created: Wanja Kamau");

  await goTo(page, "Profile");
  await page.getByRole("button", { name: "Save" }).click();
  await expect.poll(() => alerts.at(-1)).toBe("alert: Profile updated successfully!");

  await page.reload();
  await goTo(page, "Users");
  await expect(row(page, "Wanja Kamau")).toHaveCount(0);

  expect([...new Set(calls)]).toEqual(["GET /api/auth/me"]);
  await page.getByRole("complementary").getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL("/");
  // The screen is left at once, without waiting for the server.
  await expect.poll(() => [...new Set(calls)]).toEqual(["GET /api/auth/me", "DELETE /api/auth/logout"]);
});

test("four skeleton rows show while the code of a table loads, for a visitor too, without any call", async ({
  page,
}) => {
  const calls = recordCalls(page);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/UserManagementPage*.js", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/user-management");
  const table = page.getByRole("table", { name: "Users" });
  await expect(table).toHaveAttribute("aria-busy", "true");
  await expect(table.locator("tbody tr")).toHaveCount(4);

  release();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Users");
  await expect(table).not.toHaveAttribute("aria-busy");
  await expect(page.getByRole("main").getByRole("link", { name: "Log In" })).toHaveAttribute(
    "href",
    "/login",
  );
  expect(calls).toEqual([]);
});

const screens = [
  { path: "/adminsdashboard", heading: "Welcome, Admin" },
  { path: "/user-management", heading: "Users" },
  { path: "/content-management", heading: "Content" },
  { path: "/categories-management", heading: "Categories" },
  { path: "/admin-profile", heading: "Profile" },
];

test("the admin screens are accessible in light and dark, and fit at 320, 390, 768 and 1440 px", async ({
  page,
}) => {
  await signIn(page, demo.newAdmin);
  for (const { path, heading } of screens) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading);
    await expectFits(page, [320, 390, 768, 1440]);
  }
});
