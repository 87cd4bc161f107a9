import {
  buildTestApp,
  by,
  type Member,
  registerMember,
  signUp,
  type TestApp,
  verifiedAdmin,
} from "@tests/support/server/app.ts";
import { type MailServer, openMailServer } from "@tests/support/server/smtp.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { noteBackup } from "../../backup/last-backup.ts";

let app: TestApp;
let admin: Member;
let server: MailServer;
beforeAll(async () => {
  server = await openMailServer();
  app = await buildTestApp({
    rateLimits: false,
    smtpUrl: server.url,
    siteStorageBytes: 1_000_000,
    // Nobody listens there.
    articlesFeed: { format: "json", address: "http://127.0.0.1:9/", key: null },
  });
  admin = await verifiedAdmin(app);
});
afterAll(async () => {
  await app.close();
  await server.close();
});

const status = async () => (await app.call("GET", "/admin/status", by(admin))).body;

test("a verified admin reads how the server does, and nobody else", async () => {
  const { status: code, body } = await app.call("GET", "/admin/status", by(admin));
  expect(code).toBe(200);
  expect(body).toMatchObject({
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    feeds: { items: [{ name: "articles", read_at: null }] },
    storage: { used_bytes: 0, most_bytes: 1_000_000, free_bytes: expect.any(Number) },
    backup: { seen_at: null, state: "unknown", advice: expect.stringMatching(/^No backup has been seen/) },
    audit: { at: null, fits: null, problem: null, state: "unknown" },
  });
  const kinds = body.queues.items.map(({ kind }: { kind: string }) => kind);
  expect(kinds).toContain("mail");
  const member = await registerMember(app);
  expect((await app.call("GET", "/admin/status", by(member))).status).toBe(403);
  expect((await app.call("GET", "/admin/status")).status).toBe(401);
});

test("mail says what was sent last, and what was given up with the mail server’s words", async () => {
  await signUp(app, "User");
  await app.jobs.runDue("mail");
  const { mail } = await status();
  expect(mail).toMatchObject({ waiting: 0, sent_at: expect.any(String), refused_at: null, state: "ok" });
  app.passTime(1_000);
  server.answer("550 5.1.1 no such mailbox");
  await signUp(app, "User");
  await app.jobs.runDue("mail");
  expect((await status()).mail).toMatchObject({
    refused_at: expect.any(String),
    refused_reason: expect.stringContaining("550"),
    state: "wrong",
    advice: expect.stringMatching(/given up/),
  });
});

test("mail that waits is counted, and needs a look once it is late", async () => {
  await signUp(app, "User");
  app.passTime(10 * 60_000);
  const { mail, queues } = await status();
  expect(mail).toMatchObject({ waiting: 1, state: "wrong", advice: expect.stringContaining("SMTP_URL") });
  const ofMail = queues.items.find(({ kind }: { kind: string }) => kind === "mail");
  expect(ofMail).toMatchObject({ waiting: 1, oldest_seconds: expect.any(Number) });
  expect(ofMail.oldest_seconds).toBeGreaterThanOrEqual(600);
});

test("a feed that could not be read says so", async () => {
  await app.feeds.refreshNow();
  expect((await status()).feeds).toMatchObject({ items: [{ failing: true }], state: "wrong" });
});

test("a backup that was made on this machine is seen", async () => {
  const at = new Date(app.now().getTime() - 60_000);
  await noteBackup(app.db.dataDir, at);
  expect((await status()).backup).toEqual({ seen_at: at.toISOString(), state: "ok", advice: null });
});
