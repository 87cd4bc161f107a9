import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    name: "server",
    include: ["src/**/*.test.ts"],
    globalSetup: "src/test/worker-setup.ts",
    // Real databases and processes are started: seconds each on a busy machine.
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
