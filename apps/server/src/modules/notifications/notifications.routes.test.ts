import type { Notification, NotificationPage } from "@cairn/contract";
import {
  type Answer,
  buildTestApp,
  type Member,
  registerMember,
  type TestApp,
  verifiedAdmin,
} from "@tests/support/server/app.ts";
import { makeItem } from "@tests/support/server/content.ts";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { systemClock } from "../../lib/clock.ts";
import { createNotificationService } from "./notifications.service.ts";

let app: TestApp;
let writer: Member;
let admin: Member;
let other: Member;
let reader: Member;
beforeAll(async () => {
  app = await buildTestApp({ rateLimits: false });
  writer = await registerMember(app, "TechWriter");
  admin = await verifiedAdmin(app);
  other = await verifiedAdmin(app);
  reader = await registerMember(app);
});
afterAll(() => app.close());

const as = (who: Member) => ({ token: who.access_token });

const call = (who: Member, method: "GET" | "POST" | "PATCH" | "DELETE", url: string, body?: unknown) =>
  app.call(method, url, { body, ...as(who) });

async function listOf(who: Member, query = ""): Promise<NotificationPage> {
  const answer = await call(who, "GET", `/notifications${query}`);
  expect(answer.status).toBe(200);
  return answer.body;
}
const newestOf = async (who: Member): Promise<Notification | undefined> => (await listOf(who)).items[0];
const idsOf = async (who: Member) => (await listOf(who, "?per_page=100")).items.map(({ id }) => id);
const unreadOf = async (who: Member) => (await call(who, "GET", "/notifications/unread-count")).body;
const rowCount = async () => {
  const { rows } = await app.db.query.execute<{ n: string }>(sql`select count(*) as n from notifications`);
  return Number(rows[0]?.n);
};

/** How many rows `work` writes. */
async function rowsWrittenBy(work: () => Promise<Answer>): Promise<number> {
  const before = await rowCount();
  expect((await work()).status).toBeLessThan(300);
  return (await rowCount()) - before;
}

const submit = (who: Member, facts: Record<string, unknown> = {}) =>
  call(who, "POST", "/content", {
    title: "Rate limiting, step by step",
    body: "Count, then refuse.",
    content_type: "article",
    category: "Fullstack Development",
    ...facts,
  });
const waiting = async (facts: Record<string, unknown> = {}, who = writer): Promise<number> =>
  (await submit(who, facts)).body.id;
const approve = (id: number, revision = 1, who = admin) =>
  call(who, "POST", `/admin/content/${id}/approve`, { revision });
const flag = (id: number, reason: string) => call(admin, "POST", `/admin/content/${id}/flag`, { reason });
const remove = (id: number, body?: unknown) => call(admin, "DELETE", `/admin/content/${id}`, body);
const edit = (id: number, facts: Record<string, unknown>) => call(writer, "PATCH", `/content/${id}`, facts);
const comment = (who: Member, id: number) =>
  call(who, "POST", `/content/${id}/comments`, { body: "Well said." });
const published = async (facts: Record<string, unknown> = {}, who = writer): Promise<number> => {
  const id = await waiting(facts, who);
  expect((await approve(id)).status).toBe(200);
  return id;
};

