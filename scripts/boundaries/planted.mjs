const web = "apps/web/src";
const server = "apps/server/src";
const modules = `${server}/modules`;
const comments = `${web}/features/comments/CommentList.tsx`;
const db = `${server}/db/client.ts`;
const support = "tests/support";

/** @typedef {{ rule?: string, from: string, to: string, type?: boolean }} PlantedImport */

/**
 * Imports that the boundaries must report, each by its rule.
 * @type {PlantedImport[]}
 */
export const forbidden = [
  { rule: "nothing-cycles", from: `${web}/ui/Egg.ts`, to: `${web}/ui/Hen.ts` },
  { rule: "imports-resolve", from: `${web}/ui/Lost.tsx`, to: `${web}/ui/Nowhere.tsx` },
  { rule: "production-never-imports-tests", from: `${web}/ui/Table.tsx`, to: `${web}/ui/Card.test.tsx` },
  { rule: "production-never-imports-tests", from: `${server}/main.ts`, to: `${support}/server/factories.ts` },
  { rule: "contract-stands-alone", from: "packages/contract/src/files.ts", to: "node:fs" },
  { rule: "contract-stands-alone", from: "packages/contract/src/server.ts", to: "fastify", type: true },
  { rule: "interpreter-reaches-nothing", from: `${web}/lib/code/sql-worker.ts`, to: "node:fs" },
  { rule: "tlog-stands-alone", from: "packages/tlog/src/hash.ts", to: "node:crypto" },
  {
    rule: "tlog-stands-alone",
    from: "packages/tlog/src/row.ts",
    to: "packages/contract/src/log.ts",
    type: true,
  },
  { rule: "node-knows-no-site", from: "packages/node/src/rows.ts", to: db, type: true },
  { rule: "node-knows-no-site", from: "packages/node/src/call.ts", to: "undici" },
  {
    rule: "witness-stands-alone",
    from: "apps/witness/src/rows.ts",
    to: `${server}/lib/clock.ts`,
    type: true,
  },
  { rule: "site-knows-no-witness", from: `${server}/lib/sign.ts`, to: "apps/witness/src/witness.ts" },
  { rule: "web-and-server-stay-apart", from: `${web}/lib/rows.ts`, to: db },
  { rule: "web-and-server-stay-apart", from: `${server}/lib/card.ts`, to: `${web}/ui/Card.tsx`, type: true },
  { rule: "product-never-imports-tools", from: `${web}/lib/tool.ts`, to: "scripts/tool.mjs" },
  { rule: "web-and-server-stay-apart", from: `${support}/web/rows.ts`, to: db },
  { rule: "web-and-server-stay-apart", from: `${web}/ui/Bar.test.tsx`, to: `${support}/server/factories.ts` },
  { rule: "proofs-know-no-screen", from: "tests/proofs/spy.test.ts", to: `${web}/ui/Card.tsx` },
  { rule: "product-never-imports-tools", from: `${support}/server/tool.ts`, to: "scripts/tool.mjs" },
  { rule: "inner-tests-know-no-outer", from: `${server}/app.test.ts`, to: `${support}/site/server.ts` },
  {
    rule: "inner-tests-know-no-outer",
    from: "tests/proofs/all.test.ts",
    to: "tests/proofs/promises/all.ts",
  },
  { rule: "journeys-see-only-the-outside", from: "tests/journeys/spy.ts", to: `${web}/ui/Card.tsx` },
  {
    rule: "journeys-see-only-the-outside",
    from: "tests/scale/spy.ts",
    to: `${support}/server/factories.ts`,
  },
  { rule: "journeys-see-only-the-outside", from: `${support}/writes/spy.ts`, to: db },
  { rule: "journeys-see-only-the-outside", from: `${support}/call.ts`, to: `${web}/ui/Card.tsx` },
  { rule: "demo-has-one-door", from: `${server}/serve.ts`, to: "demo/write.ts" },
  { rule: "demo-has-one-door", from: `${web}/lib/sample.ts`, to: "demo/people.ts", type: true },
  { rule: "demo-knows-no-tools", from: "demo/story.ts", to: "demo/make/voice.mjs" },
  { rule: "demo-knows-no-tools", from: "demo/trial.ts", to: `${support}/server/factories.ts` },
  { rule: "demo-knows-no-tools", from: "demo/door.ts", to: `${server}/demo.ts` },
  { rule: "features-stay-apart", from: `${web}/features/likes/LikeButton.tsx`, to: comments },
  { rule: "features-know-no-page", from: `${web}/features/likes/back.ts`, to: `${web}/pages/HomePage.tsx` },
  { rule: "pages-know-no-app", from: `${web}/pages/LoginPage.tsx`, to: `${web}/app/routes.tsx` },
  { rule: "kit-knows-no-feature", from: `${web}/ui/Button.tsx`, to: comments },
  { rule: "kit-knows-no-feature", from: `${web}/lib/api.ts`, to: comments, type: true },
  { rule: "lib-knows-no-component", from: `${web}/lib/dates.ts`, to: `${web}/ui/Button.tsx`, type: true },
  {
    rule: "only-queries-call-the-api",
    from: `${web}/features/likes/useLike.ts`,
    to: `${web}/lib/api/api.ts`,
  },
  { rule: "sql-lives-in-repositories", from: `${modules}/likes/likes.service.ts`, to: db },
  { rule: "sql-lives-in-repositories", from: `${server}/verification/sweep.ts`, to: "drizzle-orm" },
  { rule: "modules-meet-in-app", from: `${modules}/likes/likes.ts`, to: `${modules}/posts/posts.service.ts` },
  {
    rule: "repositories-are-private",
    from: `${modules}/likes/likes.presenter.ts`,
    to: `${modules}/posts/posts.repository.ts`,
    type: true,
  },
  {
    rule: "repositories-hold-only-sql",
    from: `${modules}/posts/other.repository.ts`,
    to: `${modules}/posts/posts.policy.ts`,
  },
  {
    rule: "policies-are-pure",
    from: `${modules}/posts/other.policy.ts`,
    to: `${modules}/posts/posts.repository.ts`,
  },
  {
    rule: "services-know-no-http",
    from: `${modules}/posts/other.service.ts`,
    to: `${modules}/posts/posts.routes.ts`,
  },
  {
    rule: "routes-go-through-services",
    from: `${modules}/posts/other.routes.ts`,
    to: `${modules}/posts/posts.repository.ts`,
  },
  { rule: "parts-know-no-app", from: `${server}/plugins/session.ts`, to: `${server}/app.ts` },
  {
    rule: "plugins-know-no-module",
    from: `${server}/plugins/session-type.ts`,
    to: `${modules}/posts/posts.service.ts`,
    type: true,
  },
  {
    rule: "routes-alone-use-plugins",
    from: `${modules}/posts/type.service.ts`,
    to: `${server}/plugins/session.ts`,
    type: true,
  },
  { rule: "db-knows-no-module", from: `${server}/db/insert.ts`, to: `${modules}/posts/posts.repository.ts` },
  { rule: "helpers-know-no-domain", from: `${server}/lib/clock.ts`, to: `${server}/config.ts` },
  { rule: "server-runs-on-its-dependencies", from: `${server}/db/picture.ts`, to: "esbuild" },
];

