import type { Notification } from "@cairn/contract";
import {
  buildTestApp,
  type Member,
  password,
  registerMember,
  type TestApp,
  verifiedAdmin,
} from "@tests/support/server/app.ts";
import { makeItem } from "@tests/support/server/content.ts";
import {
  connected,
  disconnected,
  type Ear,
  goLive,
  heard,
  type LiveSite,
} from "@tests/support/server/live.ts";
import { eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { sessions, users } from "../db/schema.ts";
import type { Audience } from "../modules/notifications/notices.ts";
import { insertNotifications } from "../modules/notifications/notifications.repository.ts";

let app: TestApp;
let site: LiveSite;
beforeAll(async () => {
  app = await buildTestApp();
  site = await goLive(app);
});
afterEach(() => site.hangUp());
afterAll(() => app.close());

/** One row for the audience, as what happens in the modules writes them. */
async function tell(audience: Audience, message: string, except: number | null = null): Promise<number> {
  const notice = {
    audience,
    except,
    contentId: null,
    commentId: null,
    type: "System",
    message,
    subMessage: "[View]",
    url: "/",
  };
  const notices = [notice] as unknown as Parameters<typeof insertNotifications>[1];
  const [id] = await app.db.transaction((tx) => insertNotifications(tx, notices, new Date()));
  return id ?? 0;
}
const own = (member: Member): Audience => ({ kind: "member", userId: member.user_id });
const messagesOf = (told: Notification[]) => told.map(({ message }) => message);
/** What this socket hears up to the message that is told to its member alone, and last. */
async function hearUntil(ear: Ear, member: Member, work: () => Promise<unknown>): Promise<string[]> {
  const told: Notification[] = [];
  const end = new Promise<void>((resolve) => {
    ear.on("new_notification", (notification) => {
      if (notification.message === "the end") resolve();
      else told.push(notification);
    });
  });
  await work();
  await tell(own(member), "the end");
  await end;
  return messagesOf(told);
}

describe("a notification", () => {
  test("reaches its member on each of their sockets, unread, as the calls would list it", async () => {
    const member = await registerMember(app);
    const ears = [
      await site.join(member.access_token),
      await site.join(member.access_token, { transports: ["polling"] }),
    ];
    const told = Promise.all(ears.map((ear) => heard(ear, "new_notification")));
    const id = await tell(own(member), "Your post was approved.");
    const [listed] = (await app.call("GET", "/notifications", { token: member.access_token })).body.items;
    expect(listed).toMatchObject({ id, message: "Your post was approved.", read: false });
    expect(await told).toEqual([[listed], [listed]]);
  });

  test("for members reaches Users and TechWriters, but no Admin and not its author", async () => {
    const [user, writer, author] = [
      await registerMember(app),
      await registerMember(app, "TechWriter"),
      await registerMember(app, "TechWriter"),
    ];
    const [unverified, verified] = [await registerMember(app, "Admin"), await verifiedAdmin(app)];
    const publish = () => tell({ kind: "members" }, "New: Containers", author.user_id);
    for (const [member, expected] of [
      [user, ["New: Containers"]],
      [writer, ["New: Containers"]],
      [author, []],
      [unverified, []],
      [verified, []],
    ] as const) {
      const ear = await site.join(member.access_token);
      expect(await hearUntil(ear, member, publish)).toEqual(expected);
    }
  });

  test("for verified admins reaches only them", async () => {
    const [verified, unverified, writer] = [
      await verifiedAdmin(app),
      await registerMember(app, "Admin"),
      await registerMember(app, "TechWriter"),
    ];
    for (const [member, expected] of [
      [verified, ["Waiting: Containers"]],
      [unverified, []],
      [writer, []],
    ] as const) {
      const ear = await site.join(member.access_token);
      const arrive = () => tell({ kind: "verifiedAdmins" }, "Waiting: Containers");
      expect(await hearUntil(ear, member, arrive)).toEqual(expected);
    }
  });

  test("for another member reaches nobody else", async () => {
    const [one, other] = [await registerMember(app), await registerMember(app)];
    const ear = await site.join(one.access_token);
    expect(await hearUntil(ear, one, () => tell(own(other), "for the other"))).toEqual([]);
  });

  test("is not sent before the client subscribes, and none since it connected is lost", async () => {
    const member = await registerMember(app);
    const ear = site.open({ token: member.access_token });
    const witness = await site.join(member.access_token);
    await connected(ear);
    const told: string[] = [];
    ear.on("new_notification", ({ message }) => told.push(message));
    const seen = heard(witness, "new_notification");
    await tell(own(member), "before it asked");
    await seen;
    expect(told).toEqual([]);
    const both = heard(ear, "new_notification", 2);
    ear.emit("connect_notification", member.access_token);
    await tell(own(member), "after it asked");
    await both;
    expect(told).toEqual(["before it asked", "after it asked"]);
  });

  test("comes in the order of commits, a burst of a thousand included", async () => {
    const member = await registerMember(app);
    const [near, far] = [
      await site.join(member.access_token),
      await site.join(member.access_token, { transports: ["polling"] }),
    ];
    const told = Promise.all([near, far].map((ear) => heard(ear, "new_notification", 1_000)));
    await app.db.query.execute(sql`
      insert into notifications (audience_id, type, message, sub_message, created_at)
      select audiences.id, 'System', step::text, '[View]', now()
      from audiences, generate_series(1, 1000) step
      where user_id = ${member.user_id}`);
    const numbers = Array.from({ length: 1_000 }, (_, index) => String(index + 1));
    expect((await told).map(messagesOf)).toEqual([numbers, numbers]);
  });

  test("reaches each of 520 sockets once, in the order of commits, and none of the author's", async () => {
    const [author, ...readers] = await Promise.all(Array.from({ length: 27 }, () => registerMember(app)));
    if (!author) throw new Error("no author");
    const ears: Ear[] = [];
    for (const { access_token } of readers) {
      ears.push(...(await Promise.all(Array.from({ length: 20 }, () => site.join(access_token)))));
    }
    const ear = await site.join(author.access_token);
    const unheard: Notification[] = [];
    ear.on("new_notification", (notification) => unheard.push(notification));
    const told = Promise.all(ears.map((one) => heard(one, "new_notification", 4)));

    const messages = ["the first", "the second", "the third"];
    for (const message of messages) await tell({ kind: "members" }, message, author.user_id);
    await tell({ kind: "members" }, "for all", null);

    for (const each of await told) expect(messagesOf(each)).toEqual([...messages, "for all"]);
    await expect.poll(() => messagesOf(unheard)).toEqual(["for all"]);
  }, 60_000);
});

describe("the other events", () => {
  test("unread_changed brings the exact count to the other sockets of the member who has read", async () => {
    const [member, other] = [await registerMember(app), await registerMember(app)];
    const [ear, foreign] = [await site.join(member.access_token), await site.join(other.access_token)];
    foreign.on("unread_changed", () => expect.unreachable());
    const id = await tell(own(member), "one");
    await tell(own(member), "two");
    const told = heard(ear, "unread_changed");
    const read = await app.call("POST", `/notifications/${id}/read`, { token: member.access_token });
    expect(read.body.unread).toBe(1);
    expect(await told).toEqual([read.body]);
    await hearUntil(foreign, other, async () => {});
  });

  test("desk_changed names the item only to verified admins: claimed, decided, sent", async () => {
    const [admin, writer] = [await verifiedAdmin(app), await registerMember(app, "TechWriter")];
    const [ear, foreign] = [await site.join(admin.access_token), await site.join(writer.access_token)];
    foreign.on("desk_changed", () => expect.unreachable());
    const token = admin.access_token;
    const sent = heard(ear, "desk_changed");
    const id = await makeItem(app, { authorId: writer.user_id, status: "Pending" });
    expect(await sent).toEqual([{ content_id: id }]);
    for (const [method, path, body] of [
      ["POST", `/admin/content/${id}/claim`, undefined],
      ["DELETE", `/admin/content/${id}/claim`, undefined],
      ["POST", `/admin/content/${id}/approve`, { revision: 1 }],
    ] as const) {
      const told = heard(ear, "desk_changed");
      expect((await app.call(method, path, { token, body })).status).toBeLessThan(300);
      expect(await told).toEqual([{ content_id: id }]);
    }
    await hearUntil(foreign, writer, async () => {});
  });

  test("desk_changed names an item that is reported, and again when the report is closed", async () => {
    const [admin, writer] = [await verifiedAdmin(app), await registerMember(app, "TechWriter")];
    const ear = await site.join(admin.access_token);
    const id = await makeItem(app, { authorId: writer.user_id });
    const reported = heard(ear, "desk_changed");
    const body = { reason: "The link is dead." };
    await app.call("POST", `/content/${id}/report`, { token: writer.access_token, body });
    expect(await reported).toEqual([{ content_id: id }]);
    const listed = await app.call("GET", "/admin/reports", { token: admin.access_token });
    const closed = heard(ear, "desk_changed");
    const report = listed.body.items.find(({ content }: { content: { id: number } }) => content.id === id);
    await app.call("POST", `/admin/reports/${report.id}/close`, { token: admin.access_token });
    expect(await closed).toEqual([{ content_id: id }]);
  });
});

describe("changes of role and grant apply to subscriptions at once:", () => {
  test("an admin who loses the grant gets no more desk events, and gets them again with the grant", async () => {
    const [admin, chief] = [await verifiedAdmin(app), await verifiedAdmin(app)];
    const ear = await site.join(admin.access_token);
    const grant = (verified: boolean) =>
      app.call("PATCH", `/admin/users/${admin.user_id}`, { token: chief.access_token, body: { verified } });
    const arrive = () => tell({ kind: "verifiedAdmins" }, "Waiting");
    expect(await hearUntil(ear, admin, () => grant(false).then(arrive))).toEqual([]);
    expect(await hearUntil(ear, admin, () => grant(true).then(arrive))).toEqual(["Waiting"]);
  });

  test("a User who becomes an Admin leaves the audience of members", async () => {
    const [member, chief] = [await registerMember(app), await verifiedAdmin(app)];
    const ear = await site.join(member.access_token);
    const promote = () =>
      app.call("PATCH", `/admin/users/${member.user_id}`, {
        token: chief.access_token,
        body: { role: "Admin" },
      });
    const publish = () => tell({ kind: "members" }, "New: Containers");
    expect(await hearUntil(ear, member, () => promote().then(publish))).toEqual([]);
  });
});

test("an admin who loses grant and account at once disconnects nobody else's socket", async () => {
  const [admin, chief, member] = [
    await verifiedAdmin(app),
    await verifiedAdmin(app),
    await registerMember(app),
  ];
  const [lost, ear] = [await site.join(admin.access_token), await site.join(member.access_token)];
  const others: string[] = [];
  ear.on("disconnect", (reason) => others.push(reason));
  const cut = disconnected(lost);
  const body = { active: false, verified: false };
  await app.call("PATCH", `/admin/users/${admin.user_id}`, { token: chief.access_token, body });
  expect(await cut).toBe("io server disconnect");
  await hearUntil(ear, member, async () => {});
  expect(others).toEqual([]);
});

describe("a socket dies with its session:", () => {
  const ways: [string, (member: Member) => Promise<unknown>][] = [
    ["a logout", (member) => app.call("DELETE", "/auth/logout", { token: member.refresh_token })],
    [
      "another device that ends it",
      async (member) => {
        const { body } = await app.call("POST", "/auth/login", { body: { email: member.email, password } });
        const { items } = (await app.call("GET", "/auth/sessions", { token: body.access_token })).body;
        const [other] = items.filter(({ current }: { current: boolean }) => !current);
        return app.call("DELETE", `/auth/sessions/${other.id}`, { token: body.access_token });
      },
    ],
    [
      "a new password, set on another device",
      async (member) => {
        const { body } = await app.call("POST", "/auth/login", { body: { email: member.email, password } });
        const fields = { password: "another horse battery" };
        return app.call("PATCH", "/profiles/me", { token: body.access_token, body: fields });
      },
    ],
    [
      "an admin who deactivates the account",
      async ({ user_id }) => {
        const { access_token } = await verifiedAdmin(app);
        const body = { active: false };
        return app.call("PATCH", `/admin/users/${user_id}`, { token: access_token, body });
      },
    ],
    [
      "another instance or the command line, through the database",
      ({ user_id }) =>
        app.db.query.update(sessions).set({ endedAt: new Date() }).where(eq(sessions.userId, user_id)),
    ],
    [
      "a deactivation that the account's row alone tells",
      ({ user_id }) => app.db.query.update(users).set({ active: false }).where(eq(users.id, user_id)),
    ],
  ];
  test.each(ways)("%s", async (_way, end) => {
    const member = await registerMember(app);
    const bystander = await site.join((await registerMember(app)).access_token);
    const ears = [
      await site.join(member.access_token),
      await site.join(member.access_token, { transports: ["polling"] }),
      site.open({ token: member.access_token }),
    ];
    await Promise.all(ears.slice(2).map(connected));
    const cut = Promise.all(ears.map(disconnected));
    await end(member);
    expect(await cut).toEqual(Array(3).fill("io server disconnect"));
    await expect(connected(site.open({ token: member.access_token }))).rejects.toMatchObject({
      data: { code: "session_ended" },
    });
    expect(bystander.connected).toBe(true);
  });
});
