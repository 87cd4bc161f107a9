/**
 * The tests of the server that `npm run test:scale` runs again, on PostgreSQL, Redis and a bucket: those in which the
 * engine, the shared limits, the bucket or other instances can make a difference, and why. A path may be a folder.
 * @type {readonly { why: string, files: readonly string[] }[]}
 */
export const bothEngines = [
  {
    why: "every call once, as everybody: each statement has to run on the oldest PostgreSQL as well",
    files: ["tests/proofs/authority/authority.test.ts"],
  },
  {
    why: "statements, schema and migrations: how the engine runs, refuses and recovers",
    files: [
      "apps/server/src/db/database.test.ts",
      "apps/server/src/db/fairness.proof.test.ts",
      "apps/server/src/db/migrate.test.ts",
      "apps/server/src/db/schema.test.ts",
      "apps/server/src/db/server/",
      "apps/server/src/plugins/machine-fault.test.ts",
    ],
  },
  {
    why: "transactions of many connections at once: the embedded engine runs them in turns, a server locks rows",
    files: [
      "apps/server/src/jobs/jobs.test.ts",
      "apps/server/src/modules/auth/auth.routes.test.ts",
      "apps/server/src/modules/auth/reset.routes.test.ts",
      "apps/server/src/modules/comments/withdrawn-notices.test.ts",
      "apps/server/src/modules/comments/written-at-once.test.ts",
      "apps/server/src/modules/content/writing/writing.routes.test.ts",
      "apps/server/src/modules/notice-delivery/notice-mails.test.ts",
      "apps/server/src/modules/ledger/ledger.routes.test.ts",
      "apps/server/src/modules/ledger/log/log.routes.test.ts",
      "apps/server/src/modules/likes/likes.routes.test.ts",
      "apps/server/src/modules/mail/mail.service.test.ts",
      "apps/server/src/modules/notifications/counts.property.proof.test.ts",
      "apps/server/src/modules/notifications/publishing.test.ts",
      "apps/server/src/modules/push/push.routes.test.ts",
      "apps/server/src/modules/reviews/reviews.routes.test.ts",
      "apps/server/src/modules/series/series.routes.test.ts",
      "apps/server/src/modules/social-login/social-login.test.ts",
      "apps/server/src/modules/standing/standing.routes.test.ts",
      "apps/server/src/calls/idempotency.test.ts",
    ],
  },
  {
    why: "notifications of the database: a server sends them over a connection that can be lost",
    files: [
      "apps/server/src/events/changes.test.ts",
      "apps/server/src/answers/stale-answers.property.proof.test.ts",
      "apps/server/src/realtime/live.test.ts",
      "apps/server/src/realtime/live-interruptions.test.ts",
    ],
  },
  {
    why: "plans, sorting and text search: each engine has its own planner and its own collations",
    files: [
      "apps/server/src/modules/admin/list-plans.test.ts",
      "apps/server/src/modules/comments/conversations.test.ts",
      "apps/server/src/modules/content/content.routes.test.ts",
      "apps/server/src/modules/content/writing/languages.test.ts",
      "apps/server/src/modules/notifications/notification-plans.test.ts",
      "apps/server/src/modules/notifications/notifications.routes.test.ts",
      "apps/server/src/modules/search/search.property.test.ts",
      "apps/server/src/modules/search/search.routes.test.ts",
    ],
  },
  {
    why: "limits that instances share in Redis",
    files: [
      "apps/server/src/rate-limits/rate-limits.test.ts",
      "apps/server/src/realtime/live-limits.test.ts",
    ],
  },
  {
    why: "media in a bucket",
    files: [
      "apps/server/src/modules/content/writing/uploads.test.ts",
      "apps/server/src/modules/media/media.routes.test.ts",
      "apps/server/src/modules/media/media.sweep.test.ts",
      "apps/server/src/modules/media/renditions.test.ts",
      "apps/server/src/modules/media/storage.routes.test.ts",
      "apps/server/src/modules/moving/moving.routes.test.ts",
      "apps/server/src/modules/pictures/pictures.routes.test.ts",
      "apps/server/src/modules/profiles/profiles.routes.test.ts",
      "apps/server/src/modules/uploads/uploads.routes.test.ts",
    ],
  },
  {
    why: "what an operator sees of a server's connections",
    files: ["apps/server/src/metrics/metrics.test.ts"],
  },
];
