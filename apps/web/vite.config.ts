import { createRequire } from "node:module";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { bundledWorkers } from "./build/bundled-workers.ts";
import { cssModules, inlinedNames, keptStyles } from "./build/class-names.ts";
import { contractOutline } from "./build/contract-outline.ts";
import { formChecks } from "./build/form-checks.ts";
import { layers } from "./build/layers.ts";

const server = `http://localhost:${process.env.PORT ?? 5000}`;

/** Each screen's own code is a chunk, but for what many share: small files cost a request each. */
const chunkGroups = [
  { name: "vendor", test: /node_modules\/(?:react|react-dom|react-router|scheduler)\// },
  // A browser asks for few style sheets before it can paint.
  { name: "styles", test: /src\/(?:styles|ui|shells|art|app|features\/content)\/.*\.css$/ },
  { name: "shared", minShareCount: 12 },
];

/** Takes out a test parse of turndown, which the policy reports as a violation; it is only ever given nodes. */
const parserlessTurndown = (): Plugin => ({
  name: "cairn-parserless-turndown",
  apply: "build",
  transform: (code, id) =>
    /turndown\.browser\.es\.js/.test(id)
      ? {
          code: code.replace("= canParseHTMLNatively() ? root.DOMParser : createHTMLParser()", "= null"),
          map: null,
        }
      : undefined,
});

export default defineConfig({
  resolve: {
    alias: [
      { find: "typebox", replacement: fileURLToPath(new URL("build/typebox-stub.ts", import.meta.url)) },
      // The package does not export the files of its database.
      {
        find: "pglite-files",
        replacement: dirname(createRequire(import.meta.url).resolve("@electric-sql/pglite")),
      },
    ],
  },
  plugins: [
    bundledWorkers(),
    layers(),
    react(),
    parserlessTurndown(),
    formChecks(),
    keptStyles(),
    contractOutline(),
  ],
  css: { modules: cssModules },
  // The engines of members' code: their frame's policy evaluates no text.
  worker: { rolldownOptions: { checks: { eval: false } } },
  build: {
    target: "es2022",
    manifest: true,
    sourcemap: false,
    modulePreload: { polyfill: false },
    // The CSP lets fonts and styles come from files only.
    assetsInlineLimit: 0,
    rolldownOptions: {
      optimization: inlinedNames,
      output: { codeSplitting: { groups: chunkGroups } },
    },
  },
  server: {
    port: 5173,
    strictPort: true,
    // docs/rules.md#other-origins. The provider's sign-in is at the root, and `/auth/callback` is a screen.
    proxy: {
      "/api": server,
      "/media": server,
      "/site/": server,
      "/pyodide": server,
      "/auth/login/": server,
      "/socket.io": { target: server, ws: true },
    },
  },
});
