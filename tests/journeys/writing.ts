import { rm } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { type Account, demo, register, signIn } from "../support/site/accounts.ts";
import { expectAccessible, expectFits } from "../support/site/axe.ts";
import { largeVideo } from "../support/site/media.ts";
import { newDataDir, startServer } from "../support/site/server.ts";
import { expect, test } from "../support/site/test.ts";

const megabyte = 1024 * 1024;

async function fillForm(page: Page, title: string) {
  await page.goto("/my-posts");
  await page.getByLabel("Title").fill(title);
  await page.getByLabel("Category").selectOption("Data Science");
  await page.getByLabel("Description").fill("Which stone goes first, and why.");
}

/** Throttles the upload to this rate; undefined removes the limit. */
async function narrowUpload(page: Page, bytesPerSecond: number | undefined) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: bytesPerSecond ?? -1,
  });
}

async function bearerOf(page: Page, { email, password }: Account) {
  const answer = await page.request.post("/api/auth/login", { data: { email, password } });
  const { access_token, user_id } = await answer.json();
  return { headers: { authorization: `Bearer ${access_token}` }, userId: user_id };
}

/** The newest of a writer's items, flagged by the demo's admin. */
async function flagNewest(page: Page, writer: Account, reason: string) {
  const { headers, userId } = await bearerOf(page, writer);
  const own = await page.request.get(`/api/content?user_id=${userId}`, { headers });
  const [{ id, revision }] = await own.json();
  const admin = await bearerOf(page, demo.admin);
  const answer = await page.request.post(`/api/admin/content/${id}/flag`, {
    headers: admin.headers,
    data: { revision, reason },
  });
  expect(answer.status(), await answer.text()).toBe(200);
}

const row = (page: Page, title: string) => page.getByRole("row").filter({ hasText: title });

test("a writer uploads a video, cancels, tries again, edits it, and deletes it once it is flagged", async ({
  page,
}) => {
  const writer = await register(page.request, "TechWriter");
  await signIn(page, writer);
  await fillForm(page, "Stacking stones");
  await page.getByLabel("File", { exact: true }).setInputFiles(await largeVideo(page.request, 6 * megabyte));
  await expect(page.getByText("6.0 MB")).toBeVisible();

  await narrowUpload(page, megabyte / 2);
  await page.getByRole("button", { name: "Submit for Approval" }).click();
  const progress = page.getByRole("progressbar", { name: "Upload of stacking-stones.mp4" });
  await expect(page.getByText(/^[0-5]\.\d of 6\.0 MB · .+\/s$/)).toBeVisible();
  await expect(progress).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Cancel upload" }).click();
  await expect(page.getByText("Upload canceled")).toBeVisible();
  await expect(progress).toBeHidden();

  await narrowUpload(page, undefined);
  await page.getByRole("button", { name: "Retry" }).click();
  // The server answers once the film is on its disk, which others may be writing to.
  await expect(page.getByText("Content submitted for approval!")).toBeVisible({ timeout: 120_000 });
  await expect(page).toHaveURL("/content");
  await expect(row(page, "Stacking stones")).toHaveCount(1);
  await expect(row(page, "Stacking stones")).toContainText("Video");
  await expect(row(page, "Stacking stones")).toContainText("Pending");

  await page.getByRole("link", { name: "Edit Stacking stones" }).click();
  await expect(page.getByText("Kept unless you choose another file")).toBeVisible();
  await page.getByLabel("Title").fill("Stacking three stones");
  await page.getByRole("button", { name: "Submit for Approval" }).click();
  await expect(page).toHaveURL("/content");
  await expect(row(page, "Stacking three stones")).toContainText("Pending");

  await flagNewest(page, writer, "The second stone is missing");
  await page.goto("/tech-writer-flagged");
  // The notifications above the table mention it too.
  const flagged = page.getByRole("table", { name: "Flagged content" });
  await expect(flagged.getByRole("row", { name: /Stacking three stones/ })).toContainText(
    "The second stone is missing",
  );
  await page.getByRole("link", { name: "Edit Stacking three stones" }).click();
  await expect(page.getByRole("textbox", { name: "Title" })).toHaveValue("Stacking three stones");
  await expect(page.getByText("The second stone is missing")).toBeVisible();
  await page.goBack();
  await page.getByRole("button", { name: "Delete Stacking three stones" }).click();
  const sure = page.getByRole("dialog", { name: "Are you sure?" });
  await expect(sure).toContainText(
    'You are about to delete "Stacking three stones". This action cannot be undone.',
  );
  await sure.getByRole("button", { name: "Yes, delete it!" }).click();
  const deleted = page.getByRole("dialog", { name: "Deleted!" });
  await expect(deleted).toContainText("Your flagged content has been deleted.");
  await deleted.getByRole("button", { name: "OK" }).click();
  await expect(page.getByText("No flagged content found.")).toBeVisible();
  await page.goto("/content");
  await expect(page.getByText("No content found.")).toBeVisible();
});

