import { defineConfig } from "vitest/config";

/** Apart from the server's other tests, and isolated: it puts something else in place of a module. */
export default defineConfig({
  test: {
    name: "fuzz",
    include: ["*.test.ts"],
    globalSetup: "../../support/server/worker-setup.ts",
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
