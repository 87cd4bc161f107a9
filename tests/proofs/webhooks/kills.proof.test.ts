import { randomInt } from "node:crypto";
import { rm } from "node:fs/promises";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readSecret } from "../../../apps/server/src/lib/secret-file.ts";
import { buildTestApp, registerMember, type TestApp, verifiedAdmin } from "../../support/server/app.ts";
import { makeItem } from "../../support/server/content.ts";
import { copyTemplate, openTestDatabase } from "../../support/server/database.ts";
import { nextLine, startAppProcess, type TestProcess } from "../../support/server/test-process.ts";
import {
  isSigned,
  openWebhookReceiver,
  type WebhookReceiver,
} from "../../support/server/webhook-receiver.ts";

/** `npm run prove` asks for more. */
const kills = Number(process.env.CAIRN_PROVE_KILLS ?? 2);
const writers = 4;
const minute = 60_000;

let receiver: WebhookReceiver;
let dataDir: string;
let secret: string;
/** The item that everybody comments on, and a token of each. */
let contentId: number;
const tokens: string[] = [];
const running: TestProcess[] = [];
/** Comments that a server has acknowledged. */
const acknowledged = new Set<number>();

beforeAll(async () => {
  receiver = await openWebhookReceiver();
  dataDir = await copyTemplate();
  const { app, close } = await openSite();
  const admin = await verifiedAdmin(app);
  const body = { url: receiver.url, events: ["comment.created"] };
  const made = await app.call("POST", "/admin/webhooks", { token: admin.access_token, body });
  secret = made.body.secret;
  for (let writer = 0; writer < writers; writer += 1) {
    tokens.push((await registerMember(app)).access_token);
  }
  contentId = await makeItem(app, { authorId: admin.user_id });
  await close();
});
afterAll(async () => {
  for (const one of running) await one.kill();
  await receiver.close();
  await rm(dataDir, { recursive: true });
});

/** The site in this process, without its jobs. */
async function openSite(): Promise<{ app: TestApp; close: () => Promise<void> }> {
  const db = await openTestDatabase({ dataDir, transactionLimit: minute });
  const settings = { rateLimits: false, webhookHosts: [receiver.host] };
  const app = await buildTestApp(settings, null, { db, secret: await readSecret(dataDir) });
  const close = async () => {
    await app.http.close();
    app.store.close();
    await db.close();
  };
  return { app, close };
}

/** Comments until the server is gone. */
async function comment(origin: string, token: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const call = { method: "POST", headers, body: JSON.stringify({ body: "Well said." }) };
  for (;;) {
    const answer = await fetch(`${origin}/content/${contentId}/comments`, call).catch(() => null);
    const said = answer?.status === 201 ? await answer.json().catch(() => null) : null;
    if (!said) return;
    acknowledged.add(said.id);
  }
}

test("killed while comments are written and sent, the site loses no delivery, and what it repeats has its id", {
  timeout: 60_000 + kills * 20_000,
}, async () => {
  for (let life = 0; life < kills; life += 1) {
    const server = startAppProcess(dataDir, `WEBHOOK_HOSTS=${receiver.host}`);
    running.push(server);
    const origin = await nextLine(server);
    const writing = tokens.map((token) => comment(origin, token));
    await receiver.hasReceived(receiver.received.length + randomInt(5, 40));
    for (let turn = randomInt(200); turn > 0; turn -= 1) await new Promise(setImmediate);
    await server.kill();
    await Promise.all(writing);
  }

  const { app, close } = await openSite();
  for (let turn = 0; turn < 5; turn += 1) {
    await app.jobs.runDue("webhook");
    // The lease of what a kill interrupted, or the pause after a try that it broke.
    app.passTime(3 * minute);
  }
  const { rows } = await app.db.query.execute<{ deliveries: number; sent: number; jobs: number }>(sql`
    select count(*)::int as deliveries, count(sent_at)::int as sent,
      (select count(*)::int from jobs where kind = 'webhook') as jobs
    from webhook_deliveries`);
  await close();

  const idsOf = new Map<number, Set<string>>();
  for (const message of receiver.received) {
    expect(isSigned(message, secret)).toBe(true);
    const of = message.body.data.comment_id;
    idsOf.set(of, (idsOf.get(of) ?? new Set()).add(message.id));
  }
  expect(acknowledged.size).toBeGreaterThan(0);
  expect([...acknowledged].filter((id) => !idsOf.has(id))).toEqual([]);
  expect([...idsOf.values()].filter(({ size }) => size !== 1)).toEqual([]);
  expect(rows).toEqual([{ deliveries: idsOf.size, sent: idsOf.size, jobs: 0 }]);
  const repeated = receiver.received.length - idsOf.size;
  process.stdout.write(
    `FIGURE ${kills} kill -9: ${idsOf.size} deliveries of a webhook, 0 lost, ${repeated} repeated under their id\n`,
  );
});
