import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    name: "witness",
    include: ["src/**/*.test.ts"],
    alias: { "@tests": fileURLToPath(new URL("../../tests", import.meta.url)) },
    // Processes are started and killed: seconds each on a busy machine.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
