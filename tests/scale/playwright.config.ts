import { defineConfig } from "@playwright/test";

/**
 * Several processes of the built server, without a browser. `npm run test:scale` brings the database for the instances,
 * `npm run prove` for the proofs (docs/testing.md).
 */
export default defineConfig({
  testDir: ".",
  outputDir: "../../test-results",
  reporter: "list",
  // Each test starts its own servers, and some take measurements.
  workers: 1,
  timeout: 300_000,
  retries: 0,
  expect: { timeout: 10_000 },
  projects: [
    { name: "instances", testMatch: "*.ts", testIgnore: ["playwright.config.ts", "*.proof.ts"] },
    { name: "proofs", testMatch: "*.proof.ts" },
  ],
});
