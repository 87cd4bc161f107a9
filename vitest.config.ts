import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    // Vitest would leave one of two cores idle.
    maxWorkers: 2,
    projects: [
      "apps/*",
      "apps/web/vitest.alone.config.ts",
      "tests/proofs/fuzz",
      { test: { name: "scripts", include: ["scripts/**/*.test.mjs"], testTimeout: 60_000 } },
    ],
  },
});
