import { createECDH, randomUUID } from "node:crypto";
import { password, registration } from "../../support/server/app.ts";
import type { Caller } from "./callers.ts";
import type { Target, Thing } from "./things.ts";

/**
 * Who is answered what. A list is for one's own thing, somebody else's, and one that is not there; a thing that is
 * nobody's has null for one's own.
 */
export type Answers = number | readonly [own: number | null, others: number, missing: number];

export interface Row {
  readonly call: string;
  readonly thing?: Thing;
  readonly answers: Readonly<Record<Caller, Answers>>;
  /** What is sent, so that nothing but the right to send it is missing. */
  readonly body?: (target: Target) => unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

type Others = Partial<Record<Caller, Answers>>;

/** Everybody, but not with a dead token: the site then refreshes and asks again. */
const open = (answers: Answers, others: Others = {}): Row["answers"] => ({
  nobody: answers,
  "an expired token": 401,
  "a refresh token": 401,
  "user A": answers,
  "user B": answers,
  "a writer": answers,
  "an unverified Admin": answers,
  "a verified Admin": answers,
  "a deactivated Admin": 401,
  ...others,
});
/** Every signed-in caller. */
const members = (answers: Answers, others: Others = {}) => open(answers, { nobody: 401, ...others });
/** Who holds the server's grant: the role by itself gives nothing (docs/rules.md#roles-and-grants). */
const admins = (answers: Answers) => members(403, { "a verified Admin": answers });
/** The bearer of a refresh token. */
const renewers = (answers: Answers) => members(401, { "a refresh token": answers });
/** Nobody is asked who they are. */
const unasked = (answers: Answers): Row["answers"] =>
  open(answers, { "an expired token": answers, "a refresh token": answers, "a deactivated Admin": answers });

const verified = (answers: Answers): Others => ({ "a verified Admin": answers });

const tus = { "tus-resumable": "1.0.0" };
const words = { title: "Another title" };
const draft = { title: "A title", body: "Some words.", category: 1 };
const remark = () => ({ body: "Well said." });
const reason = () => ({ reason: "It says too little." });
const webhook = () => ({ url: "https://bot.example/hook", events: ["comment.created"] });
const device = () => ({
  endpoint: `https://push.example/${randomUUID()}`,
  keys: {
    p256dh: createECDH("prime256v1").generateKeys("base64url"),
    auth: "c2l4dGVlbiBieXRlcy4uLg",
  },
});

/** Every call of the contract, and every other route: one without a row fails the tests. */
export const authority: readonly Row[] = [
  // Accounts and sessions.
  { call: "POST /auth/register", answers: open(201), body: () => registration() },
  {
    call: "POST /auth/login",
    thing: "an account",
    answers: open([200, 200, 401]),
    body: ({ email = "nobody@example.test" }) => ({ email, password }),
  },
  { call: "GET /auth/me", answers: members(200) },
  { call: "POST /auth/refresh", answers: renewers(200) },
  { call: "DELETE /auth/logout", answers: renewers(200) },
  {
    call: "POST /auth/request-password-reset",
    answers: open(200),
    body: () => ({ identifier: "somebody@example.test" }),
  },
  {
    call: "POST /auth/verify-reset-code",
    answers: open(400),
    body: () => ({ email: "somebody@example.test", code: "ABCDEF" }),
  },
  {
    call: "POST /auth/reset-password",
    answers: open(400),
    body: () => ({ code: "ABCDEF", new_password: password, confirm_password: password }),
  },
  { call: "POST /auth/check-confirmation", answers: open(400), body: () => ({ token: "no-token-of-ours" }) },
  { call: "POST /auth/confirm-email", answers: open(400), body: () => ({ token: "no-token-of-ours" }) },
  { call: "POST /auth/request-confirmation", answers: members(200) },
  { call: "GET /auth/sessions", answers: members(200) },
  { call: "DELETE /auth/sessions/:id", thing: "a session", answers: members([200, 404, 404]) },
  { call: "GET /profiles/me", answers: members(200) },
  { call: "PATCH /profiles/me", answers: members(200), body: () => ({ bio: "About me." }) },
  { call: "POST /profiles/me/deletion-request", answers: members(201), body: reason },
  { call: "GET /profiles/me/deletion-request", answers: members(200) },
  { call: "DELETE /profiles/me/deletion-request", answers: members(200) },
  { call: "GET /profiles/me/tokens", answers: members(200) },
  {
    call: "POST /profiles/me/tokens",
    answers: members(201),
    body: () => ({ name: "Bot", scopes: ["read"] }),
  },
  { call: "DELETE /profiles/me/tokens/:id", thing: "a token", answers: members([200, 404, 404]) },

  // What everybody reads.
  { call: "GET /health/live", answers: open(200) },
  { call: "GET /health/ready", answers: open(200) },
  { call: "GET /site", answers: open(200) },
  { call: "GET /site/pages", answers: open(200) },
  { call: "GET /site/pages/:slug", thing: "a page of the site’s own", answers: open([null, 200, 404]) },
  { call: "GET /auth/providers", answers: open(200) },
  { call: "GET /authors", answers: open(200) },
  { call: "GET /authors/:id", thing: "an author", answers: open([200, 200, 404]) },
  { call: "GET /categories", answers: open(200) },
  { call: "GET /categories/:id", thing: "a category", answers: open([null, 200, 404]) },
  { call: "GET /feeds/videos", answers: open(200) },
  { call: "GET /feeds/articles", answers: open(200) },
  { call: "GET /feeds/articles/:id", thing: "an article from outside", answers: open([null, 200, 404]) },
  { call: "GET /ledger", answers: open(200) },
  { call: "GET /content", answers: open(200) },
  { call: "GET /content/search", answers: open(200) },
  { call: "GET /content/discussed", answers: open(200) },
  { call: "GET /labels", answers: open(200) },

  // What is published is for everybody; what is not, for its author and verified Admins (docs/rules.md#lists-of-content).
  { call: "GET /content/:id", thing: "a published item", answers: open([200, 200, 404]) },
  {
    call: "GET /content/:id",
    thing: "a waiting item",
    answers: open([200, 404, 404], verified([200, 200, 404])),
  },
  { call: "GET /content/:id", thing: "a draft", answers: open([200, 404, 404], verified([200, 200, 404])) },
  {
    call: "GET /content/:id",
    thing: "a flagged item",
    answers: open([200, 404, 404], verified([200, 200, 404])),
  },
  { call: "GET /content/:id/links", thing: "a published item", answers: open([200, 200, 404]) },
  { call: "GET /content/:id/related", thing: "a published item", answers: open([200, 200, 404]) },
  {
    call: "GET /content/:id/related",
    thing: "a waiting item",
    answers: open([200, 404, 404], verified([200, 200, 404])),
  },
  { call: "GET /content/:id/comments", thing: "a published item", answers: open([200, 200, 404]) },
  {
    call: "GET /content/:id/comments",
    thing: "a waiting item",
    answers: open([200, 404, 404], verified([200, 200, 404])),
  },
  {
    call: "GET /content/:id/comments/:comment",
    thing: "a comment in its place",
    answers: open([200, 200, 404]),
  },
  { call: "GET /content/:id/transcript", thing: "a published item", answers: open([404, 404, 404]) },
  { call: "GET /content/:id/reviews", thing: "a published item", answers: open([200, 200, 404]) },
  {
    call: "GET /content/:id/reviews",
    thing: "a flagged item",
    answers: open([200, 404, 404], verified([200, 200, 404])),
  },
  { call: "GET /content/:id/checks", thing: "a published item", answers: open([200, 200, 404]) },
  {
    call: "GET /content/:id/checks",
    thing: "a waiting item",
    answers: open([200, 404, 404], verified([200, 200, 404])),
  },
  { call: "GET /content/:id/canonical", thing: "a published item", answers: open([200, 200, 404]) },
  { call: "GET /content/:id/canonical", thing: "a waiting item", answers: open([404, 404, 404]) },
  { call: "GET /log", answers: open(200) },
  { call: "GET /content/:id/proof", thing: "a published item", answers: open([200, 200, 404]) },
  { call: "GET /content/:id/proof", thing: "a waiting item", answers: open([404, 404, 404]) },

  // Writing: an item is its author's alone to change, whatever else an Admin may do.
  { call: "POST /content", answers: members(201), body: () => draft },
  // Without its file.
  { call: "POST /pictures", answers: members(400), body: () => ({ alt: "A cairn" }) },
  { call: "POST /captions", answers: members(400), body: () => ({ language: "en" }) },
  {
    call: "POST /uploads",
    answers: members(201),
    headers: { ...tus, "upload-length": "8", "upload-metadata": "filetype dmlkZW8vbXA0" },
  },
  { call: "GET /uploads/:id", thing: "an upload", answers: members([200, 404, 404]) },
  {
    call: "PATCH /uploads/:id",
    thing: "an upload",
    answers: members([204, 404, 404]),
    headers: { ...tus, "upload-offset": "0", "content-type": "application/offset+octet-stream" },
    body: () => Buffer.from("some"),
  },
  { call: "DELETE /uploads/:id", thing: "an upload", answers: members([204, 404, 404]), headers: tus },
  { call: "POST /content/preview", answers: members(200), body: () => ({ body: "Some words." }) },
  { call: "GET /content/stats", answers: members(200) },
  { call: "GET /content/flagged", answers: members(200) },
  {
    call: "GET /content/:id/newest",
    thing: "a published item",
    answers: members([200, 403, 404], verified([200, 200, 404])),
  },
  {
    call: "GET /content/:id/newest",
    thing: "a waiting item",
    answers: members([200, 404, 404], verified([200, 200, 404])),
  },
  {
    call: "PATCH /content/:id",
    thing: "a published item",
    answers: members([200, 403, 404]),
    body: () => words,
  },
  {
    call: "PATCH /content/:id",
    thing: "a waiting item",
    answers: members([200, 404, 404], verified([200, 403, 404])),
    body: () => words,
  },
  {
    call: "PUT /content/:id/answer",
    thing: "a flagged item",
    answers: members([200, 404, 404], verified([200, 403, 404])),
    body: () => ({ revision: 1, answer: "It is right." }),
  },
  {
    call: "POST /content/:id/still-true",
    thing: "a published item",
    answers: members([200, 403, 404]),
    body: () => ({ revision: 1 }),
  },
  {
    call: "POST /content/:id/supersede",
    thing: "a published item",
    // The item that it names is not public.
    answers: members([409, 403, 404]),
    body: () => ({ by: 987_654_321 }),
  },
  { call: "DELETE /content/:id", thing: "a published item", answers: members([200, 403, 404]) },
  {
    call: "DELETE /content/:id",
    thing: "a draft",
    answers: members([200, 404, 404], verified([200, 403, 404])),
  },

  // One's own work as files.
  {
    call: "GET /content/:id/download",
    thing: "a published item",
    answers: members([200, 403, 404], verified([200, 200, 404])),
  },
  {
    call: "GET /content/:id/download",
    thing: "a draft",
    answers: members([200, 404, 404], verified([200, 200, 404])),
  },
  // No file is sent.
  { call: "POST /content/import", answers: members(400), body: () => ({}) },
  { call: "POST /profiles/me/export", answers: members(202) },
  { call: "GET /profiles/me/export", answers: members(200) },

  // A series is public with its first published item (docs/rules.md#series).
  { call: "GET /series", answers: open(200) },
  { call: "GET /series/:id", thing: "a series", answers: open([200, 200, 404]) },
  {
    call: "GET /series/:id",
    thing: "a series of drafts",
    answers: open([200, 404, 404], verified([200, 200, 404])),
  },
  { call: "GET /series/:id/progress", thing: "a series", answers: members([200, 200, 404]) },
  {
    call: "GET /series/:id/progress",
    thing: "a series of drafts",
    answers: members([200, 404, 404], verified([200, 200, 404])),
  },
  { call: "POST /series", answers: members(201), body: () => words },
  {
    call: "PATCH /series/:id",
    thing: "a series",
    answers: members([200, 403, 404], verified([200, 200, 404])),
    body: () => words,
  },
  {
    call: "PATCH /series/:id",
    thing: "a series of drafts",
    answers: members([200, 404, 404], verified([200, 200, 404])),
    body: () => words,
  },
  {
    call: "DELETE /series/:id",
    thing: "a series",
    answers: members([200, 403, 404], verified([200, 200, 404])),
  },

  // Likes, comments and reports are about what is published.
  { call: "PUT /content/:id/like", thing: "a published item", answers: members([200, 200, 404]) },
  { call: "PUT /content/:id/like", thing: "a waiting item", answers: members([404, 404, 404]) },
  { call: "DELETE /content/:id/like", thing: "a published item", answers: members([200, 200, 404]) },
  { call: "DELETE /content/:id/like", thing: "a waiting item", answers: members([404, 404, 404]) },
  { call: "PUT /content/:id/save", thing: "a published item", answers: members([200, 200, 404]) },
  { call: "PUT /content/:id/save", thing: "a waiting item", answers: members([404, 404, 404]) },
  { call: "DELETE /content/:id/save", thing: "a published item", answers: members([200, 200, 404]) },
  { call: "GET /content/:id/position", thing: "a published item", answers: members([200, 200, 404]) },
  { call: "GET /content/:id/position", thing: "a draft", answers: members([404, 404, 404]) },
  {
    call: "PUT /content/:id/position",
    thing: "a published item",
    answers: members([200, 200, 404]),
    body: () => ({ position: 0.5 }),
  },
  { call: "PUT /follows/:kind/:id", thing: "an author to follow", answers: members([200, 200, 404]) },
  { call: "DELETE /follows/:kind/:id", thing: "an author to follow", answers: members([200, 200, 200]) },
  { call: "GET /follows", answers: members(200) },
  { call: "GET /profiles/me/notices", answers: members(200) },
  { call: "PUT /profiles/me/notices", answers: members(200), body: () => ({ items: [] }) },
  { call: "GET /push/key", answers: members(200) },
  { call: "POST /push/subscriptions", answers: members(201), body: device },
  {
    call: "DELETE /push/subscriptions",
    answers: members(200),
    body: () => ({ endpoint: device().endpoint }),
  },
  { call: "GET /saved", answers: members(200) },
  { call: "GET /saved/ids", answers: members(200) },
  { call: "GET /continue", answers: members(200) },
  { call: "GET /history", answers: members(200) },
  { call: "PUT /history", answers: members(200), body: () => ({ on: true }) },
  { call: "DELETE /history/:id", thing: "an opened item", answers: members([200, 404, 404]) },
  { call: "DELETE /history", answers: members(200) },
  {
    call: "POST /content/:id/comments",
    thing: "a published item",
    answers: members([201, 201, 404]),
    body: remark,
  },
  {
    call: "POST /content/:id/comments",
    thing: "a waiting item",
    answers: members([404, 404, 404]),
    body: remark,
  },
  { call: "PATCH /comments/:id", thing: "a comment", answers: members([200, 403, 404]), body: remark },
  {
    call: "DELETE /comments/:id",
    thing: "a comment",
    answers: members([200, 403, 404], verified([200, 200, 404])),
  },
  {
    call: "POST /content/:id/report",
    thing: "a published item",
    answers: members([201, 201, 404]),
    body: reason,
  },
  {
    call: "POST /content/:id/report",
    thing: "a waiting item",
    answers: members([404, 404, 404]),
    body: reason,
  },

  {
    call: "POST /comments/:id/report",
    thing: "a comment",
    answers: members([201, 201, 404]),
    body: reason,
  },
  { call: "GET /members", answers: members(200) },

  // Notifications are one's own.
  { call: "GET /notifications", answers: members(200) },
  { call: "GET /notifications/unread-count", answers: members(200) },
  { call: "POST /notifications/read-all", answers: members(200), body: () => ({}) },
  { call: "POST /notifications/:id/read", thing: "a notification", answers: members([200, 404, 404]) },

  // The review desk: nobody decides about their own items, and nobody is shown others' drafts.
  { call: "GET /admin/content", answers: admins(200) },
  { call: "GET /admin/content/:id", thing: "a waiting item", answers: admins([200, 200, 404]) },
  { call: "GET /admin/content/:id", thing: "a draft", answers: admins([404, 404, 404]) },
  {
    call: "GET /admin/content/:id/revisions/:number",
    thing: "a waiting item",
    answers: admins([200, 200, 404]),
  },
  { call: "GET /admin/content/:id/revisions/:number", thing: "a draft", answers: admins([404, 404, 404]) },
  { call: "POST /admin/content/:id/claim", thing: "a waiting item", answers: admins([200, 200, 404]) },
  { call: "DELETE /admin/content/:id/claim", thing: "a waiting item", answers: admins([200, 200, 404]) },
  {
    call: "POST /admin/content/:id/approve",
    thing: "a waiting item",
    answers: admins([403, 200, 404]),
    body: () => ({ revision: 1 }),
  },
  {
    call: "POST /admin/content/:id/flag",
    thing: "a waiting item",
    answers: admins([403, 200, 404]),
    body: reason,
  },
  { call: "GET /admin/due", answers: admins(200) },
  {
    call: "POST /admin/content/:id/reaffirm",
    thing: "a published item",
    answers: admins([403, 200, 404]),
    body: () => ({ revision: 1 }),
  },
  {
    call: "POST /admin/content/:id/needs-work",
    thing: "a published item",
    answers: admins([403, 200, 404]),
    body: () => ({ revision: 1, reason: "The second command is gone." }),
  },
  {
    call: "POST /admin/content/:id/supersede",
    thing: "a published item",
    // The item that it names is not public.
    answers: admins([403, 409, 404]),
    body: () => ({ by: 987_654_321 }),
  },
  { call: "DELETE /admin/content/:id", thing: "a published item", answers: admins([403, 200, 404]) },
  { call: "DELETE /admin/content/:id", thing: "a draft", answers: admins([404, 404, 404]) },

  // The rest of the admins' screens.
  { call: "GET /admin/overview", answers: admins(200) },
  { call: "GET /admin/activity", answers: admins(200) },
  { call: "GET /admin/activity.csv", answers: admins(200) },
  { call: "GET /admin/users", answers: admins(200) },
  { call: "POST /admin/users", answers: admins(201), body: () => registration() },
  {
    call: "PATCH /admin/users/:id",
    thing: "an account",
    answers: admins([200, 200, 404]),
    body: () => ({ name: "Another name" }),
  },
  { call: "GET /admin/categories", answers: admins(200) },
  {
    call: "POST /admin/categories",
    answers: admins(201),
    body: () => ({ name: registration().name, description: "Tools" }),
  },
  {
    call: "PATCH /admin/categories/:id",
    thing: "a category",
    answers: admins([null, 200, 404]),
    body: () => ({ description: "What it is about." }),
  },
  { call: "DELETE /admin/categories/:id", thing: "a category", answers: admins([null, 200, 404]) },
  {
    call: "POST /admin/labels/end",
    answers: admins(200),
    body: () => ({ label: "node 18", on: "2026-12-01" }),
  },
  { call: "GET /admin/reports", answers: admins(200) },
  { call: "POST /admin/reports/:id/close", thing: "a report", answers: admins([200, 200, 404]) },
  { call: "GET /admin/deletion-requests", answers: admins(200) },
  {
    call: "POST /admin/deletion-requests/:id/approve",
    thing: "a deletion request",
    answers: admins([403, 200, 404]),
  },
  {
    call: "POST /admin/deletion-requests/:id/refuse",
    thing: "a deletion request",
    answers: admins([403, 200, 404]),
    body: reason,
  },
  { call: "GET /admin/webhooks", answers: admins(200) },
  { call: "POST /admin/webhooks", answers: admins(201), body: webhook },
  {
    call: "PATCH /admin/webhooks/:id",
    thing: "a webhook",
    answers: admins([null, 200, 404]),
    body: () => ({ on: true }),
  },
  { call: "DELETE /admin/webhooks/:id", thing: "a webhook", answers: admins([null, 200, 404]) },
  { call: "POST /admin/webhooks/:id/test", thing: "a webhook", answers: admins([null, 201, 404]) },
  { call: "GET /admin/webhooks/:id/deliveries", thing: "a webhook", answers: admins([null, 200, 404]) },
  {
    call: "POST /admin/webhooks/:id/deliveries/:delivery/replay",
    thing: "a delivery",
    answers: admins([null, 200, 404]),
  },

  { call: "GET /admin/settings", answers: admins(200) },
  { call: "PATCH /admin/settings", answers: admins(200), body: () => ({}) },
  // Without a picture.
  { call: "PUT /admin/settings/logo", answers: admins(400), body: () => ({}) },
  { call: "DELETE /admin/settings/logo", answers: admins(200) },
  { call: "GET /admin/status", answers: admins(200) },
  {
    call: "PUT /admin/site/pages/:slug",
    answers: admins(200),
    body: () => ({ title: "Imprint", body: "The school.", language: "en" }),
  },
  {
    call: "DELETE /admin/site/pages/:slug",
    thing: "a page of the site’s own",
    answers: admins([null, 200, 404]),
  },
  { call: "GET /admin/invitations", answers: admins(200) },
  { call: "POST /admin/invitations", answers: admins(201), body: () => ({}) },
  { call: "DELETE /admin/invitations/:id", thing: "an invitation", answers: admins([null, 200, 404]) },
  // Without a list.
  { call: "POST /admin/invitations/import", answers: admins(400), body: () => ({}) },

  // Routes that are no calls of the contract.
  { call: "GET /site/look/:file", answers: unasked(200) },
  { call: "GET /site/logo/:version/:file", answers: unasked(404) },
  { call: "GET /openapi.json", answers: unasked(200) },
  { call: "GET /docs", answers: unasked(200) },
  { call: "GET /docs/style.css", answers: unasked(200) },
  { call: "GET /feed.xml", answers: unasked(200) },
  { call: "GET /authors/:id/feed.xml", thing: "an author", answers: unasked([200, 200, 404]) },
  { call: "GET /categories/:id/feed.xml", thing: "a category", answers: unasked([null, 200, 404]) },
  { call: "GET /podcast.xml", answers: unasked(200) },
  { call: "GET /authors/:id/podcast.xml", thing: "an author", answers: unasked([200, 200, 404]) },
  { call: "GET /series/:id/podcast.xml", thing: "a series", answers: unasked([200, 200, 404]) },
  { call: "GET /podcasts/:file", answers: unasked(404) },
  { call: "GET /content/:id/chapters.json", thing: "a published item", answers: unasked([404, 404, 404]) },
  { call: "GET /log/checkpoint", answers: unasked(200) },
  { call: "GET /log/key", answers: unasked(200) },
  { call: "GET /log/tile/:level/*", answers: unasked(404) },
  { call: "GET /notices/choices", answers: unasked(400) },
  { call: "POST /notices/choices", answers: unasked(400) },
  { call: "GET /notices/unsubscribe", answers: unasked(400) },
  { call: "POST /notices/unsubscribe", answers: unasked(400) },
  { call: "GET /notices/choices.css", answers: unasked(200) },
  { call: "GET /robots.txt", answers: unasked(200) },
  { call: "GET /sitemap.xml", answers: unasked(200) },
  { call: "GET /sitemaps/:kind/:file", answers: unasked(404) },
  // The operator of this site named no contact.
  { call: "GET /.well-known/security.txt", answers: unasked(404) },
  { call: "GET /cards/:id/:file", thing: "a published item's card", answers: unasked([200, 200, 404]) },
  { call: "GET /cards/:id/:file", thing: "a waiting item's card", answers: unasked([404, 404, 404]) },
  { call: "GET /media/:key", thing: "a published file", answers: unasked([200, 200, 404]) },
  { call: "GET /media/:key", thing: "an unpublished file", answers: unasked([404, 404, 404]) },
  { call: "GET /exports/:key", answers: unasked(404) },
  // Its own machine and METRICS_TOKEN open it; no session does.
  { call: "GET /metrics", answers: unasked(403) },
  { call: "GET /auth/login/:provider", answers: unasked(400) },
  { call: "GET /auth/login/:provider/return", answers: unasked(400) },
  { call: "GET /socket.io", answers: unasked(400) },
  { call: "POST /socket.io", answers: unasked(400) },
];
