import { randomUUID } from "node:crypto";
import type { LookupFunction } from "node:net";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import pino from "pino";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createJobRunner } from "../../../apps/server/src/jobs/jobs.ts";
import { createMailService, type MailService } from "../../../apps/server/src/modules/mail/mail.service.ts";
import { createSmtp } from "../../../apps/server/src/modules/mail/smtp.ts";
import { packArchive, textEntry } from "../../../apps/server/src/modules/moving/archive.ts";
import {
  buildTestApp,
  by,
  type Member,
  registerMember,
  type TestApp,
  testSecret,
  verifiedAdmin,
} from "../../support/server/app.ts";
import { makeItem } from "../../support/server/content.ts";
import { type ExternalSite, openExternalSite } from "../../support/server/external-site.ts";
import { draftFields, type FormFile, sendForm } from "../../support/server/forms.ts";
import { readMail } from "../../support/server/mails.ts";
import { openPushService, type PushService } from "../../support/server/push-service.ts";
import { type MailServer, openMailServer } from "../../support/server/smtp.ts";

/** The greedy member's backlog. */
const backlog = Number(process.env.CAIRN_PROVE_BACKLOG ?? 4);
/** How often the modest member's work is timed, by `npm run prove -- fairness`; elsewhere the order shows it. */
const rounds = Number(process.env.CAIRN_PROVE_ROUNDS ?? 0);
/** What others may feel: so many times what they felt before, or this many milliseconds. */
const [times, milliseconds] = [3, 50];
/** As long as the slow hosts of an attack took; no request waits for that. */
const slowMs = 7_500;

let app: TestApp;
let mailServer: MailServer;
let mail: MailService;
let pushService: PushService;
/** Hosts of the greedy member's devices and links. */
let slow: ExternalSite;
let quick: ExternalSite;
let greedy: Member;
let modest: Member;
let admin: Member;

const lookup: LookupFunction = (_name, _options, done) => done(null, [{ address: "127.0.0.1", family: 4 }]);
const portOf = ({ url }: ExternalSite) => new URL(url).port;

beforeAll(async () => {
  mailServer = await openMailServer();
  pushService = await openPushService();
  slow = await openExternalSite((_request, response) => {
    setTimeout(() => response.writeHead(201).end(), slowMs).unref();
  });
  quick = await openExternalSite((request, response) => {
    response.writeHead(request.url === "/robots.txt" ? 404 : 200).end();
  });
  const slowHosts = names(200, (number) => `slow-${number}.example:${portOf(slow)}`);
  app = await buildTestApp(
    {
      rateLimits: false,
      publicUrl: "https://cairn.test",
      smtpUrl: mailServer.url,
      pushHosts: [pushService.host, ...slowHosts],
      linkCheckHosts: [`quick.example:${portOf(quick)}`, ...slowHosts],
      memberStorageBytes: 100 * 2 ** 30,
    },
    null,
    { externalLimits: { lookup } },
  );
  // Only adds mails; the app sends them.
  const base = { db: app.db, clock: app.now, log: pino({ level: "silent" }) };
  mail = createMailService({
    ...base,
    jobs: createJobRunner(base),
    transport: createSmtp(mailServer.url, "cairn.test"),
    from: { name: "Cairn", address: "cairn@school.test" },
    site: () => ({ name: "Cairn" }),
    publicUrl: "https://cairn.test",
    secret: testSecret(app.db),
  });
  greedy = await registerMember(app, "TechWriter");
  modest = await registerMember(app, "TechWriter");
  admin = await verifiedAdmin(app);
  for (const work of [app.jobs, app.links]) await work.start();
});
afterAll(async () => {
  await app.close();
  await Promise.all([mailServer.close(), pushService.close(), slow.close(), quick.close()]);
});

const names = <Made>(count: number, make: (number: number) => Made): Made[] =>
  Array.from({ length: count }, (_, index) => make(index + 1));

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await sleep(2);
}

