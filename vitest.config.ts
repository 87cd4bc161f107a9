import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    projects: [
      "apps/*",
      { test: { name: "scripts", include: ["scripts/**/*.test.mjs"], testTimeout: 30_000 } },
    ],
  },
});
