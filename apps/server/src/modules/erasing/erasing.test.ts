import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import {
  buildTestApp,
  by,
  type Member,
  registerMember,
  type TestApp,
  verifiedAdmin,
} from "@tests/support/server/app.ts";
import { foundInFiles, foundInRows, type Leaver, makeLeaver } from "@tests/support/server/leaver.ts";
import { mailsTo } from "@tests/support/server/mails.ts";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { comments, content, ledger, users } from "../../db/schema.ts";
import { runCommand } from "../../operator/run-command.ts";
import { readErasedList } from "./erased-list.ts";

let app: TestApp;
let admin: Member;
let other: Member;
beforeAll(async () => {
  app = await buildTestApp({ rateLimits: false });
  admin = await verifiedAdmin(app);
  other = await registerMember(app, "TechWriter");
});
afterAll(() => app.close());

const run = (...argv: string[]) => runCommand(argv, app.operator);
const get = async (url: string, who?: Member) =>
  (await app.call("GET", url, { ...(who && by(who)), headers: { accept: "application/json" } })).body;
const statusOf = async (id: number) =>
  (await app.db.query.select({ status: content.status }).from(content).where(eq(content.id, id)))[0]?.status;
const problemsOfSite = async () => {
  const { lines } = await run("check");
  return lines.filter((line) => line.includes("PROBLEM") || /^ {2}(?!head)/.test(line));
};

/** What a site answers to its readers and members. */
async function answersOf(leaver: Leaver): Promise<string> {
  const urls = [
    "/content?per_page=100",
    "/ledger?per_page=100",
    "/authors?q=Zenobia",
    `/authors/${leaver.user_id}`,
    "/feed.xml",
    "/admin/users?per_page=100",
    "/admin/activity?per_page=100",
    "/admin/reports",
    "/admin/deletion-requests",
    "/admin/invitations",
    "/api/notifications",
    ...leaver.published.flatMap((id) => [`/content/${id}`, `/content/${id}/reviews`]),
    `/content/${leaver.approved}/reviews`,
  ];
  const answers = await Promise.all([
    ...urls.map((url) => get(url, admin)),
    get("/api/notifications", other),
  ]);
  return JSON.stringify(answers);
}