interface Kind {
  /** Makes the greedy member's backlog, of which some is being done when it resolves. */
  fill(): Promise<void>;
  /** How much of it is left. */
  left(): Promise<number>;
  /** The modest member's work, until all of it is done. */
  modest(round: number): Promise<void>;
}

const count = async (query: ReturnType<typeof sql>): Promise<number> =>
  Number((await app.db.query.execute<{ count: string }>(query)).rows[0]?.count);

const kinds: Record<string, () => Kind> = {
  "mails to many": () => ({
    fill: () =>
      app.db.transaction((tx) =>
        mail.queueAll(
          tx,
          names(backlog * 40, (number) => ({
            ...letter(`follower-${number}@example.test`),
            sender: `member ${greedy.user_id}`,
          })),
        ),
      ),
    left: () => count(sql`select count(*) from mails where sent_at is null`),
    async modest(round) {
      const to = `modest-${round}@example.test`;
      await app.db.transaction((tx) => mail.queue(tx, letter(to)));
      await until(() => mailServer.taken.some((taken) => readMail(taken).to === to));
    },
  }),

  "pushes to devices that take 7.5 s": () => ({
    async fill() {
      const greedyOnes = [greedy, await registerMember(app, "TechWriter")];
      for (const [index, { user_id: userId }] of greedyOnes.entries()) {
        for (let device = 1; device <= 10; device += 1) {
          const { access_token: token } = await app.startSession(userId);
          const host = `slow-${index * 10 + device}.example:${portOf(slow)}`;
          const endpoint = `http://${host}/${randomUUID()}`;
          const body = { endpoint, keys: pushService.device().keys };
          expect((await app.call("POST", "/push/subscriptions", { token, body })).status).toBe(201);
        }
      }
      for (let number = 1; number <= backlog; number += 1)
        for (const { user_id: userId } of greedyOnes) await pushTo(userId);
      await until(() => slow.asked.length > 0);
    },
    left: () => count(sql`select count(*) from jobs where kind = 'push'`),
    async modest() {
      const { access_token: token, user_id: userId } = await registerMember(app);
      const device = pushService.device();
      const { endpoint, keys } = device;
      await app.call("POST", "/push/subscriptions", { token, body: { endpoint, keys } });
      await pushTo(userId);
      await until(() => device.received.length > 0);
    },
  }),

  "smaller files of large pictures": () => ({
    async fill() {
      const picture = await flat(3_000, 2_000);
      for (let number = 1; number <= backlog; number += 1) await upload(greedy, picture);
    },
    left: () => count(lackingRenditions(greedy)),
    async modest() {
      await upload(modest, await flat(900, 600));
      await until(async () => (await count(lackingRenditions(modest))) === 0);
    },
  }),

  "exports of much work": () => ({
    async fill() {
      const body = "Words that many will read. ".repeat(1_500);
      for (let number = 1; number <= backlog * 25; number += 1)
        await makeItem(app, { authorId: greedy.user_id, body });
      const large = await flat(3_000, 2_000);
      for (let number = 1; number <= 3; number += 1) await upload(greedy, large);
      await app.jobs.runDue("picture");
      await requestExport(greedy);
    },
    left: () =>
      count(sql`select count(*) from work_exports where key is null and user_id = ${greedy.user_id}`),
    async modest() {
      const member = await registerMember(app, "TechWriter");
      for (let number = 1; number <= 5; number += 1) await makeItem(app, { authorId: member.user_id });
      await requestExport(member);
      const token = member.access_token;
      await until(
        async () => (await app.call("GET", "/profiles/me/export", { token })).body.state === "ready",
      );
    },
  }),

  "imports of many files": () => {
    let isDone = false;
    return {
      async fill() {
        const zip = await packed(backlog * 25);
        void importOf(greedy, zip).then(() => {
          isDone = true;
        });
      },
      left: async () => Number(!isDone),
      modest: async () => importOf(modest, await packed(5)),
    };
  },

  "links to hosts that do not answer": () => ({
    async fill() {
      const links = names(200, (number) => `[${number}](http://slow-${number}.example:${portOf(slow)}/page)`);
      const asked = slow.asked.length;
      await makeItem(app, { authorId: greedy.user_id, body: links.join("\n\n") });
      // Its pushes may ask these hosts as well, at other paths.
      await until(() => slow.asked.slice(asked).includes("/robots.txt"));
    },
    left: () => count(sql`select count(*) from links where host like 'slow-%' and checked_at is null`),
    async modest(round) {
      const path = `/${round}-${randomUUID()}`;
      const body = `[One](http://quick.example:${portOf(quick)}${path})`;
      await makeItem(app, { authorId: modest.user_id, body });
      await until(() => quick.asked.includes(path));
    },
  }),

  "notices of many followers": () => {
    const pairs: [writer: Member, follower: Member][] = [];
    return {
      async fill() {
        await writeFollowers(greedy, backlog * 400);
        await publish(greedy);
      },
      left: () => count(sql`select count(*) from jobs where kind in ('notice', 'group notice')`),
      async modest(round) {
        // Accounts are opened before the first round: meanwhile the backlog would shrink.
        if (round === 0) pairs.push(...(await Promise.all(names(2 + 2 * rounds, newPair))));
        const [writer, follower] = pairs[round] ?? (await newPair());
        await publish(writer);
        await until(
          async () => (await count(sql`select count(*) from mails where recipient = ${follower.email}`)) > 0,
        );
      },
    };
  },
};

