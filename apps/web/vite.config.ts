import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { cssModules, inlinedNames, keptStyles } from "./build/class-names.ts";
import { contractOutline } from "./build/contract-outline.ts";
import { formChecks } from "./build/form-checks.ts";
import { layerOrder } from "./build/layer-order.ts";

const server = `http://localhost:${process.env.PORT ?? 5000}`;

const oneOf = (...patterns: string[]) => new RegExp(patterns.join("|"));

/**
 * Makes fewer chunks than the bundler would: dozens of small files cost more than they save. A screen that needs any
 * part of a chunk loads all of it, so each holds only what its screens share; the budgets check this.
 */
const chunkGroups = [
  { name: "vendor", test: /node_modules\/(?:react|react-dom|react-router|scheduler)\// },
  { name: "query", test: /node_modules\/@tanstack\// },
  {
    // Code that the entry and the public screens need.
    name: "base",
    test: oneOf(
      "packages/contract/src/(?:auth|endpoint|index|limits|messages|paging|roles|screens|storage-keys)",
      "build/plain-icon",
      "src/lib/(?:session/|storage|store|PageTitle|load-errors|api/host)",
      "src/ui/(?:Button|Spinner|cx)\\b",
      "src/art/(?:Logo|GoogleGlyph|LineGlyph)\\b",
    ),
  },
  {
    name: "calls",
    test: oneOf("src/lib/api/(?:api|api-error|client|renewal)\\.", "packages/contract/src/errors\\b"),
    includeDependenciesRecursively: false,
  },
  {
    // The frames of the inner pages, and what only these pages have. Nothing in the kit may import from here.
    name: "frame",
    test: oneOf(
      "src/shells/(?:MemberShell|AccountButton|account-button|TopBar|TabBar|PlaceLink|places|member-shell|top-bar|tab-bar)",
      "src/ui/(?:Avatar|avatar|Byline|byline|Count|count|Toast|toast|VerifiedMark|verified-mark)\\b",
      "src/ui/(?:CategoryLine|category-line|StatusBadge|Dialog|dialog|Chip|chip)\\b",
      "src/ui/(?:SafeHtml|prose)\\b",
      "src/lib/(?:query-client|page-data|excerpt|time/)",
      "src/app/useShellUser",
      "src/features/auth/me\\.queries",
    ),
    minShareCount: 2,
    includeDependenciesRecursively: false,
  },
  {
    // Components of many screens. The HTML sanitiser is heavy, so only screens that show foreign HTML load it.
    name: "kit",
    test: oneOf("src/(?:ui/(?!safe-html|CleanHtml|prose)|art/|shells/)", "node_modules/lucide-react/"),
    minShareCount: 4,
    includeDependenciesRecursively: false,
  },
];

/** Chunks with parts that come after the page: the names of all that these import would lengthen the page's own script. */
const comesLater =
  /(?:LandingPage|MemberLayout|PostPage|ContentManagementPage|frame|QueryLayer|ReasonAnswer|useOpenedItem|CommentBox)-/;

/** What the entry itself imports: it is there before anything is preloaded. */
const alwaysThere = /(?:base|index|rolldown-runtime|vendor)-[^/]*$/;

export default defineConfig({
  resolve: {
    alias: [
      { find: "typebox", replacement: fileURLToPath(new URL("build/typebox-stub.ts", import.meta.url)) },
      // As the library's icons import it.
      {
        find: "../createLucideIcon.mjs",
        replacement: fileURLToPath(new URL("build/plain-icon.ts", import.meta.url)),
      },
    ],
  },
  plugins: [layerOrder(), react(), formChecks(), keptStyles(), contractOutline()],
  css: { modules: cssModules },
  build: {
    target: "es2022",
    manifest: true,
    sourcemap: false,
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, files, { hostId }) =>
        files.filter((file) => file.endsWith(".css") || !(comesLater.test(hostId) || alwaysThere.test(file))),
    },
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
    // docs/rules.md#d5. The provider's sign-in is at the root, and `/auth/callback` is a screen.
    proxy: {
      "/api": server,
      "/media": server,
      "/auth/login/": server,
      "/socket.io": { target: server, ws: true },
    },
  },
});
