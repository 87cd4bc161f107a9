import { type WebhookEvent, webhookEvents, webhookLimits } from "@cairn/contract";
import {
  buildTestApp,
  by,
  type Member,
  makePeople,
  registration,
  signUp,
  type TestApp,
} from "@tests/support/server/app.ts";
import { makeItem } from "@tests/support/server/content.ts";
import {
  isSigned,
  openWebhookReceiver,
  type WebhookReceiver,
} from "@tests/support/server/webhook-receiver.ts";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { webhookDeliveries, webhooks } from "../../db/schema.ts";

const [minute, hour, day] = [60_000, 60 * 60_000, 24 * 60 * 60_000];
/** A public name that its owner has led to this machine. */
const lookup = (
  _name: string,
  _options: object,
  done: (error: null, addresses: { address: string; family: number }[]) => void,
) => done(null, [{ address: "127.0.0.1", family: 4 }]);
const publicUrl = "https://cairn.test";

let receiver: WebhookReceiver;
let second: WebhookReceiver;
let app: TestApp;
let writer: Member;
let other: Member;
let admin: Member;
beforeAll(async () => {
  [receiver, second] = [await openWebhookReceiver(), await openWebhookReceiver()];
  const webhookHosts = [receiver.host, second.host];
  app = await buildTestApp({ rateLimits: false, publicUrl, webhookHosts }, null, {
    externalLimits: { lookup },
  });
  ({ writer, other, admin } = await makePeople(app));
});
afterEach(async () => {
  await app.db.query.delete(webhooks);
  receiver.usual = 204;
  receiver.received.length = 0;
});
afterAll(async () => {
  await app.close();
  await Promise.all([receiver.close(), second.close()]);
});

/** The admin's calls, whatever the clock says. */
async function ask(method: "GET" | "POST" | "PATCH" | "DELETE", path: string, body?: unknown) {
  const { access_token: token } = await app.startSession(admin.user_id);
  return app.call(method, `/admin/webhooks${path}`, { token, ...(body !== undefined && { body }) });
}
const create = (events: readonly WebhookEvent[] = webhookEvents, url = receiver.url) =>
  ask("POST", "", { url, events });
const find = async (id: number) =>
  (await ask("GET", "")).body.items.find((webhook: { id: number }) => webhook.id === id);
const deliveriesOf = async (id: number) => (await ask("GET", `/${id}/deliveries`)).body.items;
const deliver = () => app.jobs.runDue("webhook");
async function pass(milliseconds: number): Promise<void> {
  app.passTime(milliseconds);
  await deliver();
}