/** A writer and who follows them. */
async function newPair(): Promise<[writer: Member, follower: Member]> {
  const [writer, follower] = [await registerMember(app, "TechWriter"), await registerMember(app)];
  await follow(follower, writer);
  return [writer, follower];
}

const letter = (to: string) => ({ to, subject: "A subject", text: "Some words.\n" });

/** A notice to one member, for their devices. */
async function pushTo(userId: number): Promise<void> {
  await app.db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ id: number }>(sql`
      insert into notifications (audience_id, type, message, sub_message, created_at)
      select id, 'System', 'A notice', 'Words [View]', now() from audiences where user_id = ${userId}
      returning id::float8 as id`);
    const id = rows[0]?.id;
    await tx.execute(sql`delete from jobs where kind = 'notice' and key = ${String(id)}`);
    const giveUpAt = app.now().getTime() + 3_600_000;
    await tx.execute(sql`
      insert into jobs (kind, key, sender, due_at, payload)
      select 'push', ${id} || ' ' || id, 'member ' || user_id, ${app.now()}::timestamptz, jsonb_build_object('notification', ${id}::bigint,
        'subscription', id, 'user', user_id::text, 'host', split_part(endpoint, '/', 3), 'giveUpAt', ${giveUpAt}::bigint)
      from push_subscriptions where user_id = ${userId}`);
    await tx.execute(sql`select pg_notify('jobs', 'push')`);
  });
}

async function flat(width: number, height: number): Promise<FormFile> {
  const noise = { type: "gaussian" as const, mean: 128, sigma: 30 };
  const bytes = await sharp({ create: { width, height, channels: 3, background: "#336699", noise } })
    .jpeg({ quality: 60 })
    .toBuffer();
  return { bytes, type: "image/jpeg", name: "picture.jpg" };
}

async function upload({ access_token: token }: Member, file: FormFile): Promise<void> {
  const { status } = await sendForm(app, "POST", "/content", { fields: draftFields(), file, token });
  expect(status).toBe(201);
}

const lackingRenditions = ({ user_id: userId }: Member) => sql`select count(*) from media
  where owner_id = ${userId} and rendition_of is null and rendition_widths is null and type = 'image/jpeg'`;

