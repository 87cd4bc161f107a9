import { configDefaults, defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    name: "server",
    include: ["src/**/*.test.ts", "../../demo/**/*.test.ts", "../../tests/proofs/**/*.test.ts"],
    // These need a PostgreSQL server: `npm run test:scale` brings one.
    exclude: [...configDefaults.exclude, ...(process.env.CAIRN_TEST_SERVER ? [] : ["src/db/server/**"])],
    globalSetup: "../../tests/support/server/worker-setup.ts",
    // Real databases and processes are started: seconds each on a busy machine.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