describe("what is notified", () => {
  test("a first publication: one row for all members, with type and action, and not to its author", async () => {
    const id = await waiting();
    expect(await rowsWrittenBy(() => approve(id))).toBe(2);
    const told = await newestOf(reader);
    expect(told).toMatchObject({
      type: "Article",
      message: `New article by ${await nameOf(writer)}`,
      subMessage: "Rate limiting, step by step [Read Article]",
      url: `/posts/${id}`,
      time: "0 minutes ago",
      read: false,
    });
    expect(await newestOf(writer)).toMatchObject({
      type: "System",
      message: "Your post was approved",
      subMessage: "Rate limiting, step by step [View Post]",
      url: `/posts/${id}`,
    });
    expect(await idsOf(writer)).not.toContain(told?.id);
  });

  test.each([
    ["Video", "Video", "New video", "Watch Now"],
    ["Audio", "System", "New audio", "Listen Now"],
  ] as const)("%s content is notified as %s", async (contentType, type, message, action) => {
    const id = await published({ title: "Seen [twice]", content_type: contentType });
    expect(await newestOf(reader)).toMatchObject({
      type,
      message: `${message} by ${await nameOf(writer)}`,
      subMessage: `Seen (twice) [${action}]`,
      url: `/posts/${id}`,
    });
  });

  test("the approval of a later edit notifies only its author", async () => {
    const id = await published();
    const { items } = await listOf(reader);
    await edit(id, { title: "Rate limiting, again" });
    expect(await rowsWrittenBy(() => approve(id, 2))).toBe(1);
    expect((await listOf(reader)).items).toEqual(items);
    expect(await newestOf(writer)).toMatchObject({ subMessage: "Rate limiting, again [View Post]" });
  });

  test("an item that is published again after a flag does not notify members again", async () => {
    const id = await published();
    const { items } = await listOf(reader);
    await flag(id, "It deletes the wrong folder.");
    expect(await rowsWrittenBy(() => approve(id))).toBe(1);
    expect((await listOf(reader)).items).toEqual(items);
  });

  test("a flag notifies its author with the reason and a link to the edit screen", async () => {
    const id = await waiting();
    expect(await rowsWrittenBy(() => flag(id, "  It deletes\nthe wrong folder. "))).toBe(1);
    expect(await newestOf(writer)).toMatchObject({
      type: "System",
      message: "Your post was flagged: It deletes the wrong folder.",
      subMessage: "Rate limiting, step by step [Edit Post]",
      url: `/techwriter/edit/${id}`,
    });
  });

  test("a long reason is cut at a word", async () => {
    await flag(await waiting(), "wrong ".repeat(300));
    const message = (await newestOf(writer))?.message;
    expect(message).toMatch(/^Your post was flagged: (wrong )*wrong…$/);
    expect(message?.length).toBeLessThan(320);
  });

  test.each([
    ["with its reason", { reason: "Copied." }, "Your post was removed: Copied."],
    ["without one", undefined, "Your post was removed"],
  ])("a removal notifies the author %s", async (_case, body, message) => {
    const id = await waiting();
    expect(await rowsWrittenBy(() => remove(id, body))).toBe(1);
    expect(await newestOf(writer)).toMatchObject({
      message,
      subMessage: "Rate limiting, step by step [My Content]",
      url: "/content",
    });
  });

  test("a comment notifies the item's author, unless it is their own", async () => {
    const id = await published();
    expect(await rowsWrittenBy(() => comment(reader, id))).toBe(1);
    expect(await newestOf(writer)).toMatchObject({
      type: "Comment",
      message: `${await nameOf(reader)} commented on your post`,
      subMessage: "Rate limiting, step by step [View Comment]",
      url: expect.stringMatching(`^/posts/${id}#comment-[1-9][0-9]*$`),
    });
    expect(await rowsWrittenBy(() => comment(writer, id))).toBe(0);
  });

  test("an item that begins to wait: one row for the verified admins, which leads to it", async () => {
    let id = 0;
    const written = await rowsWrittenBy(async () => {
      const answer = await submit(writer);
      id = answer.body.id;
      return answer;
    });
    expect(written).toBe(1);
    for (const who of [admin, other]) {
      expect(await newestOf(who)).toMatchObject({
        type: "System",
        message: `A post by ${await nameOf(writer)} waits for review`,
        subMessage: "Rate limiting, step by step [Review]",
        url: `/content-management?item=${id}`,
      });
    }
  });

  test("a draft notifies when it is sent, an edit of a waiting item does not notify again", async () => {
    const author = await registerMember(app);
    const id = await waiting({ draft: true }, author);
    const change = (facts: object) => rowsWrittenBy(() => call(author, "PATCH", `/content/${id}`, facts));
    expect(await change({ title: "Still a draft" })).toBe(0);
    expect(await change({ draft: false })).toBe(1);
    expect(await change({ title: "Mended while it waits" })).toBe(0);
    await flag(id, "Say where it runs.");
    expect(await change({ title: "Sent again" })).toBe(1);
    await approve(id, 4);
    expect(await change({ title: "An afterthought" })).toBe(1);
    expect(await newestOf(admin)).toMatchObject({
      message: `An edit by ${await nameOf(author)} waits for review`,
    });
  });

  test("an admin's own post notifies the other verified admins, and never unverified ones", async () => {
    const unverified = await registerMember(app, "Admin");
    const before = await idsOf(admin);
    await submit(admin);
    expect(await idsOf(admin)).toEqual(before);
    expect(await newestOf(other)).toMatchObject({
      message: `A post by ${await nameOf(admin)} waits for review`,
    });
    expect((await listOf(unverified)).items).toEqual([]);
  });

  test("refused calls notify nobody", async () => {
    const id = await published();
    const before = await rowCount();
    expect((await approve(id)).status).toBe(409);
    expect((await comment(reader, 999_999)).status).toBe(404);
    expect((await submit(writer, { category: "Nothing of the kind" })).status).toBe(400);
    expect(await rowCount()).toBe(before);
  });
});