/** Pastes this into the text, by kind. */
const paste = (page: Page, data: Record<string, string>) =>
  page.getByLabel("Description").evaluate((box, kinds) => {
    const clipboardData = new DataTransfer();
    for (const [kind, text] of Object.entries(kinds)) clipboardData.setData(kind, text);
    box.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, data);

/** Pastes pictures of these colours at once, 900 pixels wide. */
const pastePictures = (page: Page, colours: string[]) =>
  page.getByLabel("Description").evaluate(async (box, all) => {
    const clipboardData = new DataTransfer();
    for (const colour of all) {
      const canvas = new OffscreenCanvas(900, 600);
      const pen = canvas.getContext("2d");
      if (!pen) throw new Error("no canvas");
      pen.fillStyle = colour;
      pen.fillRect(0, 0, 900, 600);
      clipboardData.items.add(
        new File([await canvas.convertToBlob()], `${colour}.png`, { type: "image/png" }),
      );
    }
    box.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, colours);

const table = "<table><tr><th>Stone</th><th>Place</th></tr><tr><td>wide</td><td>first</td></tr></table>";

test("a writer writes by keyboard alone, pastes a table, leaves in the middle, comes back, undoes and sends", async ({
  page,
  context,
}) => {
  await signIn(page, await register(page.request, "TechWriter"));
  await page.goto("/my-posts");
  const editor = (tab: Page) => tab.locator(".cm-content");
  await expect(editor(page)).toBeVisible();
  const { keyboard } = page;
  await page.getByLabel("Title").focus();
  await keyboard.type("Stacking stones");
  await keyboard.press("Tab");
  await keyboard.type("Data Science");
  // The toolbar is one stop.
  await keyboard.press("Tab");
  await keyboard.press("Tab");
  await expect(page.getByLabel("Description")).toBeFocused();
  await keyboard.type("Which stone goes ");
  await keyboard.press("Control+b");
  await keyboard.type("first");
  await keyboard.press("Control+End");
  await keyboard.type("\n\n/subh");
  await expect(page.getByRole("option", { name: "Subheading" })).toBeVisible();
  await keyboard.press("Enter");
  await keyboard.type("Places\n\n");
  const list = "<ul><li>one</li><ul><li>level in</li></ul></ul>";
  await paste(page, { "text/html": list + table, "text/plain": "one\nlevel in\nStone\tPlace\nwide\tfirst" });
  await expect(editor(page)).toContainText("| wide | first |");
  await keyboard.press("Control+End");
  await keyboard.type("\n\nThe end.");

  await keyboard.press("Shift+Tab");
  await keyboard.press("End");
  await keyboard.press("ArrowLeft");
  await keyboard.press("Enter");
  const preview = page.getByRole("region", { name: "Preview" });
  await expect(preview.getByRole("cell", { name: "wide" })).toBeVisible();
  await expect(preview.locator("li li", { hasText: "level in" })).toBeVisible();
  await expect(preview.getByRole("heading", { name: "Places" })).toBeVisible();
  await expectFits(page, [390, 1440]);

  await page.close({ runBeforeUnload: true });
  const later = await context.newPage();
  await later.goto("/my-posts");
  await expect(editor(later)).toContainText("The end.");
  await later.getByLabel("Description").focus();
  await later.keyboard.press("Control+z");
  await expect(editor(later)).not.toContainText("The end.");
  await later.keyboard.press("Control+Shift+Z");
  await expect(editor(later)).toContainText("The end.");
  await later.getByRole("button", { name: "Submit for Approval" }).click();
  const problem = later.getByRole("dialog", { name: "Error" });
  await expect(problem).toContainText("Please fill in all fields and upload a file.");
  await problem.getByRole("button", { name: "OK" }).click();
  await later.getByRole("button", { name: "Submit without a file" }).click();
  await expect(later).toHaveURL("/content");
  await expect(row(later, "Stacking stones")).toContainText("Pending");
});

test("an article with pictures, a table, a formula and checked code is begun one day, sent on another, and read without JavaScript", async ({
  browser,
  problems,
}) => {
  const dataDir = await newDataDir();
  const firstDay = await startServer({ dataDir });
  const { url: baseURL } = firstDay;
  const device = await browser.newContext({ baseURL, viewport: { width: 1280, height: 900 } });
  await problems.watch(device);
  const title = "Three walls, three stones";
  const page = await device.newPage();
  const writer = await register(page.request, "TechWriter");
  await signIn(page, writer);
  await page.goto("/my-posts");
  const textOf = (tab: Page) => tab.locator(".cm-content");
  await expect(textOf(page)).toBeVisible();
  await page.getByLabel("Title").fill(title);
  await page.getByLabel("Category").selectOption("Data Science");
  await page.getByLabel("Description").focus();
  await page.keyboard.type("Three walls.\n\n");
  const question = page.getByRole("dialog", { name: "Add a picture" });
  await pastePictures(page, ["red", "green", "blue"]);
  for (const colour of ["red", "green", "blue"]) {
    await expect(question).toContainText(`${colour}.png`);
    await question.getByLabel("What does it show?").fill(`A ${colour} wall`);
    await page.keyboard.press("Enter");
    await expect(textOf(page)).toContainText(`![A ${colour} wall](picture:`);
  }
  // Escape leaves a picture out, and the text has the focus again.
  await pastePictures(page, ["gray"]);
  await expect(question).toContainText("gray.png");
  await page.keyboard.press("Escape");
  await expect(question).toBeHidden();
  await expect(page.getByLabel("Description")).toBeFocused();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("\n\n");
  await paste(page, { "text/html": table, "text/plain": "Stone\tPlace\nwide\tfirst" });
  await expect(textOf(page)).toContainText("| wide | first |");
  // Gone before the editor has told the form.
  await page.keyboard.type("\n\nHalf a sen");
  // The call does not wait for the end of the page, which must not see its server go.
  await Promise.all([page.waitForEvent("close"), page.close({ runBeforeUnload: true })]);

  await firstDay.stop();
  const nextDay = new Date(Date.now() + 26 * 60 * 60 * 1000).toISOString();
  const server = await startServer({
    dataDir,
    settings: { PORT: new URL(baseURL).port, CAIRN_NOW: nextDay },
  });
  const later = await device.newPage();
  await signIn(later, writer);
  await later.goto("/my-posts");
  await expect(later.getByText("Your unsent work is back")).toBeVisible();
  await expect(textOf(later)).toContainText("| wide | first |");
  await expect(textOf(later)).toContainText("Half a sen");
  await expect(textOf(later)).not.toContainText("gray");
  await later.getByLabel("Description").focus();
  await later.keyboard.press("Control+End");
  const rest = "\n\n$$\n\\frac{a}{b}\n$$\n\n```js check\nconsole.log(1 + 2);\n```\n\n```output\n3\n```";
  await paste(later, { "text/plain": rest });
  await later.getByRole("button", { name: "Preview" }).click();
  const preview = later.getByRole("region", { name: "Preview" });
  await expect(preview.getByRole("img")).toHaveCount(3);
  await preview.getByRole("button", { name: "Run the code" }).click();
  await expect(preview.getByText("Block 1 (js): output matches")).toBeVisible();
  await later.getByRole("button", { name: "Submit without a file" }).click();
  await expect(later).toHaveURL("/content");
  await expect(row(later, title)).toContainText("Pending");

  const office = await browser.newContext({ baseURL });
  await problems.watch(office);
  const desk = await office.newPage();
  await signIn(desk, demo.admin);
  await desk.goto("/content-management");
  await desk.getByRole("button", { name: title, exact: true }).click();
  const revision = desk.getByRole("dialog", { name: title });
  await expect(revision.getByRole("img", { name: "A green wall" })).toBeVisible();
  // Opened, its code runs here as well.
  await expect(revision).toContainText("1 code block passed in your browser.");
  await desk.keyboard.press("a");
  await expect(desk.getByText(`Content approved: “${title}”`)).toBeVisible();

  const plain = await browser.newContext({ baseURL, javaScriptEnabled: false });
  const reader = await plain.newPage();
  const served: number[] = [];
  reader.on("response", (answer) => {
    if (answer.url().includes("/media/")) served.push(answer.status());
  });
  await reader.goto("/posts");
  served.length = 0;
  await reader.getByRole("link", { name: title }).first().click();
  await expect(reader.getByRole("heading", { level: 1, name: title })).toBeVisible();
  for (const colour of ["red", "green", "blue"])
    await expect(reader.getByRole("img", { name: `A ${colour} wall` })).toBeVisible();
  await expect(reader.getByRole("cell", { name: "wide" })).toBeVisible();
  await expect(reader.locator("math mfrac")).toBeVisible();
  await expect(reader.locator("pre").filter({ hasText: "console.log(1 + 2);" })).toBeVisible();
  // The pictures of the text, and the photo of who verified it.
  await expect.poll(() => served).toEqual([200, 200, 200, 200]);

  for (const context of [device, office, plain]) await context.close();
  await server.stop();
  await rm(dataDir, { recursive: true });
});

/** Names of the files in the journal of unsent work: words are kept at once, a file takes its time. */
const keptFiles = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string[]>((resolve, reject) => {
        const opening = indexedDB.open("cairn-journal");
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const reading = opening.result.transaction("entries").objectStore("entries").getAll();
          reading.onerror = () => reject(reading.error);
          reading.onsuccess = () => {
            opening.result.close();
            const files = reading.result.filter((entry) => entry instanceof File);
            resolve(files.map(({ name }) => name));
          };
        };
      }),
  );