/**
 * Similar imports that are allowed and must pass.
 * @type {PlantedImport[]}
 */
export const allowed = [
  { from: "tests/scale/load.ts", to: `${support}/writes/stored.ts` },
  { from: `${server}/crash.test.ts`, to: `${support}/writes/stored.ts` },
  { from: `${server}/kill.test.ts`, to: `${support}/call.ts` },
  { from: `${server}/feeds.test.ts`, to: `${support}/server/factories.ts` },
  { from: "tests/proofs/promises/disk.ts", to: `${support}/server/factories.ts` },
  { from: `${server}/demo.ts`, to: "demo/write.ts" },
  { from: `${server}/db/seeded.test.ts`, to: "demo/write.ts" },
  { from: "packages/contract/src/shapes.ts", to: "typebox" },
  { from: "apps/witness/src/files.ts", to: "packages/node/src/files.ts" },
  { from: "packages/tlog/src/json.ts", to: "canonicalize" },
  { from: "packages/node/src/keys.ts", to: "node:crypto" },
  { from: "packages/node/src/trees.ts", to: "packages/tlog/src/trees.ts" },
  { from: `${web}/pages/PostPage.tsx`, to: comments },
  { from: `${web}/features/comments/form.ts`, to: comments },
  { from: `${web}/features/likes/likes.queries.ts`, to: `${web}/lib/api/api.ts` },
  { from: `${web}/features/likes/words.ts`, to: `${web}/lib/api/api-error.ts` },
  { from: `${web}/features/comments/look.ts`, to: `${web}/ui/Card.tsx` },
  { from: `${web}/ui/Grid.test.tsx`, to: `${web}/ui/Card.tsx` },
  { from: `${modules}/posts/posts.repository.ts`, to: db },
  { from: `${modules}/posts/third.repository.ts`, to: "drizzle-orm" },
  { from: `${modules}/likes/third.service.ts`, to: db, type: true },
  { from: `${modules}/likes/fourth.service.ts`, to: `${modules}/posts/posts.service.ts`, type: true },
  { from: `${modules}/likes/fifth.service.ts`, to: `${modules}/posts/posts.policy.ts` },
  { from: `${modules}/likes/sixth.service.ts`, to: `${server}/db/errors.ts` },
];

/**
 * Closes the planted cycle with a type-only import; a cycle is reported once, at the other import.
 * @type {PlantedImport[]}
 */
export const supporting = [{ from: `${web}/ui/Hen.ts`, to: `${web}/ui/Egg.ts`, type: true }];

/** The server's planted package.json, for the rule that tells run-time dependencies from development ones. */
export const serverManifest = { dependencies: { "drizzle-orm": "*" }, devDependencies: { esbuild: "*" } };
