import { readFile, writeFile } from "node:fs/promises";
import { limits } from "@cairn/contract";
import type { APIRequestContext } from "@playwright/test";
import { bearerOf, demo, register, signIn } from "../support/site/accounts.ts";
import { expectAccessible, expectFits } from "../support/site/axe.ts";
import { largeVideo } from "../support/site/media.ts";
import { expect, test } from "../support/site/test.ts";

const subRip =
  "1\n00:00:00,000 --> 00:00:01,000\nThe first stone\n\n2\n00:00:01,000 --> 00:00:02,000\nis the widest.\n";
const upload = (text: string) => ({ name: "stones.srt", mimeType: "", buffer: Buffer.from(text) });

test("a film's captions and chapters go from its writer over a reviewer to its readers, also without scripts", async ({
  page,
  browser,
  baseURL,
  problems,
}) => {
  const title = `Stones in pictures ${Date.now()}`;
  await signIn(page, await register(page.request, "TechWriter"));
  await page.goto("/my-posts");
  await page.getByLabel("Title").fill(title);
  await page.getByLabel("Category").selectOption("Data Science");
  await page.getByLabel("Description").fill("Which stone goes first, and why.");
  await page.getByLabel("File", { exact: true }).setInputFiles(await largeVideo(page.request, 1));
  const captions = page.getByLabel(/^Captions/);
  problems.expectRefusal(400, "/api/captions");
  await captions.setInputFiles(upload("1\n00:00:00,000 --> soon\nThe first stone"));
  await expect(
    page.getByText("Line 2: “00:00:00,000 --> soon” does not say from when to when."),
  ).toBeVisible();
  await captions.setInputFiles(upload(subRip));
  await expect(page.getByText("2 captions")).toBeVisible();
  await page.getByLabel(/^Chapters/).fill("0:00 Below\n0:01 Above");
  await expectAccessible(page);
  await expectFits(page, [320, 1440]);
  await page.getByRole("button", { name: "Submit for Approval" }).click();
  await expect(page).toHaveURL("/content");

  await signIn(page, demo.admin);
  await page.goto("/content-management");
  await page.getByRole("searchbox").fill(title);
  await page.getByRole("button", { name: title, exact: true }).click();
  const preview = page.getByRole("dialog", { name: title });
  await expect(preview.getByText("Captions in English (2)")).toBeVisible();
  await expect(preview.getByText("is the widest.")).toBeVisible();
  await expectAccessible(page);
  await preview.getByRole("button", { name: `App: approve ${title}` }).click();
  await expect(preview).toBeHidden();

  const found = await page.request.get("/api/content/search?type=Video");
  const { items } = await found.json();
  const { id } = items.find((item: { title: string }) => item.title === title);
  await page.goto(`/posts/${id}?t=1`);
  const film = page.locator("video");
  await expect.poll(() => film.evaluate((player: HTMLVideoElement) => player.currentTime)).toBe(1);
  const said = page.getByRole("list", { name: "What is said" }).getByRole("listitem");
  await expect(said.filter({ hasText: "is the widest." })).toHaveAttribute("aria-current", "true");
  await said.filter({ hasText: "The first stone" }).getByRole("link").click();
  await expect.poll(() => film.evaluate((player: HTMLVideoElement) => player.paused)).toBe(false);

  const player = page.getByRole("group", { name: "Player" });
  const state = () =>
    film.evaluate(({ paused, playbackRate, textTracks }: HTMLVideoElement) => ({
      paused,
      playbackRate,
      captions: textTracks[0]?.mode,
      cues: textTracks[0]?.cues?.length,
    }));
  await expect(player.locator(".player-chapter")).toHaveCount(2);
  await player.focus();
  for (const key of ["k", ">", "c"]) await page.keyboard.press(key);
  await expect.poll(state).toEqual({ paused: true, playbackRate: 1.2, captions: "showing", cues: 2 });
  await page.keyboard.press("?");
  await expect(player.getByText("Play or pause")).toBeVisible();
  await expectAccessible(page);
  await player.getByRole("button", { name: "Settings" }).click();
  await player.getByLabel("Speed").selectOption("1.5");
  await expectFits(page, [320, 768, 1440]);
  await player.getByRole("button", { name: /^Copy link at/ }).click();
  await expectAccessible(page);
  await page.goto(`/posts/${id}`);
  await expect.poll(state).toMatchObject({ paused: true, playbackRate: 1.5, captions: "showing" });
  await expectAccessible(page);

  await page.setViewportSize({ width: 390, height: 844 });
  const text = page.getByRole("article").getByText("Which stone goes first, and why.");
  await expect(text).toBeVisible();
  await expect(said.first()).toBeHidden();
  await page.getByRole("button", { name: "Transcript", exact: true }).click();
  await expect(said.first()).toBeVisible();
  await expect(text).toBeHidden();
  await expectAccessible(page);

  const plain = await browser.newContext({ baseURL, javaScriptEnabled: false });
  const still = await plain.newPage();
  await still.goto(`/posts/${id}`);
  await expect(still.getByText("is the widest.")).toBeVisible();
  await expect(still.getByRole("link", { name: "0:01 Above" })).toHaveAttribute("href", /#t=1$/);
  await plain.close();
});

test("a writer writes captions beside the film, and goes on after a reload", async ({ page }) => {
  await signIn(page, await register(page.request, "TechWriter"));
  await page.goto("/my-posts");
  await page.getByLabel("Title").fill("Stones, said aloud");
  await page.getByLabel("Category").selectOption("Data Science");
  await page.getByLabel("Description").fill("Which stone goes first, and why.");
  await page.getByLabel("File", { exact: true }).setInputFiles(await largeVideo(page.request, 1));
  await page.getByRole("button", { name: "Write captions" }).click();
  const editor = page.getByRole("dialog", { name: "Captions in English" });
  const goTo = (seconds: number) =>
    editor.locator("video").evaluate(
      (film: HTMLVideoElement, to) =>
        new Promise<void>((resolve) => {
          film.addEventListener("seeked", () => resolve(), { once: true });
          film.currentTime = to;
        }),
      seconds,
    );
  await goTo(1);
  await editor.getByRole("button", { name: "Add a caption here" }).click();
  await page.keyboard.type("The first stone");
  await goTo(2.5);
  await page.keyboard.press("Enter");
  await page.keyboard.type("is the widest.");
  await page.keyboard.press("Alt+Period");
  await expect(editor.getByLabel("Caption 1 ends")).toHaveValue("0:02.5");
  await expect(editor.getByLabel("Caption 2 begins")).toHaveValue("0:02.6");
  await expectAccessible(page);
  await expectFits(page, [320, 1440]);
  await editor.getByRole("button", { name: "Continue later" }).click();
  await expect(page.getByText("Not used yet")).toBeVisible();

  await page.reload();
  await page.getByRole("button", { name: "Edit the captions in English" }).click();
  await expect(editor.getByLabel("Caption 2", { exact: true })).toHaveValue("is the widest.");
  await editor.getByRole("button", { name: "Use these captions" }).click();
  await expect(page.getByText("2 captions")).toBeVisible();
});

// Read aloud by espeak-ng into MP3s without a header, which can be written one after the other; a frame is 72 ms.
const sound = async (name: string) => readFile(new URL(`../support/films/${name}.mp3`, import.meta.url));
type Multipart = NonNullable<Parameters<APIRequestContext["post"]>[1]>["multipart"] & {};
const clock = (seconds: number) => new Date(seconds * 1000).toISOString().slice(11, 23);

for (const { language, said, sought } of [
  { language: "en", said: "The river carries the widest stones away.", sought: "river carry" },
  { language: "fr", said: "La rivière emporte les plus grosses pierres.", sought: "riviere pierre" },
  { language: "ar", said: "النهر يحمل أكبر الحجارة.", sought: "نهر حجارة" },
]) {
  // Its time goes into the page and the search.
  test(`what is said in ${language} at 12:40 is found by its words, and opens there`, async ({ page }) => {
    const title = `Said in ${language} ${Date.now()}`;
    const [silence, spoken] = [await sound("silence"), await sound(`said-${language}`)];
    const frames = Math.ceil(760 / 0.072);
    const at = frames * 0.072;
    const recording = Buffer.concat([...Array.from({ length: frames }, () => silence), spoken]);
    const headers = await bearerOf(page.request, await register(page.request, "TechWriter"));
    const send = async (path: string, multipart: Multipart) => {
      const answer = await page.request.post(`/api${path}`, { headers, multipart });
      expect(answer.status(), await answer.text()).toBe(201);
      return answer.json();
    };
    const vtt = `WEBVTT\n\n00:00.000 --> 00:02.000\n…\n\n${clock(at)} --> ${clock(at + 3)}\n${said}\n`;
    const { key } = await send("/captions", {
      language,
      file: { name: "said.vtt", mimeType: "text/vtt", buffer: Buffer.from(vtt) },
    });
    const { id } = await send("/content", {
      title,
      body: "A recording of thirteen minutes.",
      content_type: "audio",
      category: "Data Science",
      captions: JSON.stringify([key]),
      file: { name: "said.mp3", mimeType: "audio/mpeg", buffer: recording },
    });
    const approved = await page.request.post(`/api/admin/content/${id}/approve`, {
      headers: await bearerOf(page.request, demo.admin),
      data: { revision: 1 },
    });
    expect(approved.status(), await approved.text()).toBe(200);

    await page.goto(`/posts?q=${encodeURIComponent(sought)}`);
    const card = page.getByRole("article").filter({ hasText: title });
    await expect(card).toContainText(`12:40 “${said}”`);
    await card.getByRole("link", { name: title, exact: true }).click();
    await expect(page).toHaveURL(`/posts/${id}?t=760`);
    const player = page.locator("audio");
    await expect.poll(() => player.evaluate((audio: HTMLAudioElement) => audio.currentTime)).toBe(760);
    const transcript = page.getByRole("list", { name: "What is said" });
    await expect(transcript).toHaveAttribute("lang", language);
    const line = transcript.getByRole("listitem").filter({ hasText: said });
    await line.getByRole("link").click();
    await expect(line).toHaveAttribute("aria-current", "true");
    expect(await player.evaluate((audio: HTMLAudioElement) => audio.duration)).toBeGreaterThan(761);
  });
}

// Its time goes into half a minute of film that the browser decodes and encodes.
test("a film is made smaller on the device, and arrives so", async ({ page }, info) => {
  const film = await largeVideo(page.request, 60 * 1024 * 1024);
  const path = info.outputPath("lecture.mp4");
  await writeFile(path, film.buffer);
  const title = `A film made smaller ${Date.now()}`;
  await signIn(page, await register(page.request, "TechWriter"));
  await page.goto("/my-posts");
  await page.getByLabel("Title").fill(title);
  await page.getByLabel("Category").selectOption("Data Science");
  await page.getByLabel("Description").fill("Two hours on which stone goes first.");
  const picker = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Add a recording" }).click();
  await (await picker).setFiles(path);
  await page.getByRole("button", { name: /^Make it smaller \(about \d MB\)/ }).click();
  await expect(page.getByText("lecture (smaller).mp4")).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole("button", { name: /^Make it smaller/ })).toBeHidden();

  await page.getByRole("button", { name: "Submit for Approval" }).click();
  await expect(page).toHaveURL("/content");
  await page.getByRole("link", { name: title }).first().click();
  const played = page.locator("video");
  const stored = await page.request.get((await played.getAttribute("src")) ?? "", {
    headers: { range: "bytes=0-0" },
  });
  expect(Number(stored.headers()["content-range"]?.split("/")[1])).toBeLessThan(10_000_000);
  await expect.poll(() => played.evaluate((film: HTMLVideoElement) => Math.round(film.duration))).toBe(37);
});

