import { commentPath, type Notification } from "@cairn/contract";
import {
  buildTestApp,
  type Member,
  registerMember,
  type TestApp,
  verifiedAdmin,
} from "@tests/support/server/app.ts";
import { makeItem } from "@tests/support/server/content.ts";
import { goLive, heard, type LiveSite } from "@tests/support/server/live.ts";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { counterNames, wrongCounts } from "../../verification/site/counters.repository.ts";

// A deleted comment takes its notices with it, and mentions have a limit of their own (docs/rules.md#conversations).

let app: TestApp;
/** A second instance on the same database, which counts no tries. */
let unlimited: TestApp;
let site: LiveSite;
let writer: Member;
beforeAll(async () => {
  app = await buildTestApp();
  unlimited = await buildTestApp({ rateLimits: false }, null, { db: app.db, store: app.store });
  site = await goLive(app);
  writer = await registerMember(app, "TechWriter", { name: "Wanjiru Kamau" });
});
afterEach(() => site.hangUp());
afterAll(async () => {
  await unlimited.http.close();
  await app.close();
});

const as = ({ access_token: token }: Member) => ({ token });
const makePost = () => makeItem(app, { authorId: writer.user_id, title: "Caching" });
const write = (through: TestApp, by: Member, contentId: number, body: string, replyTo?: number) =>
  through.call("POST", `/content/${contentId}/comments`, {
    body: { body, ...(replyTo !== undefined && { reply_to: replyTo }) },
    ...as(by),
  });
const remove = (through: TestApp, by: Member, id: number) =>
  through.call("DELETE", `/comments/${id}`, as(by));
const mentioning = (...members: Member[]) => members.map(({ name }) => `@${name}`).join(", ");

/** All of a member's notices, and the counts that come with them. */
async function told(member: Member) {
  const { body } = await app.call("GET", "/notifications?per_page=100&page=1", as(member));
  const count = (await app.call("GET", "/notifications/unread-count", as(member))).body;
  expect(body).toMatchObject(count);
  const items: Notification[] = body.items;
  return { items, messages: items.map(({ message }) => message), total: body.total, unread: body.unread };
}
const read = (through: TestApp, by: Member, id: number) =>
  through.call("POST", `/notifications/${id}/read`, as(by));

/** What triggers keep of notices and reads, against their rows. */
async function expectRightCounts(members: readonly Member[]): Promise<void> {
  for (const name of counterNames) expect([name, await wrongCounts(app.db.query, name)]).toEqual([name, []]);
  for (const member of members) {
    const { items, total, unread } = await told(member);
    expect({ total, unread }).toEqual({
      total: items.length,
      unread: items.filter((item) => !item.read).length,
    });
  }
}

/** Has mentions mailed at once, and pushed to a device. */
async function hearAtOnce(member: Member): Promise<void> {
  const items = ["mentions", "replies"].map((what) => ({ what, mail: "now" }));
  const answer = await app.call("PUT", "/profiles/me/notices", { body: { items }, ...as(member) });
  expect(answer.status).toBe(200);
  await app.db.query.execute(sql`
    insert into push_subscriptions (session_id, user_id, endpoint, p256dh, auth, created_at)
    select id, user_id, 'https://push.example/' || user_id, 'key', 'secret', now() from sessions
    where user_id = ${member.user_id}`);
}

/** What waits to be made and sent. */
async function waiting(): Promise<Record<string, number>> {
  const { rows } = await app.db.query.execute<Record<string, number>>(sql`
    select (select count(*)::int from jobs where kind = 'notice') as queued,
      (select count(*)::int from mails where sent_at is null and once like 'notice %') as mails,
      (select count(*)::int from jobs join notifications on notifications.id = (payload ->> 'notification')::bigint
        where jobs.kind = 'push') as pushes`);
  return rows[0] ?? {};
}