test("what a writer typed and chose survives a reload and an ended session", async ({ page, problems }) => {
  const writer = await register(page.request, "TechWriter");
  await signIn(page, writer);
  await fillForm(page, "Half a thought");
  const file = { name: "stones.png", mimeType: "image/png", buffer: Buffer.alloc(70_000, 1) };
  await page.getByLabel("File", { exact: true }).setInputFiles(file);
  await expect.poll(() => keptFiles(page)).toEqual(["stones.png"]);
  await page.reload();
  await expect(page.getByText("Your unsent work is back")).toBeVisible();
  await expect(page.getByLabel("Title")).toHaveValue("Half a thought");
  await expect(page.getByText("stones.png")).toBeVisible();

  problems.expectSignedOut();
  await page.evaluate(() => {
    localStorage.setItem("access_token", "expired");
    localStorage.setItem("refresh_token", "gone");
  });
  await page.goto("/techhome");
  await expect(page).toHaveURL("/login");
  await signIn(page, writer);
  await page.goto("/my-posts");
  await expect(page.getByLabel("Title")).toHaveValue("Half a thought");
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(page.getByLabel("Title")).toHaveValue("");
  await page.reload();
  await expect(page.getByLabel("Title")).toHaveValue("");
  await expect(page.getByText("Your unsent work is back")).toBeHidden();
});

test("a writer's new name and password work at the next login", async ({ page }) => {
  const writer = await register(page.request, "TechWriter");
  await signIn(page, writer);
  await page.goto("/tech-writer-profile");
  await page.getByLabel("Full Name").fill("Robin of the Stones");
  await page.getByLabel("Password", { exact: true }).fill("three stones high");
  const said: string[] = [];
  page.on("dialog", (dialog) => {
    said.push(dialog.message());
    void dialog.accept();
  });
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect.poll(() => said).toEqual(["Profile updated successfully!"]);
  await signIn(page, { email: writer.email, password: "three stones high" });
  await page.goto("/techhome");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Welcome Back, Robin of the Stones");
});
