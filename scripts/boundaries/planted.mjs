const web = "apps/web/src";
const server = "apps/server/src";
const modules = `${server}/modules`;
const comments = `${web}/features/comments/CommentList.tsx`;
const db = `${server}/db/client.ts`;

/** @typedef {{ rule?: string, from: string, to: string, type?: boolean }} PlantedImport */

/**
 * Imports that the boundaries must report, each by its rule.
 * @type {PlantedImport[]}
 */
export const forbidden = [
  { rule: "nothing-cycles", from: `${web}/ui/Egg.ts`, to: `${web}/ui/Hen.ts` },
  { rule: "imports-resolve", from: `${web}/ui/Lost.tsx`, to: `${web}/ui/Nowhere.tsx` },
  { rule: "production-never-imports-tests", from: `${web}/ui/Table.tsx`, to: `${web}/ui/Card.test.tsx` },
  { rule: "production-never-imports-tests", from: `${server}/main.ts`, to: `${server}/test/factories.ts` },
  { rule: "contract-stands-alone", from: "packages/contract/src/files.ts", to: "node:fs" },
  { rule: "contract-stands-alone", from: "packages/contract/src/server.ts", to: "fastify", type: true },
  { rule: "web-and-server-stay-apart", from: `${web}/lib/rows.ts`, to: db },
  { rule: "web-and-server-stay-apart", from: `${server}/lib/card.ts`, to: `${web}/ui/Card.tsx`, type: true },
  { rule: "product-never-imports-tools", from: `${web}/lib/tool.ts`, to: "scripts/tool.mjs" },
  { rule: "journeys-see-only-the-outside", from: "e2e/journeys/spy.ts", to: `${web}/ui/Card.tsx` },
  { rule: "features-stay-apart", from: `${web}/features/likes/LikeButton.tsx`, to: comments },
  { rule: "features-know-no-page", from: `${web}/features/likes/back.ts`, to: `${web}/pages/HomePage.tsx` },
  { rule: "pages-know-no-app", from: `${web}/pages/LoginPage.tsx`, to: `${web}/app/routes.tsx` },
  { rule: "kit-knows-no-feature", from: `${web}/ui/Button.tsx`, to: comments },
  { rule: "kit-knows-no-feature", from: `${web}/lib/api.ts`, to: comments, type: true },
  {
    rule: "only-queries-call-the-api",
    from: `${web}/features/likes/useLike.ts`,
    to: `${web}/lib/api/api.ts`,
  },
  { rule: "sql-lives-in-repositories", from: `${modules}/likes/likes.service.ts`, to: db },
  { rule: "sql-lives-in-repositories", from: `${server}/jobs/sweep.ts`, to: "drizzle-orm" },
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
  { rule: "helpers-know-no-domain", from: `${server}/lib/clock.ts`, to: `${server}/config.ts` },
  { rule: "server-runs-on-its-dependencies", from: `${server}/db/picture.ts`, to: "esbuild" },
];

/**
 * Their lawful neighbours, which must pass.
 * @type {PlantedImport[]}
 */
export const allowed = [
  { from: "packages/contract/src/shapes.ts", to: "typebox" },
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
 * What closes the planted cycle, by a type alone; a cycle is reported once, at the other import.
 * @type {PlantedImport[]}
 */
export const supporting = [{ from: `${web}/ui/Hen.ts`, to: `${web}/ui/Egg.ts`, type: true }];

/** What the files above run on, for the rule that tells run-time packages from development ones. */
export const serverManifest = { dependencies: { "drizzle-orm": "*" }, devDependencies: { esbuild: "*" } };
