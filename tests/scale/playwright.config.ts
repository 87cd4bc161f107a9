import { defineConfig } from "@playwright/test";

/**
 * Several processes of the built server, without a browser. `npm run test:scale` brings the database for the instances,
 * `npm run prove` for the proofs (docs/testing.md).
 */
export default defineConfig({
  testDir: ".",
  reporter: "list",
  workers: 2,
  timeout: 300_000,
  retries: 0,
  expect: { timeout: 10_000 },
  projects: [
    {
      name: "instances",
      testMatch: "*.ts",
      testIgnore: ["playwright.config.ts", "*.proof.ts"],
      // Some of them take measurements.
      workers: 1,
      outputDir: "../../test-results/instances",
    },
    { name: "proofs", testMatch: "*.proof.ts", outputDir: "../../test-results/proofs-of-instances" },
  ],
});
