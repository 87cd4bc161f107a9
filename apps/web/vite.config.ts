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

const oneOf = (...patterns: string[]) => new RegExp(patterns.join("|"));

/**
 * Makes fewer chunks than the bundler would: each small file costs a request, and a head of 300 bytes. A screen that needs
 * any part of a chunk loads all of it, so each holds only what its screens share; the budgets check this.
 */
const chunkGroups = [
  { name: "vendor", test: /node_modules\/(?:react|react-dom|react-router|scheduler)\// },
  {
    // Code that the entry and the public screens need, and the styles of what screens share, in one file: a browser asks
    // for few files before it can paint.
    name: "base",
    test: oneOf(
      "src/(?:styles|ui|shells|art|app|features/content)/.*\\.css$",
      "packages/contract/src/(?:auth|endpoint|index|limits|messages|paging|roles|screens|storage-keys)",
      "build/plain-icon",
      "src/lib/(?:session/|lazy-named|later-part|page-data|storage|store|PageTitle|api/host)",
      "src/ui/(?:Button|LoadingLine|cx)\\b",
      "src/art/(?:Logo|LineGlyph)\\b",
      "src/shells/Footer\\b",
      "lucide-react/dist/esm/icons/arrow-right\\.",
    ),
  },
  {
    name: "calls",
    test: oneOf(
      "src/lib/api/(?:api|api-error|renewal|send|send-form|server-now)\\.",
      "src/lib/(?:idempotency-key|useSend)\\.",
      "src/features/auth/auth\\.queries",
      "packages/contract/src/(?:errors|social-login)\\b",
    ),
    includeDependenciesRecursively: false,
  },
  {
    // Posts on this device, for the screens that show them.
    name: "pending",
    test: oneOf("src/features/writing/pending/pending-posts?\\.ts"),
    minShareCount: 2,
    includeDependenciesRecursively: false,
  },
  {
    // The frames of the inner pages, and what only these pages have. Nothing in the kit may import from here.
    name: "frame",
    test: oneOf(
      "node_modules/@tanstack/",
      "src/shells/(?:Frame|member-frame|AccountButton|account-button|TabBar|places|frame|top-bar|tab-bar)",
      "src/ui/(?:Avatar|avatar|byline|count|TitleText|Toast|toast|ToastRegion|VerifiedMark|verified-mark)\\b",
      "src/ui/(?:category-line|Badge|ConfirmDialog|Dialog|dialog|Chip|chip|PageHead|Skeleton|useLoadMore)\\b",
      "src/ui/(?:SafeHtml|prose|Pager)\\b",
      "lucide-react/dist/esm/icons/(?:undo-2|chevron-left|square-play|bell|compass|house|library|log-out)\\.",
      "src/lib/(?:query-client|query-keys|pages\\.ts|excerpt|direction|composition|time/|logged|useObjectUrl)",
      "packages/contract/src/(?:languages|content|ledger|notifications|search)\\.",
      "src/app/PersonFrame",
      "src/features/auth/(?:me\\.queries|useLogout)",
      "src/features/notifications/(?:notice|notifications\\.queries|notification-list)\\b",
      "src/lib/outbox/(?:unsent|call-or-wait)\\.",
    ),
    minShareCount: 2,
    includeDependenciesRecursively: false,
  },
  {
    // What lists of items and the page of an item share.
    name: "items",
    test: oneOf(
      "packages/contract/src/(?:reading|comments|profiles)\\.",
      "src/features/content/(?:content\\.queries|item-length|saving/SaveSpot|CardRowSkeleton)",
      "src/lib/forms/useDraft",
      "lucide-react/dist/esm/icons/(?:pencil|thumbs-up|heart)\\.",
    ),
    minShareCount: 2,
    includeDependenciesRecursively: false,
  },
  {
    // Lists of items.
    name: "lists",
    test: oneOf(
      "packages/contract/src/(?:categories|series)\\.",
      "src/features/content/ContentCard\\b",
      "src/features/(?:authors/authors\\.queries|library/library\\.queries|library/library-filter)",
      "src/features/follows/(?:FollowSpot|follow-spot)",
    ),
    minShareCount: 2,
    includeDependenciesRecursively: false,
  },
  {
    // Lists of what lies elsewhere.
    name: "feeds",
    test: oneOf(
      "src/features/content/VerifiedRow",
      "src/features/feeds/(?:useFeeds|useEntryState|feeds\\.queries|model/(?:feed-cache|feed-item)|modal/(?:ExternalLink|external-link))",
    ),
    minShareCount: 2,
    includeDependenciesRecursively: false,
  },
  // What comes after a page, each in one file.
  ...Object.entries({
    clean: ["node_modules/dompurify/", "src/ui/(?:CleanHtml|safe-html|copy-code)\\."],
    journal: ["node_modules/idb-keyval/", "src/lib/forms/journal\\.", "src/ui/RestoredSpot\\b"],
    "comment-forms": ["src/features/comments/(?:CommentForm|CommentBox|AnswerForm|CommentEditor)\\b"],
    device: ["src/app/device\\.", "src/lib/device/(?:install|kept-store|worker)\\."],
    saving: ["src/features/content/saving/(?:SaveButton|saved\\.queries)", "icons/bookmark\\."],
  }).map(([name, tests]) => ({ name, test: oneOf(...tests), includeDependenciesRecursively: false })),
  {
    // Components of many screens. The HTML sanitiser is heavy, and tables are of inner pages: only their screens load them.
    name: "kit",
    test: oneOf(
      "src/(?:ui/(?!safe-html|CleanHtml|prose|DataTable|data-table|editor/|checks/|FormDialog|RestoredLine|UnsentItem|unsent-item)|art/|shells/)",
      "node_modules/lucide-react/",
    ),
    minShareCount: 4,
    includeDependenciesRecursively: false,
  },
];

/** Takes the keys out of icons: random letters, half a kilobyte of every page, and plain-icon.ts needs none. */
const keylessIcons = (): Plugin => ({
  name: "cairn-keyless-icons",
  apply: "build",
  transform: (code, id) =>
    /lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/]/.test(id)
      ? { code: code.replace(/,\s*key: "\w+"/g, "").replace("__iconData.node;", ""), map: null }
      : undefined,
});

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

/** Chunks with parts that come after the page: the names of all that these import would lengthen the page's own script. */
const comesLater =
  /(?:LandingPage|HomePage|CreatePostPage|KeptContentForm|TechWriterEditPage|write-page\.module|MemberLayout|PostPage|ContentManagementPage|frame|items|lists|ReasonAnswer|FeedItemModal|comment-forms|ProfilePage|AuthorPage|LibraryPage)-/;

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
    keylessIcons(),
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
      "/pyodide": server,
      "/auth/login/": server,
      "/socket.io": { target: server, ws: true },
    },
  },
});
