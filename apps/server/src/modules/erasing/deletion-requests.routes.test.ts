import {
  buildTestApp,
  by,
  type Member,
  registerMember,
  type TestApp,
  verifiedAdmin,
} from "@tests/support/server/app.ts";
import { makeItem } from "@tests/support/server/content.ts";
import { lastMailTo, mailsTo } from "@tests/support/server/mails.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

const day = 24 * 60 * 60_000;

let app: TestApp;
let admin: Member;
let member: Member;
beforeAll(async () => {
  app = await buildTestApp({ rateLimits: false });
  admin = await verifiedAdmin(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  admin = { ...admin, ...(await app.startSession(admin.user_id)) };
  member = await registerMember(app);
});

const path = "/profiles/me/deletion-request";
const ask = (body?: unknown, who = member) => app.call("POST", path, by(who, body));
const own = async (who = member) => (await app.call("GET", path, by(who))).body;
const takeBack = (who = member) => app.call("DELETE", path, by(who));
const list = async () =>
  (await app.call("GET", "/admin/deletion-requests?per_page=100", by(admin))).body.items;
const requestOf = async (who = member) =>
  (await list()).find(({ user }: { user: { id: number } }) => user.id === who.user_id);
const decide = (id: number, what: "approve" | "refuse", body?: unknown, who = admin) =>
  app.call("POST", `/admin/deletion-requests/${id}/${what}`, by(who, body));
const noticesOf = async (who = member): Promise<string[]> => {
  const { body } = await app.call("GET", "/api/notifications", by(who));
  return body.items.map(({ message }: { message: string }) => message);
};

/** Asks, and lets the admin approve. @returns when the account is erased */
async function approved(posts: "keep" | "withdraw" = "keep"): Promise<Date> {
  await ask({ posts });
  const { id } = await requestOf();
  return new Date((await decide(id, "approve")).body.erased_at);
}

describe("a member's request", () => {
  test("reaches the admins once, with or without a reason, and with what it means", async () => {
    const item = await makeItem(app, { authorId: member.user_id });
    await app.call("POST", `/content/${item}/comments`, by(member, { body: "Mine." }));
    expect(await own()).toMatchObject({ state: "none", posts: null });
    expect(await ask()).toMatchObject({ status: 201, body: { message: "Deletion requested" } });
    await ask({ posts: "withdraw", reason: "Moving on." });
    expect(await requestOf()).toMatchObject({
      user: { id: member.user_id, email: member.email },
      posts: "keep",
      reason: null,
      means: { posts: 1, comments: 1, reviews: 0 },
    });
    expect(await own()).toMatchObject({ state: "asked", posts: "keep", erased_at: null });
    expect(await requestOf(admin)).toBeUndefined();
  });

  test("counts an admin's decisions about others' posts", async () => {
    const reviewer = await verifiedAdmin(app);
    await makeItem(app, { authorId: member.user_id, reviewerId: reviewer.user_id });
    await ask({ posts: "withdraw", reason: "Moving on." }, reviewer);
    expect(await requestOf(reviewer)).toMatchObject({
      reason: "Moving on.",
      means: { posts: 0, reviews: 1 },
    });
  });

  test("is taken back, as often as one likes", async () => {
    await ask();
    expect((await takeBack()).status).toBe(200);
    expect(await own()).toMatchObject({ state: "none" });
    expect(await requestOf()).toBeUndefined();
    expect((await takeBack()).status).toBe(200);
  });

  test("ends with the account's deactivation", async () => {
    await ask();
    await app.call("PATCH", `/admin/users/${member.user_id}`, by(admin, { active: false }));
    expect(await requestOf()).toBeUndefined();
  });
});

describe("an approval", () => {
  test("says when the account is erased, tells the member and stands in the activity", async () => {
    const erasedAt = await approved();
    expect(erasedAt.getTime() - app.now().getTime()).toBeGreaterThan(13.9 * day);
    expect(await own()).toMatchObject({ state: "approved", erased_at: erasedAt.toISOString() });
    expect(await requestOf()).toBeUndefined();
    const mail = await lastMailTo(app, member.email);
    expect(mail.subject).toBe("Your Cairn account will be erased");
    expect(mail.text).toContain("/profile");
    expect((await noticesOf())[0]).toMatch(/^Your account will be erased on /);
    const { items } = (await app.call("GET", "/admin/activity", by(admin))).body;
    expect(items[0].event).toBe(`Deletion approved: ${member.name}`);
  });

  test("made again changes nothing, and cannot become a refusal", async () => {
    await ask();
    const { id } = await requestOf();
    const answers = await Promise.all([decide(id, "approve"), decide(id, "approve"), decide(id, "approve")]);
    expect(new Set(answers.map(({ body }) => body.erased_at)).size).toBe(1);
    expect(await decide(id, "refuse", { reason: "No." })).toMatchObject({
      status: 409,
      body: { code: "deletion_request_decided" },
    });
  });

  test("can be taken back for 14 days: the member signs in as before, and nothing is erased", async () => {
    await approved();
    app.passTime(13.9 * day);
    await app.jobs.runDue("erase");
    const session = { ...member, ...(await app.startSession(member.user_id)) };
    expect((await takeBack(session)).status).toBe(200);
    app.passTime(2 * day);
    await app.jobs.runDue("erase");
    const later = { ...member, ...(await app.startSession(member.user_id)) };
    expect((await app.call("GET", "/profiles/me", by(later))).body).toMatchObject({ name: member.name });
    expect(await own(later)).toMatchObject({ state: "none" });
  });

  test("is not another admin's word about oneself, and leaves a verified admin", async () => {
    const other = await verifiedAdmin(app);
    await ask(undefined, other);
    const { id } = await requestOf(other);
    expect(await decide(id, "approve", undefined, other)).toMatchObject({ status: 403 });
    expect((await decide(id, "approve")).status).toBe(200);
  });

  test("of a request that is not there is refused", async () => {
    expect(await decide(987_654, "approve")).toMatchObject({ body: { code: "deletion_request_not_found" } });
  });

  test("does not count on a clock that was ahead: the sweep leaves its day as it is", async () => {
    await approved();
    await app.endWaitsOfClockAhead();
    await app.jobs.runDue("erase");
    expect(await own()).toMatchObject({ state: "approved" });
  });
});

describe("a refusal", () => {
  test("tells the member why, once, and lets them ask again", async () => {
    await ask();
    const { id } = await requestOf();
    const reason = "Your exam is still running.";
    expect(await decide(id, "refuse", { reason })).toMatchObject({
      status: 200,
      body: { message: "Deletion refused" },
    });
    await decide(id, "refuse", { reason: "Another." });
    expect(await decide(id, "approve")).toMatchObject({ body: { code: "deletion_request_decided" } });
    expect(await own()).toMatchObject({ state: "refused", refusal: reason });
    const mails = (await mailsTo(app, member.email)).filter(({ subject }) => subject.includes("will not be"));
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain(reason);
    expect((await noticesOf())[0]).toBe(`An admin did not approve the deletion of your account: ${reason}`);
    await ask({ posts: "withdraw" });
    expect(await own()).toMatchObject({ state: "asked", posts: "withdraw" });
  });

  test("needs a reason", async () => {
    await ask();
    const { id } = await requestOf();
    expect((await decide(id, "refuse", { reason: "  " })).status).toBe(400);
  });
});