describe("a deleted comment", () => {
  test("takes its notices from everybody who got one, read or not, and leaves all others", async () => {
    const [amina, daniel, grace] = [
      await registerMember(app, "User", { name: "Amina Yusuf" }),
      await registerMember(app, "User", { name: "Daniel Mensah" }),
      await registerMember(app, "User", { name: "Grace O'Neil" }),
    ];
    const id = await makePost();
    const first = (await write(app, amina, id, "Why no-store?")).body;
    const before = await told(writer);
    const kept = (await write(app, daniel, id, "@Grace O'Neil knows.", first.id)).body;
    const gone = (await write(app, daniel, id, "@Grace O'Neil, please", first.id)).body;
    const later = (await write(app, daniel, id, "Or not, @Grace O'Neil", first.id)).body;
    await write(app, grace, id, "I do.", gone.id);

    const ofGrace = (await told(grace)).items.find(({ url }) => url === commentPath(id, gone.id));
    expect((await read(app, grace, ofGrace?.id ?? 0)).body.unread).toBe(2);
    expect(await told(amina)).toMatchObject({ total: 3, unread: 3 });
    expect((await remove(app, daniel, gone.id)).status).toBe(200);

    const addresses = async (member: Member) => (await told(member)).items.map(({ url }) => url);
    const left = [later.id, kept.id].map((comment) => commentPath(id, comment));
    expect(await addresses(grace)).toEqual(left);
    expect(await told(grace)).toMatchObject({ total: 2, unread: 2 });
    expect(await addresses(amina)).toEqual(left);
    expect(await told(amina)).toMatchObject({ total: 2, unread: 2 });
    expect(await told(writer)).toMatchObject({ total: before.total + 3, unread: before.unread + 3 });
    expect(await told(daniel)).toMatchObject({ messages: ["Grace O'Neil answered your comment"], unread: 1 });
    expect(await read(app, grace, ofGrace?.id ?? 0)).toMatchObject({
      status: 404,
      body: { code: "notification_not_found" },
    });
    await expectRightCounts([amina, daniel, grace, writer]);

    // The empty places stop no watermark: all are read, and the next notice is the only unread one.
    const all = (member: Member) => app.call("POST", "/notifications/read-all", as(member));
    for (const member of [amina, grace, writer]) expect((await all(member)).body.unread).toBe(0);
    await write(app, daniel, id, "Once more, @Grace O'Neil", first.id);
    for (const member of [amina, grace, writer]) expect((await told(member)).unread).toBe(1);
    await expectRightCounts([amina, daniel, grace, writer]);
  });

  test("whose notices were read before, one by one or all at once, changes nothing of what is unread", async () => {
    const member = await registerMember(app);
    const by = await registerMember(app);
    const id = await makePost();
    const comments: number[] = [];
    for (let count = 0; count < 6; count += 1)
      comments.push((await write(app, by, id, `${mentioning(member)}, look`)).body.id);
    const ids = (await told(member)).items.map((item) => item.id).toReversed();
    await read(app, member, ids[0] ?? 0);
    await read(app, member, ids[3] ?? 0);
    // Under the watermark, above it and unread, above it and read.
    for (const [at, unread] of [
      [0, 4],
      [2, 3],
      [3, 3],
    ] as const) {
      await remove(app, by, comments[at] ?? 0);
      expect(await told(member)).toMatchObject({ unread });
      await expectRightCounts([member]);
    }
    await read(app, member, ids[1] ?? 0);
    expect(await told(member)).toMatchObject({ unread: 2, total: 3 });
    await app.call("POST", "/notifications/read-all", { ...as(member), body: { up_to: ids[4] } });
    expect(await told(member)).toMatchObject({ unread: 1, total: 3 });
    await remove(app, by, comments[5] ?? 0);
    expect(await told(member)).toMatchObject({ unread: 0, total: 2 });
    await expectRightCounts([member]);
  });

  test("that an admin deletes takes its notices too", async () => {
    const [member, by, admin] = [
      await registerMember(app),
      await registerMember(app),
      await verifiedAdmin(app),
    ];
    const { body } = await write(app, by, await makePost(), `${mentioning(member)}: buy my course`);
    expect((await told(member)).unread).toBe(1);
    expect((await remove(app, admin, body.id)).status).toBe(200);
    expect(await told(member)).toMatchObject({ messages: [], unread: 0, total: 0 });
  });

  test("moves the count of open tabs at once", async () => {
    const [member, by] = [await registerMember(app), await registerMember(app)];
    const ear = await site.join(member.access_token);
    const arrived = heard(ear, "new_notification");
    const { body } = await write(app, by, await makePost(), `${mentioning(member)}, look`);
    expect((await arrived)[0]).toMatchObject({ message: `${by.name} mentioned you in a comment` });
    const before = (await app.call("GET", "/notifications/unread-count", as(member))).body;
    const changed = heard(ear, "unread_changed");
    await remove(app, by, body.id);
    const [after] = await changed;
    expect(after?.unread).toBe(0);
    expect(after?.version).toBeGreaterThan(before.version);
  });

  test("is neither mailed nor pushed any more, whether that was queued or made", async () => {
    const [member, by] = [await registerMember(app), await registerMember(app)];
    await hearAtOnce(member);
    const id = await makePost();
    await app.jobs.runDue("notice", "group notice", "digest");
    const before = await waiting();
    const [queued, made] = [
      (await write(app, by, id, `${mentioning(member)}, one`)).body.id,
      (await write(app, by, id, `${mentioning(member)}, two`)).body.id,
    ];
    await remove(app, by, queued);
    await app.jobs.runDue("notice", "group notice", "digest");
    expect(await waiting()).toEqual({
      queued: 0,
      mails: (before.mails ?? 0) + 1,
      pushes: (before.pushes ?? 0) + 1,
    });
    await remove(app, by, made);
    expect(await waiting()).toEqual({ ...before, queued: 0 });
  });
});

