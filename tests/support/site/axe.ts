import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page } from "@playwright/test";
import type { AxeResults } from "axe-core";

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What a dark page can have beyond a light one: styles for it change colours alone. */
const rulesOfColours = ["color-contrast", "link-in-text-block"];

/** Expects no serious or critical axe finding on the current page; of a dark one, which is looked at in light as well, its colours alone. */
export async function expectAccessible(page: Page): Promise<void> {
  await movementIsOver(page);
  const { isLoaded, isDark } = await page.evaluate(() => ({
    isLoaded: "axe" in window,
    isDark: matchMedia("(prefers-color-scheme: dark)").matches,
  }));
  // Evaluated through the debugger, to which the page's content security policy does not apply.
  if (!isLoaded) await page.evaluate(axeSource);
  const options = {
    resultTypes: ["violations"],
    preload: false,
    ...(isDark && { runOnly: rulesOfColours }),
  };
  const { violations } = await page.evaluate<AxeResults>(`axe.run(document, ${JSON.stringify(options)})`);
  const grave = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  const findings = grave.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help}: ${node.target.join(" ")}: ${node.failureSummary ?? ""}`),
  );
  expect(findings, `accessibility of ${page.url()}`).toEqual([]);
}

/**
 * Expects the current page to be accessible in light at the narrowest of these widths and in dark at the widest, and to
 * scroll sideways at none.
 * @param widths ascending, in CSS pixels
 */
export async function expectFits(page: Page, widths: readonly number[]): Promise<void> {
  for (const [index, width] of widths.entries()) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: "light" });
    if (index === 0) await expectAccessible(page);
    const name = `sideways scroll of ${page.url()} at ${width}`;
    await expect.poll(() => page.evaluate(sidewaysScroll), name).toBeLessThanOrEqual(0);
  }
  await page.emulateMedia({ colorScheme: "dark" });
  await expectAccessible(page);
}

/** Pixels by which the page is wider than the window. */
export const sidewaysScroll = () => document.documentElement.scrollWidth - window.innerWidth;

/**
 * Waits for animations to end: half-faded text has half the contrast, and one animation may start another. Does not
 * wait for endless ones (a spinner).
 */
async function movementIsOver(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const drawn = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const underWay = () =>
      document
        .getAnimations()
        .filter(
          (item) => item.playState === "running" && item.effect?.getComputedTiming().endTime !== Infinity,
        );
    for (let calm = 0; calm < 3; calm += 1) {
      const moving = underWay();
      if (moving.length > 0) calm = 0;
      await Promise.allSettled(moving.map((item) => item.finished));
      await drawn();
    }
  });
}
