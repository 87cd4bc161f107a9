import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { cssModules } from "./build/class-names.ts";
import { formChecks } from "./build/form-checks.ts";

export default defineConfig({
  plugins: [react(), formChecks()],
  css: { modules: cssModules },
  test: {
    css: { include: /\.module\.css$/, modules: { classNameStrategy: "scoped" } },
    name: "web",
    environment: "jsdom",
    include: ["src/**/*.test.{ts,tsx}", "build/**/*.test.ts"],
    testTimeout: 120_000,
    setupFiles: ["../../tests/support/web/setup.ts"],
  },
});