test("comments that are written, read about and deleted at the same moment leave right counts, and never wait for one another in a circle", async () => {
  const receivers = await Promise.all(Array.from({ length: 5 }, () => registerMember(app)));
  const writers = await Promise.all(Array.from({ length: 4 }, () => registerMember(app)));
  for (const receiver of receivers) await hearAtOnce(receiver);
  // Comments on items of one author wait for each other; these do not.
  const posts = await Promise.all(writers.map(({ user_id: authorId }) => makeItem(app, { authorId })));
  // PostgreSQL ends one of two transactions that wait for one another.
  let ended = 0;
  app.db.observe((_ms, failure) => {
    if (failure === "40") ended += 1;
  });

  const writing = writers.map(async (by, place) => {
    for (let round = 0; round < 6; round += 1) {
      const order = round % 2 === 0 ? receivers : receivers.toReversed();
      const post = posts[(round + place) % posts.length] ?? 0;
      const said = await Promise.all([
        write(unlimited, by, post, `${mentioning(...order)}, ${round}`),
        write(unlimited, by, post, `${mentioning(...order.slice(0, 3))}, ${round}`),
      ]);
      expect(said.map(({ status }) => status)).toEqual([201, 201]);
      const gone = await Promise.all(said.map(({ body }) => remove(unlimited, by, body.id)));
      expect(gone.map(({ status }) => status)).toEqual([200, 200]);
      if (round % 3 === 0) await write(unlimited, by, post, `${mentioning(...order)} stays, ${round}`);
    }
  });
  const reading = receivers.map(async (member, place) => {
    for (let round = 0; round < 12; round += 1) {
      const { body } = await unlimited.call("GET", "/notifications", as(member));
      const chosen = body.items.filter((_: unknown, index: number) => index % 2 === place % 2).slice(0, 3);
      const marks = chosen.map(({ id }: Notification) => read(unlimited, member, id));
      const upTo = place === 0 ? [unlimited.call("POST", "/notifications/read-all", as(member))] : [];
      for (const { status } of await Promise.all([...marks, ...upTo])) expect([200, 404]).toContain(status);
    }
  });
  const mailing = (async () => {
    for (let round = 0; round < 12; round += 1)
      await unlimited.jobs.runDue("notice", "group notice", "digest");
  })();
  await Promise.all([...writing, ...reading, mailing]);

  expect(ended).toBe(0);
  await expectRightCounts([...receivers, ...writers, writer]);
  for (const member of receivers) expect((await told(member)).total).toBe(8);
  await unlimited.jobs.runDue("notice", "group notice", "digest");
  const { rows } = await app.db.query.execute<{ mailed: string }>(sql`
    select split_part(once, ' ', 2) as mailed from mails where once like 'notice %' and sent_at is null
    except select id::text from notifications`);
  expect(rows).toEqual([]);
  expect(await waiting()).toMatchObject({ queued: 0, mails: 40, pushes: 40 });
});

