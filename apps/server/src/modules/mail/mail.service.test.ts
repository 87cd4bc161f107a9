import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { openTestDatabase, type TestDatabase } from "@tests/support/server/database.ts";
import { readMail, readOutbox } from "@tests/support/server/mails.ts";
import { type MailServer, openMailServer } from "@tests/support/server/smtp.ts";
import { asc, isNotNull, sql } from "drizzle-orm";
import pino from "pino";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { jobs, mails } from "../../db/schema.ts";
import { createJobRunner } from "../../jobs/jobs.ts";
import { createMailService } from "./mail.service.ts";
import { createOutbox } from "./outbox.ts";
import { createSmtp } from "./smtp.ts";
import type { MailTransport } from "./transport.ts";

const minute = 60_000;
const letter = { to: "amina@example.test", subject: "A subject", text: "Some words.\n" };

let db: TestDatabase;
let server: MailServer;
let ahead = 0;
let lines: string[] = [];
beforeAll(async () => {
  db = await openTestDatabase();
  server = await openMailServer();
});
afterEach(async () => {
  await db.query.delete(mails);
  await db.query.delete(jobs);
  server.taken.length = 0;
  lines = [];
});
afterAll(async () => {
  await server.close();
  await db.remove();
});

const createMail = (
  transport: MailTransport = createSmtp(server.url, "cairn.test"),
  secret = "the secret of this site",
) => {
  const base = {
    db,
    clock: () => new Date(Date.now() + ahead),
    log: pino({}, { write: (line: string) => lines.push(line) }),
  };
  const runner = createJobRunner(base);
  const service = createMailService({
    ...base,
    jobs: runner,
    transport,
    from: { name: "Cairn", address: "cairn@school.test" },
    site: () => ({ name: "Cairn" }),
    publicUrl: "https://cairn.test",
    secret,
  });
  return { ...service, start: runner.start, stop: runner.stop, runDue: () => runner.runDue("mail") };
};
const rows = () => db.query.select().from(mails).orderBy(asc(mails.id));
/** How often each waiting mail was tried. */
const tries = async () =>
  (await db.query.select().from(jobs).orderBy(asc(jobs.id))).map(({ attempts }) => attempts);
const failing = () => db.query.select({ failure: jobs.failure }).from(jobs).where(isNotNull(jobs.failure));
const queue = (mail: ReturnType<typeof createMail>, facts: Partial<typeof letter> = {}) =>
  db.transaction((tx) => mail.queue(tx, { ...letter, ...facts }));