async function nameOf(who: Member): Promise<string> {
  return (await call(who, "GET", "/auth/me")).body.name;
}

describe("who sees what", () => {
  test("a member sees notifications since they joined, and nothing older", async () => {
    await published();
    const newcomer = await registerMember(app);
    expect(await listOf(newcomer, "?page=1")).toMatchObject({ items: [], total: 0, unread: 0 });
    await published({ title: "The first they see" });
    expect(await listOf(newcomer, "?page=1")).toMatchObject({
      items: [{ subMessage: "The first they see [Read Article]" }],
      total: 1,
      unread: 1,
    });
  });

  test("an admin who is verified later sees review notifications from then on; one who loses the grant sees none", async () => {
    const late = await registerMember(app, "Admin");
    await submit(writer);
    const setVerified = (isVerified: boolean) =>
      call(admin, "PATCH", `/admin/users/${late.user_id}`, { verified: isVerified });
    await setVerified(true);
    expect((await listOf(late)).items).toEqual([]);
    await submit(writer);
    const seen = await idsOf(late);
    expect(seen).toHaveLength(1);
    const before = await unreadOf(late);

    await setVerified(false);
    expect((await listOf(late)).items).toEqual([]);
    expect((await call(late, "POST", `/notifications/${seen[0]}/read`)).status).toBe(404);
    const between = await unreadOf(late);
    expect(between).toMatchObject({ unread: 0 });
    expect(between.version).toBeGreaterThan(before.version);

    await submit(writer);
    await setVerified(true);
    expect(await unreadOf(late)).toMatchObject({ unread: 0 });
    expect((await unreadOf(late)).version).toBeGreaterThan(between.version);
  });

  test("a member who becomes an Admin keeps personal notifications, and leaves the audience of members", async () => {
    const author = await registerMember(app, "TechWriter");
    await published({}, author);
    await published();
    expect(await idsOf(author)).toHaveLength(2);
    const setRole = (role: string) => call(admin, "PATCH", `/admin/users/${author.user_id}`, { role });
    await setRole("Admin");
    expect((await listOf(author)).items).toMatchObject([{ message: "Your post was approved" }]);
    await published();
    await setRole("User");
    expect(await unreadOf(author)).toMatchObject({ unread: 1 });
    await published();
    expect(await unreadOf(author)).toMatchObject({ unread: 2 });
  });

  test("the notification of a flagged item and its link stay; that of a removed one no longer names it", async () => {
    const id = await published({ title: "A name to forget" });
    await flag(id, "It names somebody.");
    expect(await newestOf(reader)).toMatchObject({
      subMessage: "A name to forget [Read Article]",
      url: `/posts/${id}`,
    });
    const before = await unreadOf(reader);
    await remove(id, { reason: "It names somebody." });
    expect(await newestOf(reader)).toMatchObject({ subMessage: "No longer available [View]", url: null });
    expect(await unreadOf(reader)).toEqual(before);
    expect(await newestOf(writer)).toMatchObject({ subMessage: "A name to forget [My Content]" });
  });
});

