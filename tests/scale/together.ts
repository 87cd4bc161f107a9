import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { request } from "node:http";
import { join as joinPath } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "@playwright/test";
import { call, join } from "../support/call.ts";
import { ask } from "../support/scale/databases.ts";
import { openMailbox } from "../support/scale/mailbox.ts";
import { approve, joinAsAdmin, listen, sendItem } from "../support/scale/members.ts";
import { line } from "../support/scale/report.ts";
import { instanceAt, openSite, picturesMade, type Site } from "../support/scale/site.ts";

const migrations = joinPath(import.meta.dirname, "../../apps/server/src/db/migrations");
/** Promise 8. */
const endsWithin = 1_000;

let site: Site;
let mailbox: Awaited<ReturnType<typeof openMailbox>>;
test.beforeAll(async () => {
  mailbox = await openMailbox();
  site = await openSite({ settings: { SMTP_URL: mailbox.url, SEED_DEMO: "true" } });
});
test.afterAll(async () => {
  await site.close();
  await mailbox.close();
});
const one = () => instanceAt(site.instances, 0).url;
const other = () => instanceAt(site.instances, 1).url;

test("two instances that start at once on an empty database migrate it once and write the demo data once", async () => {
  const applied = await ask(site.databaseUrl, "select name from schema_migrations order by name");
  const known = (await readdir(migrations)).filter((name) => name.endsWith(".sql")).sort();
  expect(applied.map(({ name }) => name)).toEqual(known);
  const [demo] = await ask(
    site.databaseUrl,
    "select (select count(*)::int from users where email = 'member@cairn.test') as members, min(id)::int as first from content",
  );
  expect(demo).toEqual({ members: 1, first: 1 });
});

test("a notification made on one instance arrives at a socket of the other, once", async () => {
  const [member, writer] = [await join(one()), await join(one(), "TechWriter")];
  const admin = await joinAsAdmin(one(), site.databaseUrl);
  const { socket, heard } = await listen(other(), member);
  const id = await sendItem(other(), writer, "Told from afar");
  await approve(one(), admin, id);
  await expect.poll(() => heard.length).toBe(1);

  const later = await sendItem(one(), writer, "Told from nearby");
  await approve(other(), admin, later);
  await expect.poll(() => heard.length).toBe(2);
  expect(new Set(heard.map((notification) => notification.id)).size).toBe(2);
  socket.disconnect();
});

test("a session ended on one instance is dead on the other within a second: its token and its sockets", async () => {
  const took: number[] = [];
  for (let round = 0; round < 10; round += 1) {
    const member = await join(one());
    const { socket } = await listen(other(), member);
    const cut = new Promise<number>((resolve) => {
      socket.once("disconnect", () => resolve(performance.now()));
    });
    expect((await call(other(), "GET", "/auth/me", { token: member.token })).status).toBe(200);

    expect((await call(one(), "DELETE", "/auth/logout", { token: member.refreshToken })).status).toBe(200);
    const ended = performance.now();
    while ((await call(other(), "GET", "/auth/me", { token: member.token })).status !== 401) await sleep(5);
    took.push(performance.now() - ended, (await cut) - ended);
    socket.disconnect();
  }
  line(
    `a session ended on one instance was dead on the other after ${Math.round(Math.max(...took))} ms at most`,
  );
  expect(Math.max(...took)).toBeLessThan(endsWithin);
});

test("a visitor's list cached by one instance is dropped when the other publishes", async () => {
  const writer = await join(one(), "TechWriter");
  const admin = await joinAsAdmin(one(), site.databaseUrl);
  const titles = async () => {
    const { body } = await call(other(), "GET", "/content");
    return body.map(({ title }: { title: string }) => title);
  };
  await titles();
  const id = await sendItem(one(), writer, "Seen at once");
  expect(await titles()).not.toContain("Seen at once");
  await approve(one(), admin, id);
  await expect.poll(titles).toContain("Seen at once");
});

