import { defineConfig } from "vitest/config";
import LongestFirst from "./scripts/testing/longest-first.mjs";

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    // Vitest would leave one of two cores idle.
    maxWorkers: 2,
    projects: [
      "apps/*",
      "packages/tlog",
      "apps/web/vitest.alone.config.ts",
      "tests/proofs",
      { test: { name: "scripts", include: ["scripts/**/*.test.mjs"], testTimeout: 60_000 } },
    ],
  },
});
