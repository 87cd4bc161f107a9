import { loadavg } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { limits } from "@cairn/contract";
import { chromium, type Page } from "@playwright/test";
import { findBrowser } from "../../scripts/testing/browser.mjs";
import { demo, signIn } from "../../tests/support/site/accounts.ts";
import { startServer } from "../../tests/support/site/server.ts";
import { makeTexts, makeVocabulary } from "../support/texts.ts";

/** Processors as much slower than this one. */
const slowDowns = [1, 4];
/** Milliseconds between two keys. */
const between = 60;
const words = "the widest stone goes first ";

/**
 * How long a key press in a full article takes until it is painted. Keys come through the debugger, at a fast typist's
 * pace, in the middle of the text. The browser's own text box with the same text, alone in an empty page, is what no
 * editor on this machine can be quicker than; the two take turns.
 */
export async function scenario({ quick }: { quick: boolean }) {
  const executablePath = await findBrowser();
  if (!executablePath) throw new Error("Typing needs a Chromium: set CHROMIUM_PATH.");
  const server = await startServer({
    settings: { RATE_LIMITS: "off", NODE_ENV: "production", SEED_DEMO: "true" },
  });
  const browser = await chromium.launch({ executablePath });
  try {
    const context = await browser.newContext({
      baseURL: server.url,
      viewport: { width: 1440, height: 900 },
    });
    const texts = makeTexts(20, makeVocabulary(), false).map(({ body }) => body);
    const text = texts.join("\n\n").slice(0, limits.bodyLength - 2_000);
    const pages = {
      "the editor": await openArticle(await context.newPage(), text),
      "a bare text box": await openBareBox(await context.newPage(), text),
    };
    const turns = quick ? 1 : 3;
    const table: object[] = [];
    for (const slowDown of slowDowns) {
      const found = Object.entries(pages).map(([box, page]) => ({ box, page, times: [] as number[] }));
      for (let turn = 0; turn < turns; turn += 1)
        for (const { page, times } of found) {
          await page.bringToFront();
          times.push(...(await timeKeys(page, slowDown, quick ? 60 : 100)));
        }
      for (const { box, times } of found) {
        const sorted = times.toSorted((one, other) => one - other);
        const at = (share: number) =>
          Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN);
        table.push({
          box,
          "slower by": slowDown,
          keys: sorted.length,
          "p50 ms": at(0.5),
          "p95 ms": at(0.95),
          "longest ms": at(1),
          "load of the machine": Number(loadavg()[0]?.toFixed(1)),
        });
      }
    }
    return table;
  } finally {
    await browser.close();
    await server.stop();
  }
}

async function openArticle(page: Page, text: string): Promise<Page> {
  await signIn(page, demo.writer);
  await page.goto("/my-posts");
  await page.locator(".cm-content").waitFor();
  await page.getByLabel("Description").evaluate((box, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", pasted);
    box.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, text);
  await page.getByLabel("Description").focus();
  await goToTheMiddle(page);
  return page;
}

async function openBareBox(page: Page, text: string): Promise<Page> {
  await page.setContent('<textarea aria-label="Text" style="width: 700px; height: 600px"></textarea>');
  await page.getByLabel("Text").fill(text);
  await goToTheMiddle(page);
  return page;
}

async function goToTheMiddle(page: Page) {
  await page.keyboard.press("Control+Home");
  for (let count = 0; count < 15; count += 1) await page.keyboard.press("PageDown");
  await page.keyboard.press("End");
  await page.evaluate(watchKeys);
}

async function timeKeys(page: Page, slowDown: number, count: number): Promise<number[]> {
  const debuggerOf = await page.context().newCDPSession(page);
  await debuggerOf.send("Emulation.setCPUThrottlingRate", { rate: slowDown });
  await sleep(2_000);
  const from = await page.evaluate(() => (window as unknown as { keyTimes: number[] }).keyTimes.length);
  for (let index = 0; index < count; index += 1) {
    const text = words[index % words.length] ?? " ";
    const code = text === " " ? "Space" : `Key${text.toUpperCase()}`;
    const key = { key: text, code, windowsVirtualKeyCode: text.toUpperCase().charCodeAt(0) };
    await debuggerOf.send("Input.dispatchKeyEvent", { type: "keyDown", text, ...key });
    await debuggerOf.send("Input.dispatchKeyEvent", { type: "keyUp", ...key });
    await sleep(between);
  }
  await sleep(1_000);
  await debuggerOf.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  return page.evaluate((start) => (window as unknown as { keyTimes: number[] }).keyTimes.slice(start), from);
}

/** Runs in the page: a message that is sent in a frame's callback comes after the frame was painted. */
function watchKeys(): void {
  const keyTimes: number[] = [];
  Object.assign(window, { keyTimes });
  window.addEventListener(
    "keydown",
    ({ timeStamp }) => {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => keyTimes.push(performance.now() - timeStamp);
        port2.postMessage(null);
      });
    },
    true,
  );
}