test("an upload to one instance survives the start of another", async () => {
  test.setTimeout(600_000);
  // The making of pictures has files there as well.
  await picturesMade(site.databaseUrl);
  const writer = await join(one(), "TechWriter");
  const boundary = "scale";
  const field = (name: string, value: string) =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const { hostname, port } = new URL(one());
  const upload = request({
    hostname,
    port,
    method: "POST",
    path: "/api/content",
    headers: {
      authorization: `Bearer ${writer.token}`,
      "content-type": `multipart/form-data; boundary=${boundary}`,
    },
  });
  const answered = once(upload, "response");
  upload.write(
    field("title", "Slowly sent") + field("body", "Some words.") + field("category", "Data Science"),
  );
  upload.write(
    `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="paper.pdf"\r\n` +
      "content-type: application/pdf\r\n\r\n%PDF-1.4\n",
  );
  const incoming = joinPath(site.dataDir, "media", "incoming");
  await expect.poll(async () => (await readdir(incoming)).length).toBe(1);
  await instanceAt(site.instances, 1).stop();
  await site.start(1);
  expect(await readdir(incoming)).toHaveLength(1);

  upload.end(`1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n\r\n--${boundary}--\r\n`);
  const [answer] = await answered;
  answer.resume();
  expect(answer.statusCode).toBe(201);
  const { body } = await call(other(), "GET", `/content?user_id=${writer.id}`, { token: writer.token });
  const [{ media_url: address }] = body;
  const file = await fetch(new URL(address, other()));
  expect(file.status).toBe(200);
  expect(await file.text()).toContain("%PDF-1.4");
});

test("each mail is sent once, by one of several instances", async () => {
  const members = await Promise.all(
    Array.from({ length: 40 }, (_, index) => join(index % 2 === 0 ? one() : other())),
  );
  const got = () => members.map(({ email }) => mailbox.recipients.filter((known) => known === email).length);
  await expect.poll(() => got().every((count) => count > 0), { timeout: 30_000 }).toBe(true);
  await expect
    .poll(() => ask(site.databaseUrl, "select count(*)::int as waiting from mails where sent_at is null"))
    .toEqual([{ waiting: 0 }]);
  expect(got()).toEqual(members.map(() => 1));
});

test("a key used on one instance gives the same answer on the other", async () => {
  const writer = await join(one(), "TechWriter");
  const key = randomUUID();
  const send = (server: string) =>
    call(server, "POST", "/content", {
      token: writer.token,
      key,
      body: { title: "Sent twice", body: "Some words.", category: "Data Science" },
    });
  const answers = await Promise.all([send(one()), send(other()), send(one()), send(other())]);
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
});

test("two instances sign one log: at most once a second, one checkpoint for a size, and none after a larger one", async () => {
  const writer = await join(one(), "TechWriter");
  const admin = await joinAsAdmin(one(), site.databaseUrl);
  const items: number[] = [];
  for (let count = 0; count < 24; count += 1) items.push(await sendItem(one(), writer, `Signed ${count}`));
  const checkpoint = async (server: string) => (await fetch(`${server}/log/checkpoint`)).text();
  const sizeOf = (note: string) => Number(note.split("\n")[1]);
  const first = sizeOf(await checkpoint(one()));

  const began = performance.now();
  let isDone = false;
  const publishing = Promise.all(
    [one(), other()].map(async (server) => {
      for (let id = items.pop(); id !== undefined; id = items.pop()) await approve(server, admin, id);
    }),
  ).finally(() => {
    isDone = true;
  });
  const notes = new Map<number, string>();
  const sizes = [first];
  // Each answer was asked for after the one before had come, from whichever instance.
  for (let turn = 0; !isDone || sizes.at(-1) !== first + 24; turn += 1) {
    const note = await checkpoint(turn % 2 === 0 ? one() : other());
    expect(notes.get(sizeOf(note)) ?? note).toBe(note);
    notes.set(sizeOf(note), note);
    sizes.push(sizeOf(note));
    // Visitors' calls are counted.
    await sleep(20);
  }
  const seconds = (performance.now() - began) / 1_000;
  await publishing;
  expect(sizes).toEqual(sizes.toSorted((a, b) => a - b));
  line(`${notes.size} checkpoints of two instances that decided at once, in ${seconds.toFixed(1)} s`);
  // One second before the first of them, and the one that was there.
  expect(notes.size).toBeLessThanOrEqual(seconds + 2);
});