describe("GET /notifications", () => {
  test("returns the newest twenty, and a total only where a page was requested", async () => {
    const who = await registerMember(app);
    for (let count = 0; count < 22; count += 1) await published({ title: `Post ${count}` });
    const first = await listOf(who);
    expect(first.items).toHaveLength(20);
    expect(first.items[0]).toMatchObject({ subMessage: "Post 21 [Read Article]" });
    expect(first).not.toHaveProperty("total");

    const pages = [await listOf(who, "?page=1"), await listOf(who, "?page=2"), await listOf(who, "?page=3")];
    expect(pages.map(({ items, total }) => [items.length, total])).toEqual([
      [20, 22],
      [2, 22],
      [0, 22],
    ]);
    const ids = pages.flatMap(({ items }) => items.map(({ id }) => id));
    expect(ids).toEqual(ids.toSorted((one, other) => other - one));
    expect(new Set(ids).size).toBe(22);
    expect((await listOf(who, "?page=2&per_page=5")).items.map(({ id }) => id)).toEqual(ids.slice(5, 10));
  });

  test("personal and shared notifications are in the order of their creation", async () => {
    const author = await registerMember(app, "TechWriter");
    await published({}, author);
    await published({ title: "In between" });
    const id = await published({}, author);
    await comment(reader, id);
    expect((await listOf(author)).items.map(({ message, subMessage }) => [message, subMessage])).toEqual([
      [`${await nameOf(reader)} commented on your post`, "Rate limiting, step by step [View Comment]"],
      ["Your post was approved", "Rate limiting, step by step [View Post]"],
      [`New article by ${await nameOf(writer)}`, "In between [Read Article]"],
      ["Your post was approved", "Rate limiting, step by step [View Post]"],
    ]);
  });

  test("pages end at item 10,000", async () => {
    expect((await call(reader, "GET", "/notifications?page=500&per_page=20")).status).toBe(200);
    const answer = await call(reader, "GET", "/notifications?page=501&per_page=20");
    expect(answer).toMatchObject({ status: 400, body: { code: "page_too_deep" } });
  });

  test("times are relative, in minutes and then in hours without limit", async () => {
    const later = await buildTestApp({ rateLimits: false }, null, { db: app.db, store: app.store });
    const author = await registerMember(later, "TechWriter");
    const [reviewer, member] = [await verifiedAdmin(later), await registerMember(later)];
    const id = await makeItem(later, { authorId: author.user_id, status: "Pending" });
    await later.call("POST", `/admin/content/${id}/approve`, { body: { revision: 1 }, ...as(reviewer) });
    const timeAfter = async (minutes: number) => {
      later.passTime(minutes * 60_000);
      const { refresh_token } = member;
      const { body } = await later.call("POST", "/auth/refresh", { token: refresh_token });
      return (await later.call("GET", "/notifications", { token: body.access_token })).body.items[0].time;
    };
    expect(await timeAfter(1)).toBe("1 minute ago");
    expect(await timeAfter(58)).toBe("59 minutes ago");
    expect(await timeAfter(1)).toBe("1 hour ago");
    expect(await timeAfter(29 * 60)).toBe("30 hours ago");
    expect(await timeAfter(70 * 60)).toBe("100 hours ago");
    await later.http.close();
  });

  test("a deactivated member is refused, even before their session has ended", async () => {
    const gone = await registerMember(app);
    await app.db.query.execute(sql`update users set active = false where id = ${gone.user_id}`);
    for (const url of ["/notifications", "/notifications/unread-count"]) {
      expect((await call(gone, "GET", url)).status).toBe(401);
    }
  });
});

