import type { Page } from "@playwright/test";
import { bearerOf, register } from "../support/site/accounts.ts";
import { expectAccessible } from "../support/site/axe.ts";
import { expect, test } from "../support/site/own-server.ts";
import { settled } from "../support/site/worker.ts";

test.use({ serviceWorkers: "allow" });

const title = "The key under the stone";

async function logIn(page: Page, { email, password }: { email: string; password: string }) {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Log In" }).click();
}

test("a school closes its site: a visitor who was reading is led to the log-in, and a member back to the page", async ({
  page,
  context,
  request,
  ownServer,
}) => {
  // By requests of their own: a login among the page's would leave it the cookie of a member.
  const headers = await bearerOf(request, ownServer.admin);
  const byWriter = { headers: await bearerOf(request, await register(request, "TechWriter")) };
  const member = await register(request, "User");
  const data = { title, body: "Its **words**.", content_type: "Article", category: 1 };
  const { id, revision } = await (await request.post("/api/content", { ...byWriter, data })).json();
  const approved = await request.post(`/api/admin/content/${id}/approve`, {
    headers,
    data: { revision },
  });
  expect(approved.status(), await approved.text()).toBe(200);
  const setAudience = async (audience: string) => {
    const changed = await request.patch("/api/admin/settings", { headers, data: { audience } });
    expect(changed.status(), await changed.text()).toBe(200);
  };

  await page.goto("/posts");
  await settled(page);
  // The page's last call.
  const related = page.waitForResponse(`**/api/content/${id}/related`);
  await page.goto(`/posts/${id}`);
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  await related;
  await setAudience("members");
  try {
    await page.reload();
    await expect(page).toHaveURL(`/login?from=%2Fposts%2F${id}`);
    await expect(page.getByText("Cairn is for its members. Log in to go on.")).toBeVisible();
    await expectAccessible(page);

    // What the visitor's device had of the page has gone too.
    await context.setOffline(true);
    await page.goto(`/posts/${id}`);
    await expect(page).toHaveURL(/\/on-this-device/);
    await expect(page.getByText(title)).toHaveCount(0);
    await context.setOffline(false);

    await page.goto(`/posts/${id}`);
    await logIn(page, member);
    await expect(page).toHaveURL(`/posts/${id}`);
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
    // By the cookie alone: the server sends the page whole.
    const html = await (
      await context.request.get(`/posts/${id}`, { headers: { accept: "text/html" } })
    ).text();
    expect(html).toContain(title);
  } finally {
    await setAudience("everyone");
  }
});
