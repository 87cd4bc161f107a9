import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/**
 * The proofs: `npm run prove` runs them, and no other command (docs/testing.md). The files of a worker share what
 * they import, and its engines.
 */
export default defineConfig({
  test: {
    name: "proofs",
    include: ["**/*.proof.test.ts", "../../apps/server/src/**/*.proof.test.ts"],
    alias: {
      "@node-rs/argon2": fileURLToPath(new URL("../support/server/argon2.ts", import.meta.url)),
      "@tests": fileURLToPath(new URL("..", import.meta.url)),
    },
    globalSetup: "../support/server/worker-setup.ts",
    isolate: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
