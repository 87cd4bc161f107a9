import type { Page } from "@playwright/test";
import { newAccount } from "../support/call.ts";
import { expectAccessible } from "../support/site/axe.ts";
import { openGitHub, openGoogle, type Peer } from "../support/site/providers.ts";
import { type RunningServer, startServer } from "../support/site/server.ts";
import { expect, test } from "../support/site/test.ts";

const atGoogle = { id: 1, name: "Amina Otieno", email: "amina@example.com" };
const atGitHub = { id: 2, name: "Juma Kariuki", email: "juma@example.com" };

let server: RunningServer;
let peers: Peer[];
test.beforeAll(async () => {
  const google = await openGoogle(atGoogle);
  const gitHub = await openGitHub(atGitHub);
  peers = [google, gitHub];
  server = await startServer({ settings: { ...google.settings, ...gitHub.settings } });
  google.knowClient(server.url);
});
test.afterAll(async () => {
  await server.stop();
  await Promise.all(peers.map((peer) => peer.close()));
});

/** From the button to home and two steps back: no address with a token may appear. */
async function signInAndLookBack(
  page: Page,
  { button, yes, name }: Record<"button" | "yes" | "name", string>,
) {
  await page.goto(`${server.url}/login`);
  await page.getByRole("button", { name: button }).click();
  await page.getByRole("link", { name: yes }).click();

  await expect(page).toHaveURL(`${server.url}/home`);
  await expect(page.getByText(`Hello, ${name}`)).toBeVisible();
  const stored = await page.evaluate(() => ({ ...localStorage }));
  expect(stored).toMatchObject({ user_role: "User", user_id: expect.stringMatching(/^\d+$/) });
  expect(stored.access_token).toBeTruthy();
  expect(server.output()).not.toContain(stored.refresh_token);

  const seen: string[] = [];
  page.on("framenavigated", (frame) => seen.push(frame.url()));
  await page.goBack();
  expect(page.url()).not.toContain(server.url);
  await page.goBack();
  await expect(page).toHaveURL(`${server.url}/login`);
  expect(seen.filter((address) => address.includes("token"))).toEqual([]);
}

test("a visitor signs in by Google, is at home, and Back leads to no address with tokens; the logout is one there too", async ({
  page,
}) => {
  const { name } = atGoogle;
  await signInAndLookBack(page, { button: "Google", yes: `Continue as ${name}`, name });

  await page.goto(`${server.url}/home`);
  await page.getByRole("button", { name: "Logout" }).first().click();
  await page.getByRole("button", { name: /sign me out/i }).click();
  await expect(page).toHaveURL(`${server.url}/login`);
});

test("a visitor signs in by GitHub, is at home, and Back leads to no address with tokens", async ({
  page,
}) => {
  await signInAndLookBack(page, { button: "GitHub", yes: "Authorize Cairn", name: atGitHub.name });
});

test("a link with another person's tokens does not replace a session unasked; an error is shown as text", async ({
  page,
}) => {
  const enter = async (name: string) => {
    const account = { ...newAccount("User"), name };
    await page.request.post(`${server.url}/api/auth/register`, { data: account });
    const { email, password } = account;
    const answer = await page.request.post(`${server.url}/api/auth/login`, { data: { email, password } });
    const { access_token, refresh_token } = await answer.json();
    return `${server.url}/auth/callback?${new URLSearchParams({ access_token, refresh_token })}`;
  };
  const link = await enter("Daniel Mensah");
  await page.goto(await enter("Priya Raman"));
  await expect(page.getByText("You are signed in as Priya Raman. Not you?")).toBeVisible();

  await page.goto(link);
  await expect(page.getByRole("heading", { name: "Switch accounts?" })).toBeVisible();
  await expectAccessible(page);
  await expect(page.getByRole("main")).toContainText("You are signed in as Priya Raman.");
  await expect(page.getByRole("main")).toContainText("signs in Daniel Mensah.");
  await page.getByRole("button", { name: "Stay signed in" }).click();
  await expect(page.getByText("Hello, Priya Raman")).toBeVisible();

  await page.evaluate(() => localStorage.clear());
  await page.goto(link);
  await expect(page.getByText("You are signed in as Daniel Mensah. Not you?")).toBeVisible();
  await page.getByRole("button", { name: "Log out" }).last().click();
  await expect(page).toHaveURL(`${server.url}/login`);
  await page.goto(`${server.url}/auth/callback?error=Call%20this%20number`);
  await expect(page.getByRole("alert")).toHaveText("Call this number");
});

test("a visitor who declines at the provider sees that on the login screen, with a clean address bar", async ({
  page,
}) => {
  await page.goto(`${server.url}/login`);
  const [request] = await Promise.all([
    page.waitForRequest(/\/login\/oauth\/authorize/),
    page.getByRole("button", { name: "GitHub" }).click(),
  ]);
  await page.waitForURL(/\/login\/oauth\/authorize/);
  const asked = new URL(request.url()).searchParams;
  await page.goto(`${asked.get("redirect_uri")}?error=access_denied&state=${asked.get("state")}`);
  await expect(page).toHaveURL(`${server.url}/login`);
  await expect(page.getByRole("alert")).toHaveText("You left GitHub without signing in.");
});
