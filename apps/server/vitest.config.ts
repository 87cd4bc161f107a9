import { fileURLToPath } from "node:url";
import { configDefaults, defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    name: "server",
    include: ["src/**/*.test.ts", "../../demo/**/*.test.ts", "../../tests/proofs/**/*.test.ts"],
    exclude: [
      ...configDefaults.exclude,
      "src/**/*.proof.test.ts",
      "../../tests/proofs/**/*.proof.test.ts",
      // These need a PostgreSQL server: `npm run test:scale` brings one.
      ...(process.env.CAIRN_TEST_SERVER ? [] : ["src/db/server/**"]),
    ],
    // The files of a worker share what they import, which is a quarter of their time: no module keeps state.
    isolate: false,
    alias: {
      "@node-rs/argon2": fileURLToPath(new URL("../../tests/support/server/argon2.ts", import.meta.url)),
      "@tests": fileURLToPath(new URL("../../tests", import.meta.url)),
    },
    globalSetup: "../../tests/support/server/worker-setup.ts",
    // Real databases and processes are started: seconds each on a busy machine.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