describe("a webhook", () => {
  test("is sent what happens, signed with its secret: ids, titles and addresses, and no words", async () => {
    const { body: webhook } = await create();
    const send = async (method: "POST" | "DELETE", path: string, who: Member, body?: object) =>
      (await app.call(method, path, by(who, body))).body;

    const draft = { title: "Streams", body: "Secret words.", category: 1 };
    const { id } = await send("POST", "/content", writer, draft);
    await send("POST", `/admin/content/${id}/approve`, admin, { revision: 1, note: "Secret words." });
    const comment = await send("POST", `/content/${id}/comments`, other, { body: "Secret words." });
    const reason = { reason: "Secret words." };
    await send("POST", `/content/${id}/report`, other, reason);
    await send("POST", `/content/${id}/report`, other, reason);
    await send("POST", `/comments/${comment.id}/report`, writer, reason);
    await send("POST", `/admin/content/${id}/flag`, admin, reason);
    await send("DELETE", `/admin/content/${id}`, admin, reason);
    const joined = await signUp(app);
    const added = await send("POST", "/admin/users", admin, registration());
    const withdrawn = (await send("POST", "/content", writer, draft)).id;
    await send("DELETE", `/content/${withdrawn}`, writer);
    await deliver();

    const item = { content_id: id, title: "Streams", author_id: writer.user_id };
    const second = { ...item, content_id: withdrawn };
    const desk = (of: number) => `${publicUrl}/content-management?item=${of}`;
    const reports = `${publicUrl}/content-management?view=reports`;
    const users = `${publicUrl}/user-management`;
    const reported = { report_id: expect.any(Number), content_id: id, title: "Streams", url: reports };
    const { received } = receiver;
    expect(received.map(({ body }) => [body.type, body.data])).toEqual([
      ["content.submitted", { ...item, revision: 1, url: desk(id) }],
      ["content.approved", { ...item, revision: 1, first: true, url: `${publicUrl}/posts/${id}` }],
      [
        "comment.created",
        {
          ...item,
          comment_id: comment.id,
          author_id: other.user_id,
          url: `${publicUrl}/posts/${id}#comment-${comment.id}`,
        },
      ],
      ["report.created", { ...reported, comment_id: null }],
      ["report.created", { ...reported, comment_id: comment.id }],
      ["content.flagged", { ...item, revision: 1, url: desk(id) }],
      ["content.removed", { ...item, revision: 1, url: desk(id) }],
      ["member.joined", { member_id: joined.user_id, url: users }],
      ["member.joined", { member_id: added.id, url: users }],
      ["content.submitted", { ...second, revision: 1, url: desk(withdrawn) }],
      ["content.removed", { ...second, revision: 1, url: desk(withdrawn) }],
    ]);
    expect(received.every((message) => isSigned(message, webhook.secret))).toBe(true);
    expect(new Set(received.map(({ id }) => id)).size).toBe(received.length);
    expect(received[0]?.headers).toMatchObject({
      "content-type": "application/json",
      "webhook-timestamp": expect.stringMatching(/^\d+$/),
      "user-agent": `Cairn (+${publicUrl})`,
    });
    expect(JSON.stringify(received)).not.toMatch(/secret words|@/i);
  });

  test("is sent only its events, of what was stored", async () => {
    await create(["comment.created"]);
    const id = await makeItem(app, { authorId: writer.user_id });
    const draft = await makeItem(app, { authorId: writer.user_id, status: "Draft" });
    await app.call("POST", `/content/${id}/report`, by(other, { reason: "Wrong." }));
    expect((await app.call("POST", `/content/${draft}/comments`, by(writer, { body: "Hm." }))).status).toBe(
      404,
    );
    await app.call("POST", `/content/${id}/comments`, by(other, { body: "Well said." }));
    await deliver();
    expect(receiver.received.map(({ body }) => body.type)).toEqual(["comment.created"]);
  });

  test("has a secret that is answered once and stored encrypted", async () => {
    const { status, body } = await create(["member.joined"]);
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        id: expect.any(Number),
        url: receiver.url,
        events: ["member.joined"],
        on: true,
        failing_since: null,
        created_at: expect.any(String),
        secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      },
    });
    const { secret, ...shown } = body;
    expect((await ask("GET", "")).body).toEqual({ items: [shown], next: null });
    const [row] = await app.db.query.select().from(webhooks);
    expect(row?.sealedSecret.toString("latin1")).not.toContain(secret.slice(6));
  });

  test("is changed and deleted, with what waits for it", async () => {
    const { id } = (await create(["member.joined"])).body;
    const url = `${receiver.url}/elsewhere`;
    expect((await ask("PATCH", `/${id}`, { url, events: ["comment.created"] })).body).toMatchObject({
      url,
      events: ["comment.created"],
    });
    await ask("POST", `/${id}/test`);
    expect((await ask("DELETE", `/${id}`)).body).toEqual({ message: "Webhook deleted" });
    await deliver();
    expect(receiver.received).toEqual([]);
    for (const [method, path] of [
      ["PATCH", ""],
      ["DELETE", ""],
      ["POST", "/test"],
      ["GET", "/deliveries"],
    ] as const) {
      const answer = await ask(method, `/${id}${path}`, method === "PATCH" ? {} : undefined);
      expect(answer).toMatchObject({ status: 404, body: { code: "webhook_not_found" } });
    }
  });

  test.each([
    "http://bot.example/hook",
    "https://127.0.0.1/hook",
    "https://[::1]/hook",
    "https://169.254.169.254/latest",
    "https://intranet/hook",
    "http://127.0.0.1:1/hook",
    "https://user:password@bot.example/",
    "ftp://bot.example/",
    "not an address",
  ])("cannot lead to %s", async (url) => {
    const answer = await create(["comment.created"], url);
    expect(answer).toMatchObject({ status: 400, body: { details: [{ field: "url" }] } });
  });

  test(`is refused beside ${webhookLimits.ofSite} others`, async () => {
    const answers = [];
    for (let count = 0; count <= webhookLimits.ofSite; count += 1)
      answers.push(await create(["member.joined"]));
    expect(answers.map(({ status }) => status)).toEqual([...Array(webhookLimits.ofSite).fill(201), 409]);
  });
});