describe("mentions", () => {
  const tooMany = {
    status: 429,
    body: {
      code: "too_many_requests",
      error:
        "You mentioned many members in a short time. Try again in a few minutes, or leave the mentions out.",
    },
  };

  test("are thirty in ten minutes of a member: thirty comments with ten each, deleted again, leave no notice", async () => {
    const receivers = await Promise.all(Array.from({ length: 10 }, () => registerMember(app)));
    const eager = await registerMember(app);
    const id = await makePost();
    const before = await told(writer);
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => write(app, eager, id, mentioning(...receivers))),
    );
    const written = answers.filter(({ status }) => status === 201);
    expect(written).toHaveLength(3);
    for (const refused of answers.filter(({ status }) => status !== 201)) {
      expect(refused).toMatchObject(tooMany);
      const wait = Number(refused.headers["retry-after"]);
      expect(wait).toBeGreaterThanOrEqual(1);
      expect(wait).toBeLessThanOrEqual(600);
    }
    for (const receiver of receivers) expect((await told(receiver)).unread).toBe(3);
    expect(await write(app, eager, id, mentioning(...receivers.slice(0, 1)))).toMatchObject(tooMany);
    expect((await write(app, eager, id, "Without mentions")).status).toBe(201);

    for (const { body } of written) expect((await remove(app, eager, body.id)).status).toBe(200);
    for (const receiver of receivers)
      expect(await told(receiver)).toMatchObject({ messages: [], unread: 0, total: 0 });
    expect(await told(writer)).toMatchObject({ total: before.total + 1, unread: before.unread + 1 });
    await expectRightCounts([...receivers, writer, eager]);
  });

  test("that an edit adds count as well, those that stay and one of oneself do not", async () => {
    const receivers = await Promise.all(Array.from({ length: 10 }, () => registerMember(app)));
    const eager = await registerMember(app);
    const id = await makePost();
    const edit = (comment: number, body: string) =>
      app.call("PATCH", `/comments/${comment}`, { body: { body }, ...as(eager) });
    for (let count = 0; count < 2; count += 1) await write(app, eager, id, mentioning(...receivers));
    const { body } = await write(app, eager, id, mentioning(...receivers.slice(0, 9)));
    expect(
      (await edit(body.id, `${mentioning(...receivers.slice(0, 9))}, ${mentioning(eager)}!`)).status,
    ).toBe(200);
    expect((await edit(body.id, mentioning(...receivers))).status).toBe(200);
    const plain = (await write(app, eager, id, "Plain words")).body;
    expect(await edit(plain.id, mentioning(...receivers.slice(0, 1)))).toMatchObject(tooMany);
    expect((await edit(plain.id, "Other plain words")).status).toBe(200);
    expect((await edit(body.id, mentioning(...receivers.slice(1)))).status).toBe(200);
  });
});
