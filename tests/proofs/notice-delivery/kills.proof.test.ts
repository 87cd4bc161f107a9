import { randomInt } from "node:crypto";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readSecret } from "../../../apps/server/src/lib/secret-file.ts";
import { lastPeriod } from "../../../apps/server/src/modules/notice-delivery/digests.ts";
import { buildTestApp, registerMember, type TestApp, verifiedAdmin } from "../../support/server/app.ts";
import { makeItem } from "../../support/server/content.ts";
import { copyTemplate, openTestDatabase } from "../../support/server/database.ts";
import { readMail } from "../../support/server/mails.ts";
import { type Device, openPushService, type PushService } from "../../support/server/push-service.ts";
import { type MailServer, openMailServer } from "../../support/server/smtp.ts";
import { bytesOf, nextLine, startAppProcess, type TestProcess } from "../../support/server/test-process.ts";
import { groups, numberOf, writeDevices, writeMembers, writeReplies } from "./members.ts";

/** `npm run prove` asks for more: members who get a digest, of eight members five, and kills. */
const digests = Number(process.env.HEARING_DIGESTS ?? 40);
const kills = Number(process.env.CAIRN_PROVE_KILLS ?? 2);
const members = Math.ceil(digests / 5) * 8;
const maxMemory = 128 * 2 ** 20;
/** Mails and pushes that a server sends at the same time: what one kill may interrupt. */
const inFlight = { mails: 4, pushes: 32 };
/** More devices than all kills may interrupt, however few members there are: most pushes must arrive. */
const devicesEach = Math.ceil((2 * kills * inFlight.pushes) / (members / 8));

const [minute, day] = [60_000, 24 * 60 * 60_000];
/** When the next weekly mails are due; everything before happens in the hour before. */
const due = lastPeriod("weekly", new Date()).until.getTime() + 7 * day;
const before = new Date(due - 60 * minute);

let mailServer: MailServer;
let pushService: PushService;
const devices: Device[] = [];
const running: TestProcess[] = [];
/** The same site twice: before something is published, and with a publication that nobody has heard of. */
let quietDir: string;
let dataDir: string;
let writerName: string;

beforeAll(
  async () => {
    mailServer = await openMailServer();
    pushService = await openPushService();
    dataDir = await copyTemplate();
    quietDir = await mkdtemp(join(tmpdir(), "cairn-quiet-"));
    const first = await openSite(before);
    const writer = await registerMember(first.app, "TechWriter");
    writerName = writer.name;
    const followed = { authorId: writer.user_id, categoryId: 2, label: "node 20", word: "streams" };
    await writeMembers(first.app.db, members, { ...followed, at: before });
    const item = { authorId: writer.user_id, categoryId: 2, appliesTo: ["node 20"], at: before };
    for (let part = 1; part <= 12; part += 1) {
      await makeItem(first.app, { ...item, title: `What streams are good for, part ${part}` });
    }
    await writeReplies(first.app.db, "follows the author", { contentId: 1, at: before });
    await first.app.jobs.runDue("notice", "group notice", "digest");
    await first.close();
    await cp(dataDir, quietDir, { recursive: true });

    const { app, close } = await openSite(before);
    const admin = await verifiedAdmin(app);
    await writeDevices(app.db, "follows the author, pushed too", {
      at: before,
      each: devicesEach,
      device() {
        const device = pushService.device();
        devices.push(device);
        return device;
      },
    });
    const id = await makeItem(app, { ...item, status: "Pending", title: "New about streams" });
    const token = admin.access_token;
    const answer = await app.call("POST", `/admin/content/${id}/approve`, { token, body: { revision: 1 } });
    expect(answer.status).toBe(200);
    await writeReplies(app.db, "follows the author without mails, replies at once", {
      contentId: id,
      at: before,
    });
    await close();
  },
  120_000 + members * 20,
);
afterAll(async () => {
  for (const one of running) await one.kill();
  await Promise.all([mailServer.close(), pushService.close()]);
  for (const folder of [dataDir, quietDir]) await rm(folder, { recursive: true });
});