describe("a delivery", () => {
  const tested = async () => {
    const { id } = (await create(["member.joined"])).body;
    await ask("POST", `/${id}/test`);
    return id as number;
  };

  test("that is a test says so", async () => {
    const id = await tested();
    await deliver();
    expect(receiver.received.map(({ body }) => body)).toEqual([
      { type: "webhook.test", timestamp: expect.any(String), data: { url: publicUrl } },
    ]);
    const [message] = receiver.received;
    expect(await deliveriesOf(id)).toEqual([
      {
        id: expect.any(Number),
        message_id: message?.id,
        event: "webhook.test",
        state: "sent",
        attempts: 1,
        status: 204,
        error: null,
        created_at: expect.any(String),
      },
    ]);
  });

  test("that is not taken is tried again for 24 hours, with the same id and bytes, and then failed", async () => {
    const id = await tested();
    receiver.usual = 503;
    receiver.answer(500, "hang up", 302);
    await deliver();
    const errors = [];
    for (let waited = 0; waited < 25 * hour; waited += 30 * minute) {
      const [delivery] = await deliveriesOf(id);
      if (delivery.attempts <= 3) errors[delivery.attempts] = delivery.error;
      if (waited === 23 * hour) expect(delivery.state).toBe("waiting");
      await pass(30 * minute);
    }
    expect(errors.slice(1)).toEqual([
      "It answered 500",
      expect.stringMatching(/^It did not answer \(/),
      "It answered 302, and redirects are not followed",
    ]);
    const { received } = receiver;
    expect(await deliveriesOf(id)).toMatchObject([
      { state: "failed", status: 503, attempts: received.length },
    ]);
    expect(received.length).toBeGreaterThan(20);
    expect(new Set(received.map(({ id }) => id)).size).toBe(1);
    expect(new Set(received.map(({ text }) => text)).size).toBe(1);
    expect(received.every(({ headers }) => headers["webhook-id"] !== undefined)).toBe(true);
    expect(await find(id)).toMatchObject({ on: true, failing_since: expect.any(String) });
    const before = received.length;
    await pass(day);
    expect(received).toHaveLength(before);
  });

  test("to a name that leads to a private address is not sent", async () => {
    const { id } = (await create(["member.joined"], "https://bot.example/hook")).body;
    await ask("POST", `/${id}/test`);
    await deliver();
    expect(await deliveriesOf(id)).toMatchObject([
      { state: "waiting", attempts: 1, status: null, error: "It has a private address" },
    ]);
  });

  test("to a receiver that hangs holds up no other", async () => {
    const [hanging, quick] = [
      (await create(["member.joined"])).body,
      (await create(["member.joined"], second.url)).body,
    ];
    receiver.usual = "hang";
    for (const { id } of [hanging, quick]) await ask("POST", `/${id}/test`);
    const delivering = deliver();
    await Promise.all([receiver.hasReceived(1), second.hasReceived(1)]);
    receiver.release();
    await delivering;
    expect(await deliveriesOf(hanging.id)).toMatchObject([{ state: "waiting", attempts: 1 }]);
    expect(await deliveriesOf(quick.id)).toMatchObject([{ state: "sent" }]);
  });

  test("is sent again on demand, with its id, also while it waits", async () => {
    const id = await tested();
    const [delivery] = await deliveriesOf(id);
    const replay = (of = delivery.id) => ask("POST", `/${id}/deliveries/${of}/replay`);
    receiver.answer(500);
    await deliver();
    expect((await replay()).body).toMatchObject({ id: delivery.id, state: "waiting", attempts: 1 });
    await replay();
    await deliver();
    expect(receiver.received).toHaveLength(2);
    expect(await deliveriesOf(id)).toMatchObject([{ state: "sent", attempts: 2 }]);
    await replay();
    await pass(minute);
    expect(receiver.received.map((message) => message.id)).toEqual(Array(3).fill(delivery.message_id));
    const elsewhere = (await create(["member.joined"])).body.id;
    for (const missing of [`/${id}/deliveries/987654`, `/${elsewhere}/deliveries/${delivery.id}`]) {
      const answer = await ask("POST", `${missing}/replay`);
      expect(answer).toMatchObject({ status: 404, body: { code: "delivery_not_found" } });
    }
  });

  test("is listed for seven days, 20 a page", async () => {
    const id = await tested();
    for (let count = 1; count < 25; count += 1) await ask("POST", `/${id}/test`);
    await deliver();
    const first = (await ask("GET", `/${id}/deliveries`)).body;
    const rest = (await ask("GET", `/${id}/deliveries?cursor=${first.next}`)).body;
    const ids = [...first.items, ...rest.items].map((delivery: { id: number }) => delivery.id);
    expect([first.items.length, rest.items.length, rest.next]).toEqual([20, 5, null]);
    expect(ids).toEqual(ids.toSorted((one: number, another: number) => another - one));
    expect((await ask("GET", `/${id}/deliveries?cursor=nothing`)).status).toBe(400);
    app.passTime(7 * day + 1);
    await app.sweep();
    expect(await app.db.query.select().from(webhookDeliveries)).toEqual([]);
  });
});

describe("a webhook that fails", () => {
  async function failFor(span: number): Promise<number> {
    const { id } = (await create(["member.joined"])).body;
    receiver.usual = 500;
    for (let waited = 0; waited <= span; waited += day) {
      await ask("POST", `/${id}/test`);
      await pass(day);
    }
    return id;
  }

  test("for three days is turned off, and gets nothing until it is on again", async () => {
    const id = await failFor(3 * day);
    expect(await find(id)).toMatchObject({ on: false, failing_since: expect.any(String) });
    expect(await ask("POST", `/${id}/test`)).toMatchObject({ status: 409, body: { code: "webhook_off" } });
    receiver.usual = 204;
    receiver.received.length = 0;
    await signUp(app);
    await pass(day);
    expect(receiver.received).toEqual([]);

    expect((await ask("PATCH", `/${id}`, { on: true })).body).toMatchObject({
      on: true,
      failing_since: null,
    });
    await signUp(app);
    await deliver();
    expect(receiver.received.map(({ body }) => body.type)).toEqual(["member.joined"]);
  });

  test("is failing until something arrives", async () => {
    const id = await failFor(day);
    expect(await find(id)).toMatchObject({ on: true, failing_since: expect.any(String) });
    receiver.usual = 204;
    await ask("POST", `/${id}/test`);
    await deliver();
    expect(await find(id)).toMatchObject({ on: true, failing_since: null });
  });

  test("because its receiver says that it is gone (410) is turned off at once, with what waits", async () => {
    const { id } = (await create(["member.joined"])).body;
    for (let count = 0; count < 2; count += 1) await ask("POST", `/${id}/test`);
    receiver.usual = 410;
    await deliver();
    expect(await find(id)).toMatchObject({ on: false });
    expect(receiver.received).toHaveLength(1);
    await pass(minute);
    expect(await deliveriesOf(id)).toMatchObject([
      { state: "failed", error: "The webhook is off" },
      { state: "failed", error: "The webhook is off" },
    ]);
  });

  test("because its secret cannot be opened any more says what to do", async () => {
    const { id } = (await create(["member.joined"])).body;
    await app.db.query.update(webhooks).set({ sealedSecret: Buffer.alloc(80) });
    await ask("POST", `/${id}/test`);
    await deliver();
    const error = "AUTH_SECRET has changed: delete this webhook and make it again";
    expect(await deliveriesOf(id)).toMatchObject([{ state: "waiting", error }]);
    expect(receiver.received).toEqual([]);
  });
});
