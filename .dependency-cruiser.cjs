/*
 * Who may import whom; docs/architecture.md draws it. `npm test -- lint` checks it, and checks the checker too:
 * scripts/boundaries/planted.mjs holds at least one violation per rule, and each must be found.
 */

const serverOutside = "(^|/)node_modules/(drizzle-orm|pg|@electric-sql/pglite)/";
const testFiles = "\\.test\\.tsx?$|^tests/";
/** Tests that run inside the server or the web app, and what they stand on. */
const innerTests = "^tests/(support/(server/|web/|witness/|writes/|call\\.ts$)|proofs/(?!promises/))";

/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: "nothing-cycles",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "imports-resolve",
      comment:
        "form-check: and virtual: are modules that the site's build makes up; ?url asks it for a file's address.",
      severity: "error",
      from: {},
      to: { couldNotResolve: true, pathNot: "^(form-check|virtual):|[?](worker&)?url$" },
    },
    {
      name: "production-never-imports-tests",
      severity: "error",
      from: { path: "^(apps|packages)/", pathNot: testFiles },
      to: { path: testFiles },
    },
    {
      name: "contract-stands-alone",
      comment: "Only schemas, constants and small pure functions: no React, Fastify, database or Node.",
      severity: "error",
      from: { path: "^packages/contract/src/", pathNot: testFiles },
      to: { pathNot: "^packages/contract/src/|(^|/)node_modules/typebox/" },
    },
    {
      name: "interpreter-reaches-nothing",
      comment:
        "Beside an article's code, in its frame, there are engines alone: nothing of the site's pages.",
      severity: "error",
      from: {
        path: "^apps/web/src/lib/code/([a-z]+-worker|interpreter|prelude|program|read-data|serve-program)[.]ts$",
      },
      to: {
        pathNot:
          "^apps/web/src/lib/code/|^packages/contract/src/|(^|/)node_modules/(@electric-sql/pglite|@jitl|quickjs-emscripten-core|sucrase|yaml)/",
      },
    },
    {
      name: "tlog-stands-alone",
      comment:
        "Trees, notes and tiles by their public texts: nothing of Cairn, of Node or of browsers alone.",
      severity: "error",
      from: { path: "^packages/tlog/src/", pathNot: testFiles },
      to: { pathNot: "^packages/tlog/src/|(^|/)node_modules/canonicalize/" },
    },
    {
      name: "node-knows-no-site",
      comment: "What every program of Cairn's may use on Node: files, locks and the log's hashes.",
      severity: "error",
      from: { path: "^packages/node/src/", pathNot: testFiles },
      to: { pathNot: "^packages/(node|tlog)/src/", dependencyTypesNot: ["core"] },
    },
    {
      name: "witness-stands-alone",
      comment: "Whoever watches a site runs nothing of the site's.",
      severity: "error",
      from: { path: "^apps/witness/src/", pathNot: testFiles },
      to: { pathNot: "^apps/witness/src/|^packages/(node|tlog)/src/", dependencyTypesNot: ["core"] },
    },
    {
      name: "site-knows-no-witness",
      comment: "They meet by HTTP, in the formats of packages/tlog.",
      severity: "error",
      from: { path: "^apps/(server|web)/src/", pathNot: testFiles },
      to: { path: "^apps/witness/" },
    },
    {
      name: "web-and-server-stay-apart",
      comment: "The contract and the log's formats are the only things both sides know.",
      severity: "error",
      from: { path: "^(?:apps|tests/support)/(server|web)/" },
      to: { path: "^(apps|tests/support)/(server|web)/", pathNot: "^(apps|tests/support)/$1/" },
    },
    {
      name: "proofs-know-no-screen",
      comment: "What browsers send by, and keep until then, is no screen: its proof runs against the server.",
      severity: "error",
      from: { path: "^tests/proofs/" },
      to: {
        path: "^(apps|tests/support)/web/",
        pathNot: "^apps/web/src/lib/(outbox/(box|deliver|entry)|api/(api-error|send))\\.ts$",
      },
    },
    {
      name: "product-never-imports-tools",
      severity: "error",
      from: { path: `^(apps|packages)/|${innerTests}` },
      to: { path: "^(scripts|bench)/" },
    },
    {
      name: "inner-tests-know-no-outer",
      severity: "error",
      from: { path: `^(apps|packages)/|${innerTests}` },
      to: { path: "^tests/", pathNot: innerTests },
    },
    {
      name: "demo-has-one-door",
      comment: "What the server takes of the demo stands in apps/server/src/demo.ts.",
      severity: "error",
      from: { path: "^(apps|packages)/", pathNot: `^apps/server/src/demo\\.ts$|${testFiles}` },
      to: { path: "^demo/" },
    },
    {
      name: "demo-knows-no-tools",
      comment: "It is written by parts of the server: not by the site, and not by what wires the server.",
      severity: "error",
      from: { path: "^demo/", pathNot: `^demo/make/|${testFiles}` },
      to: { path: "^(demo/make|apps/web|scripts|tests|bench)/|^apps/server/src/[^/]+\\.ts$|\\.routes\\.ts$" },
    },
    {
      name: "journeys-see-only-the-outside",
      comment:
        "They call the built server; so do tests/support/call.ts and writes, which crash tests inside it share.",
      severity: "error",
      from: { path: "^tests/((journeys|scale|look|support/(site|scale|writes))/|support/call\\.ts$)" },
      to: { path: "^apps/|^tests/(support/(server|web)|proofs)/" },
    },

    {
      name: "features-stay-apart",
      comment: "Compose features in pages/ instead.",
      severity: "error",
      from: { path: "^apps/web/src/features/([^/]+)/" },
      to: { path: "^apps/web/src/features/", pathNot: "^apps/web/src/features/$1/" },
    },
    {
      name: "features-know-no-page",
      severity: "error",
      from: { path: "^apps/web/src/features/" },
      to: { path: "^apps/web/src/(pages|app)/" },
    },
    {
      name: "pages-know-no-app",
      severity: "error",
      from: { path: "^apps/web/src/pages/" },
      to: { path: "^apps/web/src/app/" },
    },
    {
      name: "only-queries-call-the-api",
      comment:
        "One file per feature holds its calls beside their cache keys. Error classes and the host are for everybody.",
      severity: "error",
      from: { path: "^apps/web/src/", pathNot: `\\.queries\\.ts$|^apps/web/src/lib/|${testFiles}` },
      to: { path: "^apps/web/src/lib/api/(api|send|renewal)\\.ts$" },
    },
    {
      name: "kit-knows-no-feature",
      comment: "Deleting every feature leaves the design system and the helpers compiling.",
      severity: "error",
      from: { path: "^apps/web/src/(ui|lib|art|shells|styles)/", pathNot: testFiles },
      to: { path: "^apps/web/src/(features|pages|app)/" },
    },
    {
      name: "lib-knows-no-component",
      comment: "Components use what lib has, never the other way round.",
      severity: "error",
      from: { path: "^apps/web/src/lib/", pathNot: testFiles },
      to: { path: "^apps/web/src/(ui|art|shells|styles)/" },
    },

    {
      name: "sql-lives-in-repositories",
      comment: "The names of what can go wrong (db/errors.ts) are for everybody, and so are types.",
      severity: "error",
      from: {
        path: "^apps/server/src/(modules|verification|plugins|calls|limits|answers|events|realtime|lib|metrics)/",
        pathNot: `\\.repository\\.ts$|${testFiles}`,
      },
      to: {
        path: `^apps/server/src/db/|${serverOutside}`,
        pathNot: "^apps/server/src/db/errors\\.ts$",
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "modules-meet-in-app",
      comment:
        "A module is handed another's service by app.ts; by itself it may know only its types and policies.",
      severity: "error",
      from: { path: "^apps/server/src/modules/([^/]+)/", pathNot: testFiles },
      to: {
        path: "^apps/server/src/modules/",
        pathNot: "^apps/server/src/modules/$1/|\\.policy\\.ts$",
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "repositories-are-private",
      comment: "Not even the types of another module's repository: rows are nobody else's business.",
      severity: "error",
      from: { path: "^apps/server/src/modules/([^/]+)/", pathNot: testFiles },
      to: { path: "\\.repository\\.ts$", pathNot: "^apps/server/src/modules/$1/" },
    },
    {
      name: "repositories-hold-only-sql",
      severity: "error",
      from: { path: "\\.repository\\.ts$" },
      to: { path: "\\.(routes|service|policy|presenter)\\.ts$" },
    },
    {
      name: "policies-are-pure",
      severity: "error",
      from: { path: "\\.policy\\.ts$" },
      to: {
        path: `\\.(routes|service|repository|presenter)\\.ts$|^apps/server/src/(db|plugins|calls|limits|answers)/|${serverOutside}`,
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "services-know-no-http",
      severity: "error",
      from: { path: "\\.service\\.ts$" },
      to: { path: "\\.routes\\.ts$|(^|/)node_modules/fastify/" },
    },
    {
      name: "routes-go-through-services",
      severity: "error",
      from: { path: "\\.routes\\.ts$" },
      to: { path: "\\.repository\\.ts$" },
    },
    {
      name: "parts-know-no-app",
      comment: "app.ts wires everything, main.ts is the process; whatever they wire cannot reach back.",
      severity: "error",
      from: { path: "^apps/server/src/[^/]+/", pathNot: testFiles },
      to: {
        path: "^apps/server/src/(app|http|routes|lifecycle|main)\\.ts$",
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "plugins-know-no-module",
      comment:
        "What only one module needs, or what needs a module, belongs to that module. The same holds for calls, limits and answers.",
      severity: "error",
      from: { path: "^apps/server/src/(plugins|calls|limits|answers)/", pathNot: testFiles },
      to: { path: "^apps/server/src/modules/" },
    },
    {
      name: "routes-alone-use-plugins",
      comment:
        "Plugins are hooks of the HTTP server: http.ts registers them, and routes use what they export.",
      severity: "error",
      from: {
        path: "^apps/server/src/[^/]+/",
        pathNot: `^apps/server/src/plugins/|\\.routes\\.ts$|${testFiles}`,
      },
      to: { path: "^apps/server/src/plugins/" },
    },
    {
      name: "db-knows-no-module",
      severity: "error",
      from: { path: "^apps/server/src/db/", pathNot: testFiles },
      to: { path: "^apps/server/src/modules/" },
    },
    {
      name: "helpers-know-no-domain",
      severity: "error",
      from: { path: "^apps/server/src/lib/", pathNot: testFiles },
      to: { path: "^apps/server/src/(?!lib/)" },
    },
    {
      name: "server-runs-on-its-dependencies",
      severity: "error",
      from: { path: "^apps/server/src/", pathNot: testFiles },
      to: { dependencyTypes: ["npm-dev", "npm-no-pkg"], dependencyTypesNot: ["type-only"] },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "(^|/)(dist|\\.cache)/" },
    combinedDependencies: true,
    // Type-only imports count too: a cycle of types is a cycle.
    tsPreCompilationDeps: true,
    // For @tests.
    tsConfig: { fileName: "tsconfig.base.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"],
    },
  },
};