/** The site in this process, without its jobs. */
async function openSite(now: Date): Promise<{ app: TestApp; close: () => Promise<void> }> {
  // The mails of many members take their time on a busy machine.
  const db = await openTestDatabase({ dataDir, transactionLimit: minute });
  const settings = { rateLimits: false, smtpUrl: mailServer.url, pushHosts: [pushService.host] };
  const app = await buildTestApp(settings, null, { db, secret: await readSecret(dataDir) });
  app.passTime(now.getTime() - Date.now());
  const close = async () => {
    await app.http.close();
    app.store.close();
    await db.close();
  };
  return { app, close };
}

/** The site as a process of its own, whose clock says `now` and whose jobs are running. */
async function start(folder: string, now: Date): Promise<TestProcess> {
  const server = startAppProcess(
    folder,
    `CAIRN_NOW=${now.toISOString()}`,
    `SMTP_URL=${mailServer.url}`,
    `PUSH_HOSTS=${pushService.host}`,
  );
  running.push(server);
  await nextLine(server);
  return server;
}

const inGroup = (number: number, ...names: (keyof typeof groups)[]) =>
  names.some((name) => groups[name] === number % 8);
const subjectFor = (number: number): string | null => {
  if (inGroup(number, "follows the author, but cannot be mailed")) return null;
  if (inGroup(number, "follows the author without mails, replies at once"))
    return "The writer answered your comment";
  if (inGroup(number, "follows the label, mailed at once")) return `New article by ${writerName}`;
  return inGroup(number, "follows the author, mailed daily") ? "Your day on Cairn" : "Your week on Cairn";
};
const numbers = Array.from({ length: members }, (_, index) => index + 1);
const mailed = numbers.filter((number) => subjectFor(number) !== null);
const hasDigest = (number: number) => subjectFor(number)?.endsWith(" on Cairn") ?? false;

/** Writers and admins get mails as well. */
const isToMember = (mail: string) => numberOf(readMail(mail).to) !== null;

/** What members got, each mail by its Message-ID: one that is handed over again is the same mail. */
function readTaken() {
  const mails = mailServer.taken.map(readMail).flatMap(({ to, subject, headers }) => {
    const number = numberOf(to);
    return number === null ? [] : [{ number, subject, id: headers["message-id"] }];
  });
  const once = [...new Map(mails.map((mail) => [mail.id, mail])).values()];
  return { once, again: mails.length - once.length };
}

test("digests are made and sent in little memory, however many there are", {
  timeout: 60_000 + digests * 200,
}, async () => {
  const idle = await start(quietDir, before);
  const atRest = bytesOf(idle, "VmRSS");
  await idle.kill();
  mailServer.taken.length = 0;
  const expected = numbers.filter(hasDigest);
  const server = await start(quietDir, new Date(due + 1000));
  await mailServer.hasTaken(expected.length, isToMember);
  const most = bytesOf(server, "VmHWM");
  await server.kill();
  expect(new Set(readTaken().once.map(({ number }) => number))).toEqual(new Set(expected));
  const megabytes = (bytes: number) => Math.round(bytes / 2 ** 20);
  process.stdout.write(
    `FIGURE ${expected.length} digests: at most ${megabytes(most)} MB of memory, ${megabytes(most - atRest)} MB more than before\n`,
  );
  expect(most - atRest).toBeLessThan(maxMemory);
  mailServer.taken.length = 0;
});