// Its time goes into 60 MB that the browser reads and sends twice in part, the server stores, and the store gives back.
test("a film of 60 MB arrives over a line that breaks, and after a reload only what is missing is sent", async ({
  page,
  problems,
}, info) => {
  const size = 60 * 1024 * 1024;
  const film = await largeVideo(page.request, size);
  const path = info.outputPath(film.name);
  await writeFile(path, film.buffer);
  /** As the button opens the picker of files. */
  const addRecording = async () => {
    const picker = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Add a recording" }).click();
    await (await picker).setFiles(path);
  };
  const title = `A long recording ${Date.now()}`;
  await signIn(page, await register(page.request, "TechWriter"));
  await page.goto("/my-posts");
  await page.getByLabel("Title").fill(title);
  await page.getByLabel("Category").selectOption("Data Science");
  await page.getByLabel("Description").fill("Two hours on which stone goes first.");
  await addRecording();
  await expect(page.getByText("60.0 MB")).toBeVisible();

  problems.expectLosses();
  /** The offset of each piece. The second is lost once, and none after the third arrives until the page is reloaded. */
  const begun: number[] = [];
  let isHeld = true;
  await page.route("**/uploads/*", async (route) => {
    const headers = route.request().headers();
    if (route.request().method() !== "PATCH") return route.continue();
    begun.push(Number(headers["upload-offset"]));
    if (begun.length === 2 || (isHeld && begun.length > 4)) return route.abort("connectionreset");
    return route.continue();
  });
  await page.getByRole("button", { name: "Submit for Approval" }).click();
  await expect.poll(() => begun.length).toBeGreaterThan(4);
  expect(begun.slice(0, 4)).toEqual([0, 1, 1, 2].map((piece) => piece * limits.pieceBytes));

  page.on("dialog", (dialog) => void dialog.accept());
  await page.reload();
  await expect(page.getByLabel("Title")).toHaveValue(title);
  isHeld = false;
  begun.splice(0, begun.length, 0, 0, 0);
  await addRecording();
  await page.getByRole("button", { name: "Submit for Approval" }).click();
  await expect(page).toHaveURL("/content", { timeout: 60_000 });
  expect(begun[3]).toBe(3 * limits.pieceBytes);
  await page.getByRole("link", { name: title }).first().click();
  const address = await page.locator("video").getAttribute("src");
  const stored = await page.request.get(address ?? "", { headers: { range: "bytes=0-0" } });
  expect(stored.headers()["content-range"]).toBe(`bytes 0-0/${size}`);
});
