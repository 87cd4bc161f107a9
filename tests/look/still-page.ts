import { expect, type Page } from "@playwright/test";

/** A little after the server's own clock. */
const moment = Date.UTC(2026, 2, 2, 9, 1);

/** Runs in the page. Timers and frames work: only the current time is fixed. */
function stopDate(instant: number): void {
  const RealDate = Date;
  window.Date = class extends RealDate {
    constructor(...parts: [] | [string | number | Date]) {
      super(...((parts.length === 0 ? [instant] : parts) as [number]));
    }
    static override now() {
      return instant;
    }
  } as DateConstructor;
}

/** Makes a page look the same in every run: one moment, nothing from outside, no motion. */
export async function stillPage(page: Page): Promise<void> {
  await page.addInitScript(stopDate, moment);
  // External addresses may or may not answer, from one run to the next.
  await page.route(
    (url) => url.hostname !== "localhost",
    (route) => route.abort(),
  );
  await page.emulateMedia({ reducedMotion: "reduce" });
}

/** Until pictures and fonts are there, and nothing loads. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (const image of document.images) image.loading = "eager";
    await Promise.allSettled([...document.images].map((image) => image.decode()));
    await document.fonts.ready;
  });
  await page.waitForLoadState("networkidle");
  await expect(page.getByText(/^Loading/)).toHaveCount(0);
}