describe("a mail", () => {
  test("is delivered once and completely, and its text is erased", async () => {
    const mail = createMail();
    await queue(mail, { text: "Zoë, your words:\n.\n.. and a line\nFrom me\n" });
    await mail.runDue();
    await mail.runDue();
    expect(server.taken).toHaveLength(1);
    const { headers, to } = readMail(server.taken[0] ?? "");
    expect(to).toBe("amina@example.test");
    expect(headers).toMatchObject({ from: "Cairn <cairn@school.test>", "auto-submitted": "auto-generated" });
    expect(headers["message-id"]).toMatch(/^<[0-9a-f-]{36}@cairn\.test>$/);
    const [row] = await rows();
    expect(row).toMatchObject({ sealedText: null, sentAt: expect.any(Date) });
    expect(await tries()).toEqual([]);
  });

  test("is sent soon after its commit once mail has started", async () => {
    const mail = createMail();
    await mail.start();
    await queue(mail);
    await expect.poll(() => server.taken.length).toBe(1);
    await mail.stop();
  });

  test("of a transaction that was rolled back is never sent", async () => {
    const mail = createMail();
    const failing = db.transaction(async (tx) => {
      await mail.queue(tx, letter);
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    await mail.runDue();
    expect(server.taken).toEqual([]);
    expect(await rows()).toEqual([]);
  });

  test.each([
    ["a refusal for now", "refuse for now"],
    ["a connection that broke", "hang up"],
  ] as const)("is retried after %s with longer pauses, and arrives once", async (_case, trouble) => {
    const mail = createMail();
    server.answer(trouble, trouble);
    const before = server.tries;
    await queue(mail);
    for (const [pause, tried] of [
      [0, 1],
      [0, 1],
      [31_000, 2],
      [31_000, 2],
      [31_000, 3],
    ] as const) {
      ahead += pause;
      await mail.runDue();
      expect(server.tries - before).toBe(tried);
    }
    expect(server.taken).toHaveLength(1);
    expect((await rows())[0]).toMatchObject({ sealedText: null });
  });

  test("that was taken just before the connection broke comes again under the same Message-ID", async () => {
    const mail = createMail();
    server.answer("take and hang up");
    await queue(mail);
    await mail.runDue();
    ahead += minute;
    await mail.runDue();
    const ids = server.taken.map((message) => readMail(message).headers["message-id"]);
    expect(ids).toHaveLength(2);
    expect(ids[0]).toBe(ids[1]);
  });

  test("is sent even if the process that claimed it dies", async () => {
    const dying = createMail({ send: () => new Promise(() => {}) });
    await queue(dying);
    void dying.runDue();
    await expect.poll(tries).toEqual([1]);
    const mail = createMail();
    await mail.runDue();
    expect(server.taken).toEqual([]);
    ahead += 2 * minute + 1000;
    await mail.runDue();
    expect(server.taken).toHaveLength(1);
  });

  test.each([
    "550 5.1.1 No such user here",
    "553 5.1.3 Bad destination mailbox address",
    "550 5.2.1 The mailbox is disabled",
  ] as const)("to a missing mailbox is abandoned at once, which is logged: %s", async (answer) => {
    const mail = createMail();
    server.answer(answer);
    await queue(mail);
    await mail.runDue();
    expect((await rows())[0]).toMatchObject({ sealedText: null, sentAt: null, givenUpAt: expect.any(Date) });
    expect(lines.join("")).toContain("an email could not be sent; giving up");
  });

  test.each([
    "550 Relaying denied",
    "554 5.7.1 Service unavailable; client host blocked",
    "504 5.5.2 Helo command rejected: need fully-qualified hostname",
    "530 5.7.0 Authentication required",
    "553 5.1.8 Sender address rejected",
    "550 5.7.26 Unauthenticated email is not accepted due to the domain's DMARC policy",
    "552 5.2.2 Mailbox full",
  ] as const)("waits where the fault is the site's or of the day: %s", async (answer) => {
    const mail = createMail();
    server.answer(answer);
    await queue(mail);
    await mail.runDue();
    expect((await rows())[0]).toMatchObject({ sentAt: null, givenUpAt: null, sealedText: expect.anything() });
    expect(await failing()).toEqual([{ failure: expect.stringContaining(answer) }]);
    expect(await mail.refused()).toBe(0);
    ahead += 31_000;
    await mail.runDue();
    expect((await rows())[0]).toMatchObject({ sentAt: expect.any(Date) });
    expect(await failing()).toEqual([]);
  });

  test("that failed is sent at once when the operator has mended the cause, and one in flight is left alone", async () => {
    const mail = createMail();
    server.answer("530 5.7.0 Authentication required");
    await queue(mail);
    await mail.runDue();
    await queue(createMail({ send: () => new Promise(() => {}) }), { to: "in-flight@example.test" });
    void createMail({ send: () => new Promise(() => {}) }).runDue();
    await expect.poll(tries).toEqual([1, 1]);
    expect(await mail.retry("nobody@example.test")).toEqual({ mails: 0, addresses: 0 });
    expect(await mail.retry(null)).toEqual({ mails: 1, addresses: 0 });
    await mail.runDue();
    expect(server.taken).toHaveLength(1);
  });

  test("is abandoned after a day, which is logged without its text", async () => {
    const mail = createMail({ send: () => Promise.reject(new Error("Some words. were not wanted")) });
    await queue(mail);
    for (let hour = 0; hour < 25; hour += 1) {
      await mail.runDue();
      ahead += 60 * minute;
    }
    const [row] = await rows();
    expect(row).toMatchObject({ sealedText: null, sentAt: null, givenUpAt: expect.any(Date) });
    expect(Number(/"tries":(\d+)[^\n]*giving up/.exec(lines.join(""))?.[1])).toBeGreaterThan(20);
    expect(lines.join("")).toContain("an email could not be sent; giving up");
    expect(lines.join("")).not.toContain("Some words.");
  });

  test("that has become useless is not sent", async () => {
    const mail = createMail();
    await db.transaction((tx) => mail.queue(tx, { ...letter, usefulFor: 10 * minute }));
    ahead += 11 * minute;
    await mail.runDue();
    expect(server.taken).toEqual([]);
    expect((await rows())[0]?.givenUpAt).not.toBeNull();
  });

  test.each([
    "amina@example.test, eve@example.test",
    "Amina <amina@example.test>",
    "amina@example.test\r\nBcc: eve@example.test",
    "amina",
    "@example.test",
    "",
  ])("is not queued to %j", async (to) => {
    const mail = createMail();
    await expect(queue(mail, { to })).rejects.toThrow("one bare address");
    expect(await rows()).toEqual([]);
  });

  test("has a subject of one line, whatever it contains", async () => {
    const mail = createMail();
    await queue(mail, { subject: "Hello\r\nBcc: eve@example.test\r\n\r\nwords" });
    await mail.runDue();
    const { headers, subject } = readMail(server.taken[0] ?? "");
    expect(subject).toBe("Hello Bcc: eve@example.test words");
    expect(headers).not.toHaveProperty("bcc");
  });
});

test("two instances that send at the same time send each mail once", async () => {
  const [one, other] = [createMail(), createMail()];
  for (let count = 0; count < 10; count += 1) await queue(one, { subject: `Mail ${count}` });
  await Promise.all([one.runDue(), other.runDue()]);
  expect(server.taken.map((message) => readMail(message).subject).sort()).toEqual(
    Array.from({ length: 10 }, (_, count) => `Mail ${count}`),
  );
});

test("rows of finished mails are deleted after a month, those of waiting mails are not", async () => {
  const mail = createMail();
  await queue(mail);
  await mail.runDue();
  ahead += 31 * 24 * 60 * minute;
  await queue(mail, { subject: "Waiting" });
  await mail.sweep();
  expect((await rows()).map(({ subject }) => subject)).toEqual(["Waiting"]);
});

describe("the text of a waiting mail", () => {
  const secretCode = { text: "Your code is K7P2QX.\n" };
  /** What the database holds, as any log or backup of it would show it. */
  const stored = async () => {
    const { rows: found } = await db.query.execute(
      sql`select mails::text || encode(sealed_text, 'escape') || encode(sealed_text, 'base64') as row from mails`,
    );
    return found.map(({ row }) => String(row)).join("\n");
  };

  test("is encrypted in the database, each time differently, and arrives unchanged", async () => {
    const mail = createMail();
    await queue(mail, secretCode);
    await queue(mail, secretCode);
    expect(await stored()).toContain(letter.to);
    expect(await stored()).not.toContain("K7P2QX");
    expect(await stored()).not.toContain(Buffer.from("K7P2QX").toString("hex"));
    const [one, other] = await rows();
    expect(one?.sealedText?.equals(other?.sealedText ?? Buffer.alloc(0))).toBe(false);
    await mail.runDue();
    expect(server.taken.map((message) => readMail(message).text.trim())).toEqual([
      "Your code is K7P2QX.",
      "Your code is K7P2QX.",
    ]);
    expect(await rows()).toMatchObject([{ sealedText: null }, { sealedText: null }]);
  });

  test("encrypted with another secret is abandoned with a log line, and other mails are sent", async () => {
    await queue(createMail(undefined, "the secret of another site"), secretCode);
    const mail = createMail();
    await queue(mail, { subject: "From this site" });
    await mail.runDue();
    expect(server.taken.map((message) => readMail(message).subject)).toEqual(["From this site"]);
    const [unreadable] = await rows();
    expect(unreadable).toMatchObject({ sealedText: null, sentAt: null, givenUpAt: expect.any(Date) });
    expect(lines.join("")).toContain("encrypted with another AUTH_SECRET");
  });

  test("cannot be decrypted in the row of another recipient", async () => {
    const mail = createMail();
    await queue(mail, secretCode);
    await db.query.update(mails).set({ recipient: "eve@example.test" });
    await mail.runDue();
    expect(server.taken).toEqual([]);
  });
});

describe("without a mail server", () => {
  test("a mail is a file that only its owner can read, with unbroken links", async () => {
    const outbox = join(db.dataDir, "outbox");
    const mail = createMail(createOutbox(outbox));
    const link = `https://cairn.test/confirm-email?token=${"a".repeat(43)}`;
    await queue(mail, { subject: "Grüße", text: `Zoë, open this:\n\n${link}\n` });
    await mail.runDue();
    const names = await readdir(outbox);
    expect(names).toEqual([expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d-]+Z-\d+\.eml$/)]);
    expect((await stat(join(outbox, names[0] ?? ""))).mode & 0o777).toBe(0o600);
    expect((await stat(outbox)).mode & 0o777).toBe(0o700);
    const [read] = await readOutbox(db.dataDir);
    expect(read?.text).toBe(`Zoë, open this:\n\n${link}\n\n`);
    expect(await rows()).toMatchObject([{ sealedText: null }]);
  });

  test("a mail that cannot be written now is written later", async () => {
    const broken = createMail(createOutbox("/dev/null/outbox"));
    await queue(broken);
    await broken.runDue();
    expect((await rows())[0]).toMatchObject({ sentAt: null });
    expect(await tries()).toEqual([1]);
    ahead += minute;
    await createMail(createOutbox(join(db.dataDir, "outbox-later"))).runDue();
    expect((await rows())[0]).toMatchObject({ sentAt: expect.any(Date) });
  });
});
