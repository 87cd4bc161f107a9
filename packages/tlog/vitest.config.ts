import { defineConfig } from "vitest/config";

export default defineConfig({
  test: { name: "tlog", include: ["src/**/*.test.ts", "../node/src/**/*.test.ts"] },
});
