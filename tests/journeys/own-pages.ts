import { signIn } from "../support/site/accounts.ts";
import { expectFits } from "../support/site/axe.ts";
import { expect, test } from "../support/site/own-server.ts";

test("an admin writes the imprint, and a visitor without JavaScript reads it from the footer", async ({
  page,
  browser,
  baseURL,
  ownServer,
}) => {
  await signIn(page, ownServer.admin);
  await page.goto("/admin/settings");
  await page.getByRole("link", { name: "Pages of your own, such as an imprint" }).click();
  await page.getByRole("link", { name: "New page" }).click();
  await page.getByLabel("Title").fill("Imprint");
  await page.getByLabel("Address").fill("imprint");
  await page.getByLabel("Text").fill("Run by **the school** in Nairobi.");
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(page.getByRole("region", { name: "Preview" }).locator("strong")).toHaveText("the school");
  await expectFits(page, [390, 1440]);
  await page.getByRole("button", { name: "Save the page" }).click();
  const list = page.getByRole("list", { name: "Pages", exact: true });
  await expect(list.getByRole("link", { name: "Imprint", exact: true })).toBeVisible();

  const context = await browser.newContext({ baseURL, javaScriptEnabled: false });
  const visitor = await context.newPage();
  for (const path of ["/", "/ledger", "/posts/999999"]) {
    await visitor.goto(path);
    await expect(visitor.getByRole("contentinfo").getByRole("link", { name: "Imprint" })).toBeVisible();
  }
  await visitor.goto("/posts");
  await visitor.getByRole("contentinfo").getByRole("link", { name: "Imprint" }).click();
  await expect(visitor).toHaveURL(/\/about\/imprint$/);
  await expect(visitor).toHaveTitle("Imprint · Cairn");
  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText("Imprint");
  await expect(visitor.getByRole("article")).toContainText("Run by the school in Nairobi.");
  await context.close();

  // The same for a reader with JavaScript.
  await page.goto("/about/imprint");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Imprint");
  await expectFits(page, [390, 768, 1440]);

  await page.goto("/admin/pages");
  await page.getByRole("button", { name: "Delete Imprint" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click();
  await expect(page.getByText("No pages yet.")).toBeVisible();
  const gone = await page.request.get("/about/imprint", { headers: { accept: "text/html" } });
  expect(gone.status()).toBe(404);
});