const requestExport = async (member: Member) =>
  expect((await app.call("POST", "/profiles/me/export", by(member))).status).toBe(202);

function packed(files: number): Promise<Buffer> {
  const body = "Words **that** many will [read](https://example.test). ".repeat(400);
  const entries = names(files, (number) =>
    textEntry(
      `${number}.md`,
      app.now(),
      async () => `---\ncategory: Data Science\ntitle: "Part ${number}"\n---\n\n${body}`,
    ),
  );
  return buffer(packArchive(entries));
}

async function importOf({ access_token: token }: Member, zip: Buffer): Promise<void> {
  const file = { bytes: zip, type: "application/zip", name: "work.zip" };
  const { status, body } = await sendForm(app, "POST", "/content/import", { fields: {}, file, token });
  expect([status, body.problems]).toEqual([200, []]);
}

const follow = (follower: Member, writer: Member) =>
  app.db.query.execute(sql`
    with chosen as (
      insert into notice_choices (user_id, what, mail) values (${follower.user_id}, 'follows', 'now'))
    insert into follows (user_id, kind, subject, followed_at)
    values (${follower.user_id}, 'author', ${String(writer.user_id)}, now())`);

/** Few enough to be written by one statement on a busy machine. */
const together = 1_000;

async function writeFollowers(writer: Member, followers: number): Promise<void> {
  for (let first = 1; first <= followers; first += together) {
    const last = Math.min(followers, first + together - 1);
    await app.db.query.execute(sql`
      with added as (
        insert into users (name, email, role, email_confirmed_at, created_at)
        select 'Follower ' || n, 'follows-' || n || '@example.test', 'User', now(), now()
        from generate_series(${first}::int, ${last}::int) n returning id
      ), chosen as (
        insert into notice_choices (user_id, what, mail) select id, 'follows', 'now' from added
      )
      insert into follows (user_id, kind, subject, followed_at)
      select id, 'author', ${String(writer.user_id)}, now() from added`);
  }
}

async function publish(writer: Member): Promise<void> {
  const id = await makeItem(app, { authorId: writer.user_id, status: "Pending" });
  const { access_token: token } = await app.startSession(admin.user_id);
  const { status } = await app.call("POST", `/admin/content/${id}/approve`, { token, body: { revision: 1 } });
  expect(status).toBe(200);
}

/** Milliseconds of each round; ends where `goesOn` is over. */
async function timesOf(modestWork: Kind["modest"], first: number, goesOn: () => Promise<boolean>) {
  const took: number[] = [];
  for (let round = first; round < first + rounds && (round === first || (await goesOn())); round += 1) {
    const began = performance.now();
    await modestWork(round);
    took.push(performance.now() - began);
  }
  return took;
}
const middle = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Both at once show only in times. */
const isTimedAlone = (name: string) => name.startsWith("exports") || name.startsWith("imports");

test.each(Object.entries(kinds).filter(([name]) => rounds > 0 || !isTimedAlone(name)))(
  "%s of one member delay another's little",
  { timeout: 600_000 },
  async (name, make) => {
    const kind = make();
    await kind.modest(0);
    const alone = middle(await timesOf(kind.modest, 1, async () => true));
    await kind.fill();
    const before = await kind.left();
    expect(before).toBeGreaterThan(0);
    if (rounds === 0) {
      await kind.modest(1);
      expect(await kind.left()).toBeGreaterThan(0);
      return;
    }
    const beside = middle(await timesOf(kind.modest, 1 + rounds, async () => (await kind.left()) > 0));
    const left = await kind.left();
    const words = `${Math.round(alone)} → ${Math.round(beside)} ms, ${before} of the other waited before, ${left} after`;
    process.stdout.write(`FIGURE ${app.db.engine}, ${name}: ${words}\n`);
    expect(beside, words).toBeLessThanOrEqual(Math.max(times * alone, milliseconds));
  },
);
