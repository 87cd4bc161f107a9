import { defineConfig } from "@playwright/test";
import { findBrowser, withoutWindow } from "./scripts/testing/browser.mjs";

// Workers read this file again and inherit the answer.
process.env.CHROMIUM_PATH ??= (await findBrowser()) ?? "";

export default defineConfig({
  testDir: "tests/journeys",
  globalSetup: "./tests/support/site/global-setup.ts",
  reporter: "list",
  workers: 2,
  // For a machine with a lot else to do: some journeys start servers of their own.
  timeout: 180_000,
  // A retry hides a bug.
  retries: 0,
  expect: { timeout: 20_000 },
  use: {
    // A worker's own requests pass by the interceptions of a page; the journeys about it switch it on.
    serviceWorkers: "block",
    // Recording one takes a third of a journey's time: `--trace=retain-on-failure` asks for it.
    browserName: "chromium",
    trace: "off",
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: withoutWindow(process.env.CHROMIUM_PATH),
      args: [
        "--disable-quic",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
  // `npm run prove` runs the proofs (docs/testing.md), each of which has a site of its own. A run of a
  // project removes what an earlier one left in its folder.
  projects: [
    {
      name: "journeys",
      testMatch: "**/*.ts",
      testIgnore: "**/*.proof.ts",
      outputDir: "test-results/journeys",
    },
    {
      name: "proofs",
      testMatch: "**/*.proof.ts",
      outputDir: "test-results/proofs",
      fullyParallel: true,
      // They ask what a screen shows: what moves there would cost a sixth of the processor time.
      use: { contextOptions: { reducedMotion: "reduce" } },
    },
  ],
});