describe("reading", () => {
  test("marks one and counts it; marking it again changes nothing", async () => {
    const who = await registerMember(app);
    await published();
    await published();
    const [newest, older] = await idsOf(who);
    const before = await unreadOf(who);
    expect(before).toMatchObject({ unread: 2 });

    const answer = await call(who, "POST", `/notifications/${newest}/read`, {});
    expect(answer).toMatchObject({ status: 200, body: { unread: 1 } });
    expect(answer.body.version).toBeGreaterThan(before.version);
    expect((await listOf(who)).items.map(({ read }) => read)).toEqual([true, false]);
    expect((await call(who, "POST", `/notifications/${newest}/read`)).body).toEqual(answer.body);

    expect((await call(who, "POST", `/notifications/${older}/read`)).body).toMatchObject({ unread: 0 });
    expect((await listOf(who)).items.map(({ read }) => read)).toEqual([true, true]);
  });

  test("marks made one by one are merged once there is no gap", async () => {
    const author = await registerMember(app, "TechWriter");
    await published();
    await published({}, author);
    await published();
    const ids = (await listOf(author)).items.filter(({ type }) => type === "Article").map(({ id }) => id);
    for (const id of ids) await call(author, "POST", `/notifications/${id}/read`);
    const { rows } = await app.db.query.execute<{ rows: string; above: number }>(sql`
      select (select count(*) from notification_reads where user_id = ${author.user_id}) as rows,
        read_above as above from audience_members where user_id = ${author.user_id} and audience_id = 1`);
    expect(rows).toEqual([{ rows: "0", above: 0 }]);
  });

  test("notifications of others, of one's own actions and from before joining are not found", async () => {
    await published();
    const mine = await newestOf(writer);
    const everybodys = await newestOf(reader);
    const newcomer = await registerMember(app);
    for (const [who, id] of [
      [reader, mine?.id],
      [writer, everybodys?.id],
      [newcomer, everybodys?.id],
      [reader, 999_999],
    ] as const) {
      const answer = await call(who, "POST", `/notifications/${id}/read`);
      expect(answer).toMatchObject({ status: 404, body: { code: "notification_not_found" } });
    }
  });

  test("marking all as read covers every audience, but not the next notification", async () => {
    const author = await registerMember(app, "TechWriter");
    await published({}, author);
    await published();
    expect(await unreadOf(author)).toMatchObject({ unread: 2 });
    const answer = await call(author, "POST", "/notifications/read-all");
    expect(answer).toMatchObject({ status: 200, body: { unread: 0 } });
    expect((await listOf(author)).items.every(({ read }) => read)).toBe(true);
    await published();
    expect(await unreadOf(author)).toMatchObject({ unread: 1 });
  });

  test("marking all up to the one on the screen leaves later ones unread", async () => {
    const author = await registerMember(app, "TechWriter");
    await published({}, author);
    const [shown] = await idsOf(author);
    await published({ title: "Arrived meanwhile" });
    const answer = await call(author, "POST", "/notifications/read-all", { up_to: shown });
    expect(answer.body).toMatchObject({ unread: 1 });
    expect((await listOf(author)).items.map(({ read }) => read)).toEqual([false, true]);
    // An older call that arrives late takes nothing back.
    await call(author, "POST", "/notifications/read-all", {});
    expect((await call(author, "POST", "/notifications/read-all", { up_to: shown })).body).toMatchObject({
      unread: 0,
    });
  });

  test("marks made at the same moment all count", async () => {
    const who = await registerMember(app);
    for (let count = 0; count < 6; count += 1) await published();
    const ids = await idsOf(who);
    const marks = ids.slice(1).flatMap((id) => [id, id]);
    await Promise.all(marks.map((id) => call(who, "POST", `/notifications/${id}/read`)));
    expect(await unreadOf(who)).toMatchObject({ unread: 1 });
  });
});

