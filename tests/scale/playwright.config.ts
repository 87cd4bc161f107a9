import { defineConfig } from "@playwright/test";

/** Several processes of the built server, without a browser: `npm run test:scale` brings the database. */
export default defineConfig({
  testDir: ".",
  testMatch: "*.ts",
  testIgnore: ["playwright.config.ts", "support/**"],
  outputDir: "../../test-results",
  reporter: "list",
  // Each test starts its own servers, and some take measurements.
  workers: 1,
  timeout: 300_000,
  retries: 0,
  expect: { timeout: 10_000 },
});
