import {
  buildTestApp,
  type Member,
  password,
  registerMember,
  type TestApp,
  verifiedAdmin,
} from "@tests/support/server/app.ts";
import { makeItem } from "@tests/support/server/content.ts";
import { type Device, openPushService, type PushService } from "@tests/support/server/push-service.ts";
import { eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { pushSubscriptions } from "../../db/schema.ts";

const minute = 60_000;
const day = 24 * 60 * minute;
/** A public name that its owner has led to this machine. */
const lookup = (
  _name: string,
  _options: object,
  done: (error: null, addresses: { address: string; family: number }[]) => void,
) => done(null, [{ address: "127.0.0.1", family: 4 }]);

let service: PushService;
let app: TestApp;
let writer: Member;
let admin: Member;
let ahead = 0;
beforeAll(async () => {
  service = await openPushService();
  app = await buildTestApp(
    { rateLimits: false, publicUrl: "https://cairn.test", pushHosts: [service.host] },
    null,
    { externalLimits: { lookup } },
  );
  await enter();
});
afterEach(() => expect(service.problems).toEqual([]));
afterAll(async () => {
  await app.close();
  await service.close();
});

async function enter(): Promise<void> {
  writer = await registerMember(app, "TechWriter");
  admin = await verifiedAdmin(app);
}

function pass(milliseconds: number): void {
  ahead += milliseconds;
  app.passTime(milliseconds);
}

const as = ({ access_token: token }: Member) => ({
  send: (method: "PUT" | "POST" | "DELETE", url: string, body?: unknown) =>
    app.call(method, url, { token, body }),
  get: async (url: string) => (await app.call("GET", url, { token })).body,
});
const subscribe = (member: Member, { endpoint, keys }: Pick<Device, "endpoint" | "keys">) =>
  as(member).send("POST", "/push/subscriptions", { endpoint, keys });
const choose = (member: Member, what: string, push: boolean) =>
  as(member).send("PUT", "/profiles/me/notices", { items: [{ what, push }] });
const devicesOf = async (member: Member): Promise<number> =>
  (await as(member).get("/profiles/me/notices")).push.devices;

async function memberWithDevice(role: "User" | "TechWriter" = "TechWriter") {
  const member = await registerMember(app, role);
  const device = service.device();
  expect((await subscribe(member, device)).status).toBe(201);
  return { member, device };
}

async function publish(authorId: number, title = "Streams"): Promise<number> {
  const id = await makeItem(app, { authorId, status: "Pending", title });
  const { body } = await app.call("POST", "/auth/refresh", { token: admin.refresh_token });
  const answer = await app.call("POST", `/admin/content/${id}/approve`, {
    token: body.access_token,
    body: { revision: 1 },
  });
  expect(answer.status).toBe(200);
  return id;
}
const comment = async (member: Member, id: number, body: object) =>
  (await as(member).send("POST", `/content/${id}/comments`, body)).body;

async function deliver(): Promise<void> {
  await app.jobs.runDue("notice", "group notice", "digest");
  await app.jobs.runDue("push");
}
const titles = ({ received }: Device) => received.map(({ message }) => (message as { title: string }).title);

describe("a push", () => {
  test("reaches its device once, encrypted for it and signed with the key that browsers subscribe by", async () => {
    const { member, device } = await memberWithDevice();
    const { key } = await as(member).get("/push/key");
    const id = await publish(member.user_id, "Cookies & caches: é, 日本");
    await deliver();
    await deliver();
    const notice = expect.any(Number);
    expect(device.received).toEqual([
      {
        message: {
          id: notice,
          title: "Your post was approved",
          text: "Cookies & caches: é, 日本",
          url: `/posts/${id}`,
        },
        ttl: notice,
        topic: expect.stringMatching(/^notice-\d+$/),
        key,
      },
    ]);
    expect((await as(member).get("/profiles/me/notices")).push).toEqual({ devices: 1, this_device: true });
    expect(device.received[0]?.ttl).toBeLessThanOrEqual(day / 1000);
  });

  test("stays below 4 KB however long its words are", async () => {
    const { member, device } = await memberWithDevice();
    await publish(member.user_id, "漢".repeat(160));
    await deliver();
    expect(titles(device)).toHaveLength(1);
  });

  test("comes for what its member chose, and only that", async () => {
    const { member: author, device } = await memberWithDevice();
    const { member: follower, device: followed } = await memberWithDevice("User");
    const id = await publish(author.user_id);
    await as(follower).send("PUT", `/follows/author/${author.user_id}`);
    await deliver();
    expect(titles(followed)).toEqual([]);
    await choose(author, "decisions", false);
    await choose(follower, "follows", true);
    await publish(author.user_id, "The next one");
    await deliver();
    expect(titles(device)).toEqual(["Your post was approved"]);
    expect(titles(followed)).toEqual([expect.stringMatching(/^New article by /)]);
    const remark = await comment(follower, id, { body: "Is it so?" });
    await deliver();
    expect(titles(device).at(-1)).toMatch(/ commented on your post$/);
    expect(device.received.at(-1)?.message).toMatchObject({ url: `/posts/${id}#comment-${remark.id}` });
  });

  test("of a deleted comment is not sent any more, nor again after its service put it off", async () => {
    const { member: author, device } = await memberWithDevice();
    const id = await publish(author.user_id);
    await deliver();
    device.received.length = 0;
    const queued = await comment(writer, id, { body: "Is it so?" });
    await app.jobs.runDue("notice", "group notice", "digest");
    expect((await as(writer).send("DELETE", `/comments/${queued.id}`)).status).toBe(200);
    await app.jobs.runDue("push");
    expect(device.received).toEqual([]);

    const late = await comment(writer, id, { body: "Is it?" });
    const asked = service.asked.length;
    service.answer({ status: 503 });
    await deliver();
    expect(service.asked.length).toBe(asked + 1);
    await as(writer).send("DELETE", `/comments/${late.id}`);
    pass(1.1 * minute);
    await deliver();
    expect(device.received).toEqual([]);
  });

  test("never tells members what they did themselves, nor twice about one thing", async () => {
    const { member: author, device } = await memberWithDevice();
    const id = await publish(author.user_id);
    await deliver();
    device.received.length = 0;
    const first = await comment(author, id, { body: "Ask me anything." });
    await deliver();
    expect(titles(device)).toEqual([]);
    const { name } = await as(author).get("/profiles/me");
    await comment(writer, id, { body: `@${name}#${author.user_id} why?`, reply_to: first.id });
    await deliver();
    expect(titles(device)).toHaveLength(1);
  });
});

describe("a device", () => {
  test("belongs to the member who subscribed it last, and takes the place of that session's former one", async () => {
    const { member: first, device } = await memberWithDevice();
    const second = await registerMember(app, "TechWriter");
    await subscribe(second, device);
    await publish(first.user_id);
    await deliver();
    expect(device.received).toEqual([]);
    expect([await devicesOf(first), await devicesOf(second)]).toEqual([0, 1]);
    const renewed = service.device();
    await subscribe(second, renewed);
    await publish(second.user_id);
    await deliver();
    expect([device.received.length, renewed.received.length]).toEqual([0, 1]);
    expect(await devicesOf(second)).toBe(1);
  });

  test("is unsubscribed by its own member alone", async () => {
    const { member, device } = await memberWithDevice();
    const remove = (by: Member) =>
      as(by).send("DELETE", "/push/subscriptions", { endpoint: device.endpoint });
    expect((await remove(writer)).body).toEqual({ on: false });
    expect(await devicesOf(member)).toBe(1);
    await remove(member);
    expect(await devicesOf(member)).toBe(0);
  });

  test("is one of ten: the oldest makes room", async () => {
    const member = await registerMember(app, "TechWriter");
    const login = async () => ({ ...member, access_token: await anotherSession(member) });
    const first = service.device();
    await subscribe(await login(), first);
    pass(1_000);
    for (let count = 0; count < 10; count += 1) await subscribe(await login(), service.device());
    expect(await devicesOf(member)).toBe(10);
    await publish(member.user_id);
    await deliver();
    expect(first.received).toEqual([]);
  });

  test("gets nothing more once its session has ended, by its member or an admin", async () => {
    const { member, device } = await memberWithDevice();
    const { member: away, device: old } = await memberWithDevice();
    for (const { user_id: id } of [member, away]) await publish(id);
    await app.jobs.runDue("notice", "group notice", "digest");
    await app.call("DELETE", "/auth/logout", { token: member.refresh_token });
    pass(40 * day);
    await app.jobs.runDue("push");
    expect([device.received, old.received]).toEqual([[], []]);
    const { rows } = await app.db.query.execute(
      sql`select from push_subscriptions where user_id in (${member.user_id}, ${away.user_id})`,
    );
    expect(rows).toEqual([]);
    // Their sessions are as old.
    await enter();
  });

  const own = () => service.device();
  test.each([
    ["plain http", () => ({ ...own(), endpoint: "http://push.example/1" })],
    ["loopback", () => ({ ...own(), endpoint: "https://127.0.0.1/1" })],
    ["loopback as a number", () => ({ ...own(), endpoint: "https://2130706433/1" })],
    ["a private address", () => ({ ...own(), endpoint: "https://10.1.2.3/1" })],
    ["a name of this machine", () => ({ ...own(), endpoint: "https://localhost./1" })],
    ["a name of the network inside", () => ({ ...own(), endpoint: "https://metadata.internal/1" })],
    ["the loopback of IPv6", () => ({ ...own(), endpoint: "https://[::1]/1" })],
    ["another port of an allowed host", () => ({ ...own(), endpoint: "http://127.0.0.1:1/1" })],
    ["a user's name", () => ({ ...own(), endpoint: "https://user@push.example/1" })],
    ["a name that DNS has not", () => ({ ...own(), endpoint: `https://${"a".repeat(300)}.example/1` })],
    ["no address", () => ({ ...own(), endpoint: "somewhere" })],
    ["2,001 characters", () => ({ ...own(), endpoint: `https://push.example/${"x".repeat(1980)}` })],
    [
      "a key that is no point of the curve",
      () => ({ ...own(), keys: { ...own().keys, p256dh: Buffer.alloc(65, 4).toString("base64url") } }),
    ],
  ])("is refused with %s", async (_name, device) => {
    const answer = await subscribe(writer, device());
    expect([answer.status, answer.body.code]).toEqual([400, "invalid_input"]);
    expect(await devicesOf(writer)).toBe(0);
  });
});

describe("a push service", () => {
  test.each([404, 410])("that answers %i has its device dropped", async (status) => {
    const { member, device } = await memberWithDevice();
    service.answer({ status });
    await publish(member.user_id);
    await deliver();
    expect(await devicesOf(member)).toBe(0);
    expect(device.received).toEqual([]);
  });

  test("that asks for a pause gets the push after it, and one that fails later and later", async () => {
    const { member, device } = await memberWithDevice();
    service.answer({ status: 429, headers: { "retry-after": "600" } }, { status: 503 });
    await publish(member.user_id);
    await deliver();
    const asked = service.asked.length;
    pass(9 * minute);
    await deliver();
    expect(service.asked.length).toBe(asked);
    pass(1.1 * minute);
    await deliver();
    expect(service.asked.length).toBe(asked + 1);
    expect(device.received).toEqual([]);
    pass(1.1 * minute);
    await deliver();
    expect(device.received).toHaveLength(1);
  });

  test("whose answer never came is not asked again about that push: it may have been shown", async () => {
    const { member, device } = await memberWithDevice();
    service.answer("hang up");
    await publish(member.user_id);
    await deliver();
    expect(await devicesOf(member)).toBe(1);
    pass(60 * minute);
    await deliver();
    expect(device.received).toEqual([]);
  });

  test("on the site's own network is never asked, by whatever name, and its device is dropped in the end", async () => {
    const member = await registerMember(app, "TechWriter");
    const port = service.host.split(":")[1];
    const { keys } = service.device();
    await subscribe(member, { endpoint: `https://push.example:${port}/1`, keys });
    const before = service.asked.length;
    for (let count = 0; count < 3; count += 1) {
      expect(await devicesOf(member)).toBe(1);
      await publish(member.user_id);
      await deliver();
    }
    expect(service.asked.length).toBe(before);
    expect(await devicesOf(member)).toBe(0);
  });
});

test("a device that no request can be made for is dropped, and those after it get theirs", async () => {
  const { member } = await memberWithDevice();
  const endpoint = `https://${"a".repeat(300)}.example/1`;
  await app.db.query
    .update(pushSubscriptions)
    .set({ endpoint })
    .where(eq(pushSubscriptions.userId, member.user_id));
  const { member: later, device } = await memberWithDevice();
  for (const { user_id } of [member, later]) await publish(user_id);
  await deliver();
  expect(device.received).toHaveLength(1);
  expect(await devicesOf(member)).toBe(0);
});

test("of two instances that send at once each push is sent by one", async () => {
  const other = await buildTestApp({ rateLimits: false, pushHosts: [service.host] }, null, {
    db: app.db,
    store: app.store,
  });
  try {
    other.passTime(ahead);
    const owners = await Promise.all(Array.from({ length: 20 }, () => memberWithDevice()));
    for (const { member } of owners) {
      for (let count = 0; count < 3; count += 1) await publish(member.user_id);
    }
    await app.jobs.runDue("notice", "group notice", "digest");
    await Promise.all([app.jobs.runDue("push"), other.jobs.runDue("push")]);
    expect(owners.map(({ device }) => device.received.length)).toEqual(owners.map(() => 3));
  } finally {
    await other.http.close();
  }
});

async function anotherSession({ email }: Member): Promise<string> {
  const answer = await app.call("POST", "/auth/login", { body: { email, password } });
  return answer.body.access_token;
}