test("killed while mails and pushes are made and sent, nobody gets one twice, and nobody misses a mail", {
  timeout: 60_000 + kills * 20_000 + members * 200,
}, async () => {
  const moments = { "before the first": 0, "while they were made": 0, "while they were sent": 0 };
  const began = Date.now();
  /** Later than what the life before had claimed. */
  const clockOf = (life: number) => new Date(due + 1000 + (Date.now() - began) + life * 3 * minute);

  for (let life = 0; life < kills; life += 1) {
    const server = await start(dataDir, clockOf(life));
    // Making is much quicker than sending: every other kill comes soon.
    const left = mailed.length - readTaken().once.length;
    const most = life % 2 === 0 ? 5 : Math.ceil((2 * mailed.length) / kills);
    const further = randomInt(0, Math.min(left, most) + 1);
    await mailServer.hasTaken(mailServer.taken.filter(isToMember).length + further, isToMember);
    for (let turn = randomInt(2_000); turn > 0; turn -= 1) await new Promise(setImmediate);
    await server.kill();
    moments[await momentOf()] += 1;
  }
  const { app, close } = await openSite(clockOf(kills));
  let waiting = await sendAll(app);
  // A try that met a busy peer waits half a minute for the next one.
  for (let turn = 1; turn < 5 && !isNothing(waiting); turn += 1) {
    app.passTime(5 * minute);
    waiting = await sendAll(app);
  }
  await close();

  expect(waiting).toEqual({ notices: 0, pushes: 0, mails: 0, digests: 0 });
  const { once, again } = readTaken();
  const told = once.toSorted((a, b) => a.number - b.number).map(({ number, subject }) => [number, subject]);
  expect(told).toEqual(mailed.map((number) => [number, subjectFor(number)]));
  expect(again).toBeLessThanOrEqual(kills * inFlight.mails);
  const pushes = devices.map(({ received }) => received.length);
  const lost = pushes.filter((count) => count === 0).length;
  expect(Math.max(...pushes)).toBe(1);
  expect(lost).toBeLessThanOrEqual(kills * inFlight.pushes);
  expect(devices.length).toBeGreaterThanOrEqual(2 * kills * inFlight.pushes);
  expect(pushService.problems).toEqual([]);
  const counted = Object.entries(moments).map(([moment, count]) => `${count} ${moment}`);
  process.stdout.write(
    `FIGURE ${kills} kill -9 (${counted.join(", ")}): ${mailed.length} of ${members} members mailed, 0 twice, 0 missed; ${again} mails handed over again under their Message-ID; ${pushes.length} devices pushed to, 0 twice, ${lost} lost\n`,
  );
});

interface Waiting extends Record<string, unknown> {
  notices: number;
  pushes: number;
  mails: number;
  digests: number;
}

const isNothing = (waiting: Waiting) => Object.values(waiting).every((count) => count === 0);

/** Makes and sends all that is due; resolves to what is left. */
async function sendAll(app: TestApp): Promise<Waiting> {
  await app.jobs.runDue("notice", "group notice", "digest");
  await app.jobs.runDue("reset", "mail");
  await app.jobs.runDue("push");
  const { rows } = await app.db.query.execute<Waiting>(sql`
    select count(*) filter (where kind in ('notice', 'group notice'))::int as notices,
      count(*) filter (where kind = 'push')::int as pushes, count(*) filter (where kind = 'mail')::int as mails,
      count(*) filter (where kind = 'digest' and due_at <= ${app.now()})::int as digests
    from jobs`);
  const [left] = rows;
  if (!left) throw new Error("a count has one row");
  return left;
}

/** Where the last kill was. What is made must be whole: the mails of exactly the members up to where it came. */
async function momentOf(): Promise<"before the first" | "while they were made" | "while they were sent"> {
  const db = await openTestDatabase({ dataDir });
  const { rows } = await db.query.execute<{ email: string; isMade: boolean; isDone: boolean }>(sql`
    select email, exists (select from mails where recipient = email and once like jobs.key || ' %') as "isMade",
      jobs.due_at > ${new Date(due + 6 * day)} as "isDone"
    from users join jobs on jobs.kind = 'digest' and jobs.key = 'weekly'
    where (payload ->> 'until')::bigint = ${due} and users.id <= (payload ->> 'afterUser')::bigint order by users.id`);
  const { rows: queued } = await db.query.execute(
    sql`select from jobs where kind in ('notice', 'group notice')`,
  );
  await db.close();
  const weekly = rows.flatMap(({ email, isMade }) => {
    const number = numberOf(email);
    return number === null ? [] : [[number, isMade]];
  });
  expect(weekly).toEqual(
    weekly.map(([number]) => [number, subjectFor(Number(number)) === "Your week on Cairn"]),
  );
  if (rows.length === 0 && mailServer.taken.length === 0) return "before the first";
  return queued.length > 0 || !rows[0]?.isDone ? "while they were made" : "while they were sent";
}
