import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { formChecks } from "./build/form-checks.ts";

export default defineConfig({
  plugins: [react(), formChecks()],
  test: {
    name: "web",
    environment: "jsdom",
    include: ["src/**/*.test.{ts,tsx}", "build/**/*.test.ts"],
    testTimeout: 120_000,
    setupFiles: ["src/test/setup.ts"],
  },
});