describe("an account whose posts stay", () => {
  let leaver: Leaver;
  let before: string[];
  beforeAll(async () => {
    leaver = await makeLeaver(app, admin, other);
    await app.jobs.runDue("notice", "group notice");
    await mailsTo(app);
    // What reached others' mailboxes is theirs.
    await rm(join(app.db.dataDir, "outbox"), { recursive: true });
    await app.call("POST", "/auth/request-password-reset", { body: { identifier: leaver.email } });
    expect(await mailsTo(app, leaver.email)).toHaveLength(1);
    await app.db.maintain("checkpoint");
    before = [
      ...(await foundInRows(app, leaver.words)),
      ...(await foundInFiles(app.db.dataDir, [...leaver.words, leaver.photo])),
    ];
    const { status, lines } = await run("erase", leaver.email, "--now");
    expect([status, lines]).toEqual([0, [`Erased the account of ${leaver.email}.`]]);
  });

  test("is found in no row, no file and no answer, not even in the database's own files", async () => {
    expect(before.length).toBeGreaterThan(50);
    expect(before.some((place) => place.startsWith("db/pg_wal/"))).toBe(true);
    expect(before.some((place) => place.startsWith("media/"))).toBe(true);
    expect(await foundInRows(app, leaver.words)).toEqual([]);
    const answers = await answersOf(leaver);
    for (const word of leaver.words) expect(answers).not.toContain(word);
    expect(answers).toContain("A former member");
    await app.db.maintain("checkpoint");
    expect(await foundInFiles(app.db.dataDir, [...leaver.words, leaver.photo])).toEqual([]);
  });

  test("keeps what is published, without its edits, and its comments, as those of “A former member”", async () => {
    const [edited = 0] = leaver.published;
    expect(await get(`/content/${edited}`)).toMatchObject({ author_name: "A former member", revision: 1 });
    expect(await statusOf(edited)).toBe("Published");
    for (const id of leaver.hidden) expect(await statusOf(id)).toBe("Removed");
    const [comment] = await app.db.query.select().from(comments).where(eq(comments.id, leaver.comment));
    expect(comment?.authorId).toBe(leaver.user_id);
    const messages = (await get("/api/notifications", other)).items.map(
      ({ message }: { message: string }) => message,
    );
    expect(messages).toContain("A former member mentioned you in a comment");
  });

  test("named nobody as a reviewer any more: the row of the ledger stays, the salt is gone", async () => {
    const { items } = await get(`/content/${leaver.approved}/reviews`);
    expect(items[0]).toMatchObject({
      decision: "approved",
      reviewer: null,
      reviewer_erased: true,
      reviewer_salt: null,
      reviewer_commitment: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const rows = await app.db.query.select().from(ledger).where(eq(ledger.reviewerId, leaver.user_id));
    expect(rows.length).toBeGreaterThan(2);
    expect(rows.every(({ reviewerSalt }) => reviewerSalt === null)).toBe(true);
  });

  test("cannot sign in, is in no list of accounts, and cannot be changed back", async () => {
    expect((await app.call("GET", "/auth/me", by(leaver))).status).toBe(401);
    const { items } = await get("/admin/users?per_page=100", admin);
    expect(items.map(({ id }: { id: number }) => id)).not.toContain(leaver.user_id);
    const answer = await app.call("PATCH", `/admin/users/${leaver.user_id}`, by(admin, { active: true }));
    expect(answer.body.code).toBe("user_not_found");
    expect((await run("list", "--role", "Admin")).lines.join()).not.toContain("erased.invalid");
  });

  test("leaves a site that fits: counts, files and ledger", async () => {
    expect(await problemsOfSite()).toEqual([]);
    expect((await run("ledger", "verify")).status).toBe(0);
  });

  test("can be followed no more, and a comment on its post notifies nobody who is gone", async () => {
    const [post] = leaver.published;
    const answer = await app.call("POST", `/content/${post}/comments`, by(other, { body: "Still good." }));
    expect(answer.status).toBe(201);
  });
});

describe("an account whose posts go", () => {
  test("takes posts and comments with it, and the log says so", async () => {
    const leaver = await makeLeaver(app, admin, other);
    await run("erase", leaver.email, "--posts", "withdraw", "--now");
    for (const id of [...leaver.published, ...leaver.hidden]) expect(await statusOf(id)).toBe("Removed");
    expect((await app.call("GET", `/content/${leaver.published[0]}`)).status).toBe(404);
    expect(await app.db.query.select().from(comments).where(eq(comments.id, leaver.comment))).toEqual([]);
    const [last] = await app.db.query
      .select()
      .from(ledger)
      .where(eq(ledger.contentId, leaver.published[0] ?? 0))
      .orderBy(sql`seq desc`)
      .limit(1);
    expect(last).toMatchObject({ decision: "withdrawn", reviewerSalt: null });
    expect(await foundInRows(app, leaver.words)).toEqual([]);
    expect(await problemsOfSite()).toEqual([]);
  });
});

describe("the operator's command", () => {
  test("without --now gives the member 14 days, and the job erases then", async () => {
    const member = await registerMember(app);
    const { status, lines } = await run("erase", member.email);
    expect([status, lines[0]]).toEqual([
      0,
      expect.stringMatching(/^The account of .* will be erased on .*\. Its member is told/),
    ]);
    await app.jobs.runDue("erase");
    expect(await get("/profiles/me/deletion-request", member)).toMatchObject({ state: "approved" });
    app.passTime(14 * 24 * 60 * 60_000);
    await app.jobs.runDue("erase");
    const [row] = await app.db.query.select().from(users).where(eq(users.id, member.user_id));
    expect(row).toMatchObject({ name: "A former member", erasedPosts: "keep", active: false });
    admin = { ...admin, ...(await app.startSession(admin.user_id)) };
    other = { ...other, ...(await app.startSession(other.user_id)) };
  });

  test("refuses the only verified admin, and an address without an account", async () => {
    const site = await buildTestApp();
    const only = await verifiedAdmin(site);
    await registerMember(site, "Admin");
    expect(await runCommand(["erase", only.email, "--now"], site.operator)).toEqual({
      lines: ["This is the only verified admin. Verify another admin first."],
      status: 1,
    });
    expect((await runCommand(["erase", "nobody@example.test"], site.operator)).status).toBe(1);
    expect((await runCommand(["erase", only.email, "--posts", "sell"], site.operator)).status).toBe(2);
    await site.close();
  });

  test("an admin who became the only verified one after the approval is not erased", async () => {
    const site = await buildTestApp();
    const [one, two] = [await verifiedAdmin(site), await verifiedAdmin(site)];
    await runCommand(["erase", one.email], site.operator);
    await site.db.query.update(users).set({ verifiedAt: null }).where(eq(users.id, two.user_id));
    site.passTime(15 * 24 * 60 * 60_000);
    await site.jobs.runDue("erase");
    const [row] = await site.db.query.select().from(users).where(eq(users.id, one.user_id));
    expect(row?.erasedAt).toBeNull();
    await site.db.query.update(users).set({ verifiedAt: site.now() }).where(eq(users.id, two.user_id));
    site.passTime(25 * 60 * 60_000);
    await site.jobs.runDue("erase");
    const [later] = await site.db.query.select().from(users).where(eq(users.id, one.user_id));
    expect(later?.erasedAt).not.toBeNull();
    await site.close();
  });
});

test("the list beside the database names who was erased by hashes alone, and erases them again after a restore", async () => {
  const site = await buildTestApp();
  await verifiedAdmin(site);
  const member = await registerMember(site);
  const [before] = await site.db.query.select().from(users).where(eq(users.id, member.user_id));
  await runCommand(["erase", member.email, "--posts", "withdraw", "--now"], site.operator);
  const list = await readErasedList(site.db.dataDir);
  expect(list).toEqual([{ id: member.user_id, hash: expect.any(String), posts: "withdraw" }]);
  expect(await readFile(join(site.db.dataDir, "erased-accounts"), "utf8")).not.toContain(member.name);

  // As a backup of before has it.
  const back = { ...before, erasedAt: null, erasedPosts: null };
  await site.db.query.update(users).set(back).where(eq(users.id, member.user_id));
  // Somebody else who got such an id after another restore.
  const stranger = await registerMember(site);
  expect(await site.erasing.begin()).toBe(1);
  await site.jobs.runDue("erase");
  const [row] = await site.db.query.select().from(users).where(eq(users.id, member.user_id));
  expect(row).toMatchObject({ name: "A former member", erasedPosts: "withdraw" });
  const [kept] = await site.db.query.select().from(users).where(eq(users.id, stranger.user_id));
  expect(kept?.erasedAt).toBeNull();
  expect(await site.erasing.begin()).toBe(0);
  await site.close();
});
