import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import type { Plugin } from "vite";
import { defineProject, type UserWorkspaceConfig } from "vitest/config";
import { cssModules } from "./build/class-names.ts";
import { formChecks } from "./build/form-checks.ts";
import { layers } from "./build/layers.ts";

/**
 * What cannot share a page with other files. Prerendering marks the contexts of every screen as those of React's other
 * renderer for good, and the browser's side would complain of each in all files that ran later in the same worker.
 */
export const alone = ["src/app/prerender.test.tsx"];

const fakedTimers = [
  "setTimeout",
  "clearTimeout",
  "setInterval",
  "clearInterval",
  "Date",
  "performance",
  "requestAnimationFrame",
  "cancelAnimationFrame",
  "requestIdleCallback",
  "cancelIdleCallback",
] as const;

/** jsdom applies no rule of a layer, and prints each sheet with rules inside of rules as an error. */
const withoutNested = (): Plugin => ({
  name: "cairn-without-nested",
  enforce: "pre",
  transform: (code, id) =>
    id.endsWith(".module.css")
      ? { code: code.replaceAll(/@(?:media|container)[^{}]*\{[^{}]*\}/g, ""), map: null }
      : undefined,
});

export const webTests = (own: UserWorkspaceConfig["test"]) =>
  defineProject({
    plugins: [withoutNested(), layers(), react(), formChecks()],
    css: { modules: cssModules },
    test: {
      css: { include: /\.module\.css$/, modules: { classNameStrategy: "scoped" } },
      environment: "jsdom",
      testTimeout: 120_000,
      // Browsers have no setImmediate, and the IndexedDB of these tests runs on it.
      fakeTimers: { toFake: [...fakedTimers] },
      alias: {
        "@tests": fileURLToPath(new URL("../../tests", import.meta.url)),
        // Node would take the part of the package that is for Node, which sends no File.
        "tus-js-client": "tus-js-client/lib.es5/browser/index.js",
      },
      setupFiles: ["../../tests/support/web/setup.ts"],
      ...own,
    },
  });

export default webTests({
  name: "web",
  include: ["src/**/*.test.{ts,tsx}", "build/**/*.test.ts"],
  exclude: alone,
  // The files of a worker share the page and what they import; tests/support/web/setup.ts cleans up after each.
  isolate: false,
});
