import type { BrowserContext, Page } from "@playwright/test";
import { demo, register, signIn } from "../support/site/accounts.ts";
import { expectAccessible } from "../support/site/axe.ts";
import { openDeployment } from "../support/site/deployment.ts";
import { expect, test } from "../support/site/test.ts";
import { settled } from "../support/site/worker.ts";

test.use({ serviceWorkers: "allow" });

/** What lies on the device, by address. */
const onDevice = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string[]>((resolve, reject) => {
        const opening = indexedDB.open("cairn-device");
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const asking = opening.result.transaction("kept").objectStore("kept").getAll();
          asking.onsuccess = () => {
            opening.result.close();
            resolve(asking.result.map(({ key }: { key: string }) => key));
          };
        };
      }),
  );

async function tokenOf(page: Page, { email, password }: { email: string; password: string }) {
  const answer = await page.request.post("/api/auth/login", { data: { email, password } });
  return { authorization: `Bearer ${(await answer.json()).access_token}` };
}

async function open(page: Page, context: BrowserContext, path: string) {
  await context.setOffline(false);
  await page.goto(path);
  await settled(page);
}

const fromDevice = /^From this device, as of \d+ \w+ \d{4}, \d\d:\d\d$/;

test("a visitor reads again what was opened, without the network, and is told since when it lies there", async ({
  page,
  context,
  problems,
}) => {
  await open(page, context, "/posts");
  await page.goto("/posts/1");
  await expect.poll(() => onDevice(page)).toContain("0 /posts/1");
  problems.expectLosses();
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole("heading", { level: 1, name: /Zero-downtime deploys/ })).toBeVisible();
  await expect(page.getByText(fromDevice)).toBeVisible();
  // The code that lets the keyboard scroll a wide block comes after the page.
  const beyondKeys = () =>
    page
      .locator("pre")
      .evaluateAll((blocks: HTMLElement[]) =>
        blocks.some(({ scrollWidth, clientWidth, tabIndex }) => scrollWidth > clientWidth && tabIndex < 0),
      );
  await expect.poll(beyondKeys).toBe(false);
  await expectAccessible(page);

  await page.goto("/posts?q=zero");
  await expect(page.getByRole("link", { name: /Zero-downtime deploys/ }).first()).toBeVisible();

  await page.goto("/posts/2");
  await expect(page).toHaveURL("/on-this-device?wanted=%2Fposts%2F2");
  await expect(page.getByText("You are offline, and this page is not on this device.")).toBeVisible();
  await expect(page.getByRole("link", { name: /Zero-downtime deploys/ })).toBeVisible();
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }

  await context.setOffline(false);
  await page.getByRole("link", { name: "Try again" }).click();
  await expect(page).toHaveURL("/posts/2");
  await expect(page.getByText(fromDevice)).toHaveCount(0);
});

test("a series that is kept plays its film without the network; a logout clears, and the next member sees nothing", async ({
  page,
  context,
  problems,
}) => {
  const writer = await tokenOf(page, demo.writer);
  const own = await (await page.request.get("/api/auth/me", { headers: writer })).json();
  const items: { id: number; media: { type: string } | null; status: string }[] = await (
    await page.request.get(`/api/content?user_id=${own.id}&per_page=50`, { headers: writer })
  ).json();
  const film = items.find(({ media, status }) => media?.type === "video/mp4" && status === "Published");
  const made = await page.request.post("/api/series", {
    headers: writer,
    data: { title: "On the train" },
  });
  const { id } = await made.json();
  await page.request.patch(`/api/series/${id}`, { headers: writer, data: { items: [film?.id] } });

  const member = await register(page.request, "User");
  await signIn(page, member);
  await open(page, context, `/series/${id}`);
  await page.getByRole("button", { name: "Keep on this device" }).click();
  await page.getByRole("button", { name: /^With videos and files \(.+ [KM]B\)$/ }).click();
  await expect(page.getByRole("link", { name: "On this device" })).toBeVisible({ timeout: 60_000 });
  await page.goto("/on-this-device");
  await expect(page.getByText("With its video")).toBeVisible();
  await expectAccessible(page);

  // The device has all that is asked for, but for the icon of a browser with a window.
  problems.expectLosses(0);
  await context.setOffline(true);
  await page.goto(`/series/${id}`);
  await page.getByRole("list", { name: "Parts" }).getByRole("link").click();
  await expect(page).toHaveURL(/\/posts\/\d+$/);
  await page.reload();
  const video = page.locator("video");
  await video.evaluate(async (player: HTMLVideoElement) => {
    player.muted = true;
    await player.play();
    player.currentTime = player.duration / 2;
    await new Promise((resolve) => player.addEventListener("seeked", resolve, { once: true }));
  });
  expect(await video.evaluate((player: HTMLVideoElement) => player.currentTime)).toBeGreaterThan(0);
  expect((await onDevice(page)).some((key) => !key.startsWith("0 "))).toBe(true);

  await context.setOffline(false);
  await page.goto("/usersdashboard");
  // A call that is still on its way when the session ends is refused.
  await page.waitForLoadState("networkidle");
  await page.getByRole("button", { name: "Logout" }).first().click();
  await expect(page).toHaveURL("/login");
  const belongsToThem = (key: string) =>
    !key.startsWith("0 ") || /posts\/\d|content\/\d|series|media/.test(key);
  await expect.poll(async () => (await onDevice(page)).filter(belongsToThem)).toEqual([]);

  await signIn(page, await register(page.request, "User"));
  await page.goto("/on-this-device");
  await expect(page.getByText("On the train")).toHaveCount(0);
  await expect(page.getByRole("link", { name: /Easing and settling/ })).toHaveCount(0);
});

