import { dashboardOf, type Role, roleLabel } from "@cairn/contract";
import { newAccount } from "../support/call.ts";
import { expect, test } from "../support/site/test.ts";

const greetings: Record<Role, string | RegExp> = {
  User: "Personalized Feed",
  TechWriter: /^Welcome Back, Robin/,
  Admin: "Welcome, Admin",
};

for (const role of ["User", "TechWriter", "Admin"] as const) {
  test(`a newcomer registers as ${roleLabel[role]}, reads an item, logs out and logs in again`, async ({
    page,
  }) => {
    const account = newAccount(role);
    await page.goto("/");
    await page.getByRole("link", { name: "Join Now" }).first().click();
    await page.getByLabel("Full Name").fill(account.name);
    await page.getByLabel("Email").fill(account.email);
    await page.getByRole("radio", { name: roleLabel[role], exact: true }).check();
    await page.getByLabel("Password", { exact: true }).fill(account.password);
    await page.getByLabel("Confirm Password").fill(account.password);
    await page.getByRole("button", { name: "Register" }).click();

    await expect(page).toHaveURL(dashboardOf[role]);
    await expect(page.getByRole("heading", { name: greetings[role] })).toBeVisible();

    if (role === "User") {
      await page
        .getByRole("link", { name: /Read Article|Watch Now|Listen Now/ })
        .first()
        .click();
    } else {
      await page.goto("/posts/1");
    }
    await expect(page).toHaveURL(/\/posts\/\d+$/);
    await expect(page.getByText("This is the revision you are reading.")).toBeVisible();

    await page.goto(dashboardOf[role]);
    await page
      .getByRole("button", { name: "Logout" })
      .or(page.getByRole("link", { name: "Logout" }))
      .first()
      .click();
    await expect(page).toHaveURL(role === "User" ? "/login" : "/");
    expect(await page.evaluate(() => Object.keys(localStorage))).not.toContain("access_token");

    await page.goto("/login");
    await page.getByLabel("Email").fill(account.email);
    await page.getByLabel("Password", { exact: true }).fill(account.password);
    await page.getByRole("button", { name: "Log In" }).click();
    await expect(page).toHaveURL(dashboardOf[role]);
  });
}

test("Back after logging out shows no signed-in screen", async ({ page }) => {
  const account = newAccount();
  await page.request.post("/api/auth/register", { data: account });
  await page.goto("/login");
  await page.getByLabel("Email").fill(account.email);
  await page.getByLabel("Password", { exact: true }).fill(account.password);
  await page.getByRole("button", { name: "Log In" }).click();
  await expect(page.getByRole("heading", { name: "Personalized Feed" })).toBeVisible();
  await page.getByRole("button", { name: "Logout" }).first().click();
  await expect(page).toHaveURL("/login");
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Personalized Feed" })).toHaveCount(0);
});