describe("posts that begin to wait one after the other", () => {
  const deskOf = async (who: Member, author: Member) => {
    const name = await nameOf(author);
    return (await listOf(who)).items.filter(({ message }) => message.includes(`by ${name}`));
  };

  test("are one notice, mailed once, which says how many of them wait and has the newest one's title", async () => {
    const author = await registerMember(app);
    const name = await nameOf(author);
    await submit(author, { title: "First" });
    const [first] = await deskOf(admin, author);
    const before = await unreadOf(admin);
    const toMail = async () =>
      (await app.db.query.execute(sql`select key from jobs where kind = 'group notice' order by 1`)).rows;
    const queued = await toMail();
    const heard: string[] = [];
    const stop = await app.db.listen("notifications", (id) => heard.push(id));

    expect(await rowsWrittenBy(() => submit(author, { title: "Second" }))).toBe(0);
    expect(await rowsWrittenBy(() => submit(author, { title: "Third" }))).toBe(0);
    await stop();

    expect(first?.message).toBe(`A post by ${name} waits for review`);
    expect(await deskOf(admin, author)).toEqual([
      {
        ...first,
        message: `3 posts by ${name} wait for review`,
        subMessage: "Third and 2 more [Review]",
        url: "/content-management",
        time: expect.any(String),
      },
    ]);
    expect(await unreadOf(admin)).toEqual(before);
    expect(await toMail()).toEqual(queued);
    expect(heard).toEqual([String(first?.id), String(first?.id)]);
  });

  test("are another notice once a verified admin has read it, so that nobody misses one", async () => {
    const author = await registerMember(app);
    await submit(author);
    const [first] = await deskOf(other, author);
    await call(other, "POST", `/notifications/${first?.id}/read`);
    const { unread } = await unreadOf(other);

    expect(await rowsWrittenBy(() => submit(author))).toBe(1);
    expect(await rowsWrittenBy(() => submit(author))).toBe(0);

    expect((await unreadOf(other)).unread).toBe(unread + 1);
    expect((await deskOf(other, author)).map(({ message }) => message)).toEqual([
      `3 posts by ${await nameOf(author)} wait for review`,
      `A post by ${await nameOf(author)} waits for review`,
    ]);
  });

  test("are another notice after an hour, and count no post that was decided about or withdrawn", async () => {
    const author = await registerMember(app);
    const name = await nameOf(author);
    const [decided, withdrawn] = [await waiting({}, author), await waiting({}, author)];
    const [first] = await deskOf(admin, author);
    await app.db.query.execute(
      sql`update notifications set created_at = created_at - interval '61 minutes' where id = ${first?.id}`,
    );
    expect(await rowsWrittenBy(() => submit(author))).toBe(1);
    await approve(decided);
    await call(author, "DELETE", `/content/${withdrawn}`);

    expect(await rowsWrittenBy(() => submit(author))).toBe(0);

    expect((await deskOf(admin, author)).map(({ message }) => message)).toEqual([
      `2 posts by ${name} wait for review`,
      `2 posts by ${name} wait for review`,
    ]);
  });

  test("leave another kind of notice of their author's as it is", async () => {
    const author = await registerMember(app);
    await submit(author);
    const id = await waiting({ title: "Flagged" }, author);
    await flag(id, "Say where it runs.");
    await app.call("PUT", `/content/${id}/answer`, {
      body: { revision: 1, answer: "On Linux." },
      token: author.access_token,
    });
    expect(await rowsWrittenBy(() => submit(author))).toBe(1);
    expect((await newestOf(admin))?.message).toBe(`A post by ${await nameOf(author)} waits for review`);
  });
});

describe("live", () => {
  test("a new row and a read are published, and the row can be found with its audience", async () => {
    const heard: string[] = [];
    const stops = [
      await app.db.listen("notifications", (payload) => heard.push(`told ${payload}`)),
      await app.db.listen("notifications_read", (payload) => heard.push(`read ${payload}`)),
    ];
    const id = await published({ title: "Heard at once" });
    const everybodys = await newestOf(reader);
    const mine = await newestOf(writer);
    await call(reader, "POST", `/notifications/${everybodys?.id}/read`);
    await call(reader, "POST", `/notifications/${everybodys?.id}/read`);
    for (const stop of stops) await stop();
    expect(heard.slice(-3)).toEqual([`told ${everybodys?.id}`, `told ${mine?.id}`, `read ${reader.user_id}`]);
    expect(heard).toHaveLength(4);
    expect(everybodys?.url).toBe(`/posts/${id}`);
  });

  test("a row is found with its audience", async () => {
    const service = createNotificationService({ db: app.db, clock: systemClock });
    const author = await registerMember(app);
    await published({ title: "Found" }, author);
    const [waits, everybodys, mine] = [await newestOf(admin), await newestOf(reader), await newestOf(author)];
    expect(await service.find(Number(waits?.id))).toEqual({
      notification: waits,
      audience: { kind: "verifiedAdmins" },
      except: author.user_id,
    });
    expect(await service.find(Number(everybodys?.id))).toEqual({
      notification: everybodys,
      audience: { kind: "members" },
      except: author.user_id,
    });
    expect(await service.find(Number(mine?.id))).toEqual({
      notification: mine,
      audience: { kind: "member", userId: author.user_id },
      except: null,
    });
    expect(await service.find(999_999)).toBeNull();
  });
});