test("a new version waits while a tab of the old one is open, and that tab still finds its files", async ({
  page,
  baseURL,
}) => {
  const site = await openDeployment(String(baseURL));
  try {
    await page.goto(`${site.url}/posts/1`);
    await settled(page);
    const worker = await (await fetch(`${site.url}/sw.js`)).text();
    const gone = /\/assets\/OnThisDevicePage-[\w-]+\.js/.exec(worker)?.[0] ?? "";
    const name = /name:[`"]([\w-]{12})[`"]/.exec(worker)?.[1] ?? "";
    expect([gone, name]).not.toContain("");
    site.deploy((old) => old.replaceAll(name, "next-version").replaceAll(gone, "/favicon.svg"), [gone]);
    const isWaiting = () =>
      page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting?.state);
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
    await expect.poll(isWaiting).toBe("installed");

    // Within the application, as a link does: the old tab needs a file that the server has no more.
    await page.evaluate(() => {
      history.pushState(null, "", "/on-this-device");
      dispatchEvent(new PopStateEvent("popstate", { state: null }));
    });
    await expect(page.getByRole("heading", { level: 1, name: "On this device" })).toBeVisible();
    expect(await isWaiting()).toBe("installed");
  } finally {
    await site.close();
  }
});

test("an admin who is not verified asks the server for nothing more because of the worker", async ({
  page,
  context,
}) => {
  await signIn(page, demo.newAdmin);
  const calls = new Set<string>();
  context.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/api/")) calls.add(`${request.method()} ${pathname}`);
  });
  await open(page, context, "/adminsdashboard");
  await expect(page.getByRole("heading", { level: 1, name: "Welcome, Admin" })).toBeVisible();
  await page.reload();
  await page.waitForLoadState("networkidle");
  expect([...calls]).toEqual(["GET /api/auth/me"]);
});

test("the site can be installed", async ({ page, context }) => {
  await open(page, context, "/home");
  const session = await context.newCDPSession(page);
  const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
  // A private window, such as a test's, is never offered it.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== "in-incognito")).toEqual([]);
});

test("what is shared from another application fills the form, after the login", async ({ page }) => {
  const { email, password } = await register(page.request, "User");
  await page.goto("/create-post?title=A%20talk&text=Worth%20an%20hour&url=https%3A%2F%2Fexample.org%2Ftalk");
  await expect(page).toHaveURL("/login");
  await expect(page.getByText("Log in to share this.")).toBeVisible();
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("Password", { exact: true }).press("Enter");
  await expect(page.getByLabel("Title")).toHaveValue("A talk");
  // The editor takes the place of a plain field when it has come.
  const textOf = (field: HTMLElement) => ("value" in field ? String(field.value) : field.innerText);
  const description = () => page.getByLabel("Description").evaluate(textOf);
  await expect.poll(description).toMatch(/Worth an hour\s+https:\/\/example\.org\/talk/);
});
