import { execFile } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join as joinPath } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { expect, test } from "@playwright/test";
import sharp from "sharp";
import { call, callOrNull, join, type Member } from "../support/call.ts";
import { type Bucket, openBucket } from "../support/scale/bucket.ts";
import { ask } from "../support/scale/databases.ts";
import { approve, joinAsAdmin } from "../support/scale/members.ts";
import { bundleProgram } from "../support/scale/programs.ts";
import { line } from "../support/scale/report.ts";
import { instanceAt, openSite, picturesMade, type Site } from "../support/scale/site.ts";
import { runCommand } from "../support/site/commands.ts";
import { startServer, testLogKey } from "../support/site/server.ts";

const rounds = Number(process.env.CAIRN_SCALE_ROUNDS ?? "4");
const megabyte = 1024 * 1024;

let bucket: Bucket;
let site: Site;
let writer: Member;
let admin: Member;
let settings: Record<string, string>;
test.beforeAll(async () => {
  bucket = await openBucket();
  settings = { MEDIA_S3_URL: bucket.url, RATE_LIMITS: "off", SEED_DEMO: "false" };
  site = await openSite({ apart: true, settings });
  writer = await join(one(), "TechWriter");
  admin = await joinAsAdmin(one(), site.databaseUrl);
});
test.afterAll(async () => {
  await site.close();
  await bucket.close();
});
const one = () => instanceAt(site.instances, 0).url;
const other = () => instanceAt(site.instances, 1).url;

function box(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + content.length, 0);
  head.write(type, 4, "latin1");
  return Buffer.concat([head, content]);
}

/** A video of this size, different for each number. */
function film(bytes: number): Buffer {
  const handler = box("hdlr", Buffer.from("\0\0\0\0\0\0\0\0vide", "latin1"));
  const index = box(
    "moov",
    Buffer.concat([box("mvhd", Buffer.alloc(100)), box("trak", box("mdia", handler))]),
  );
  const head = Buffer.concat([box("ftyp", Buffer.from("isom\0\0\u0002\0isommp42", "latin1")), index]);
  const numbers = Buffer.alloc(bytes - head.length - 8);
  for (let at = 0; at + 4 <= numbers.length; at += 4) numbers.writeUInt32BE(at, at);
  return Buffer.concat([head, box("mdat", numbers)]);
}
const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

interface UploadAnswer {
  /** null: no answer came. */
  readonly status: number | null;
  readonly retryAfter: string | null;
  // biome-ignore lint/suspicious/noExplicitAny: what a test expects of an answer is what the test is about
  readonly body: any;
}

const upload = (server: string, bytes: Buffer, key = randomUUID()) =>
  send(server, { kind: "video", bytes, type: "video/mp4" }, key);

async function send(
  server: string,
  { kind, bytes, type }: { kind: "video" | "article"; bytes: Uint8Array; type: string },
  key: string = randomUUID(),
): Promise<UploadAnswer> {
  const form = new FormData();
  const fields = { title: "A wall", body: "Some words.", category: "Data Science", content_type: kind };
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append("file", new Blob([new Uint8Array(bytes)], { type }), "wall");
  const answer = await callOrNull(server, "POST", "/content", { token: writer.token, key, body: form });
  if (!answer) return { status: null, retryAfter: null, body: null };
  return { status: answer.status, retryAfter: answer.headers.get("retry-after"), body: answer.body };
}

const fileAt = async (server: string, address: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(new URL(address, server), { headers });
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
};

test("a video uploaded to one instance is served by the other, whole and in ranges", async () => {
  const bytes = film(40 * megabyte);
  const { status, body } = await upload(one(), bytes);
  expect(status, JSON.stringify(body)).toBe(201);
  await approve(one(), admin, body.id);
  const address = new URL(body.media_url, other()).pathname;

  const began = performance.now();
  const whole = await fileAt(other(), address);
  const seconds = (performance.now() - began) / 1000;
  expect(sha256(whole.bytes)).toBe(sha256(bytes));
  for (const [start, end] of [
    [0, 0],
    [1_000_000, 2_999_999],
    [bytes.length - 5, bytes.length - 1],
  ] as const) {
    const part = await fileAt(other(), address, { range: `bytes=${start}-${end}` });
    expect(part.status).toBe(206);
    expect(part.headers.get("content-range")).toBe(`bytes ${start}-${end}/${bytes.length}`);
    expect(part.bytes.equals(bytes.subarray(start, end + 1))).toBe(true);
  }
  const etag = whole.headers.get("etag") ?? "";
  expect((await fileAt(one(), address, { "if-none-match": etag })).status).toBe(304);
  // Neither instance stores anything of it.
  for (const { dataDir } of site.instances) {
    expect(readdirSync(joinPath(dataDir, "media"), { recursive: true })).toEqual(["incoming"]);
  }
  line(`40 MB from the bucket through the other instance in ${seconds.toFixed(1)} s`);
});

test("commands move a site from its bucket into a folder and back, with the same ledger", async () => {
  // Large enough for smaller copies of it, which move as well.
  const wall = sharp({ create: { width: 900, height: 600, channels: 3, background: "#246" } });
  const bytes = await wall.png().toBuffer();
  const { status, body: picture } = await send(one(), { kind: "article", bytes, type: "image/png" });
  expect(status, JSON.stringify(picture)).toBe(201);
  await approve(one(), admin, picture.id);
  await picturesMade(site.databaseUrl);
  const there = {
    MEDIA_S3_URL: bucket.url,
    DATABASE_URL: site.databaseUrl,
    AUTH_SECRET: "the secret of no instance at all",
    LOG_KEY: testLogKey,
  };
  const folder = await mkdtemp(joinPath(tmpdir(), "cairn-scale-"));
  const verified = await runCommand("admin", folder, ["ledger", "verify"], there);
  expect(verified).toMatchObject({
    status: 0,
    output: expect.stringMatching(/^The ledger is correct: \d+ rows, \d+ files/),
  });
  const file = joinPath(folder, "site.zip");
  expect((await runCommand("backup", folder, [file], there)).output).toMatch(
    /contains \d+ rows and \d+ files/,
  );

  const home = await mkdtemp(joinPath(folder, "home-"));
  expect(await runCommand("restore", home, [file])).toMatchObject({ status: 0 });
  /** Which of the two depends on where the newest checkpoint is. */
  const signed = /^Row \d+ is the newest row that (?:was|this machine) signed\.\n/m;
  const withoutSigned = (output: string) => output.replace(signed, "");
  const atHome = await runCommand("admin", home, ["ledger", "verify"]);
  expect(withoutSigned(atHome.output)).toBe(withoutSigned(verified.output));

  const moved = await openBucket();
  const embedded = { MEDIA_S3_URL: moved.url };
  const again = await mkdtemp(joinPath(folder, "again-"));
  expect((await runCommand("restore", again, [file], embedded)).status).toBe(0);
  const rows = await ask(site.databaseUrl, "select key from media where erased_at is null");
  expect(await moved.keys()).toEqual(rows.map(({ key }) => key).sort());
  // A running site on the embedded database, with its media in a bucket.
  const server = await startServer({ dataDir: again, settings: embedded });
  const running = await runCommand("admin", again, ["ledger", "verify"], embedded);
  expect(withoutSigned(running.output)).toBe(withoutSigned(verified.output));
  expect((await runCommand("backup", again, [`${file}.2`], embedded)).status).toBe(0);
  await server.stop();
  await moved.close();
  await rm(folder, { recursive: true });
});

test("ten concurrent videos of 50 MB, and their readers, fit into the memory of an instance", async () => {
  const { pid } = instanceAt(site.instances, 0);
  const memory = (what: "VmRSS" | "VmHWM") =>
    Number(new RegExp(`${what}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
  const before = memory("VmRSS");
  const bytes = film(50 * megabyte);
  const answers = await Promise.all(Array.from({ length: 10 }, () => upload(one(), bytes)));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
  const uploaded = memory("VmHWM");
  // Readers who pause in the middle hold only a connection.
  const calls = answers.map(({ body }) => request(new URL(body.media_url, one())).end());
  const answered = await Promise.all(calls.map((sent) => once(sent, "response")));
  await sleep(500);
  const read = memory("VmHWM");
  for (const [response] of answered) response.destroy();
  line(
    `10 x 50 MB at once: ${Math.round(before)} MB before, at most ${Math.round(uploaded)} MB while they came, ` +
      `${Math.round(read)} MB with ten readers who had stopped`,
  );
  // Promise 11.
  expect(read).toBeLessThan(512);
});

test("a bucket that is away or does not answer is 503 for files only, until it is back", async () => {
  const bytes = film(megabyte);
  const { body: item } = await upload(one(), bytes);
  const files = async () =>
    (await ask(site.databaseUrl, "select count(*)::int as count from media"))[0].count;
  const [rows, keys] = [await files(), await bucket.keys()];
  const refused = async () => {
    for (const server of [one(), other()]) {
      const file = await fileAt(server, item.media_url);
      expect(file.status).toBe(503);
      expect(file.headers.get("retry-after")).toBe("5");
    }
    expect((await call(other(), "GET", "/content")).status).toBe(200);
    expect((await call(other(), "GET", "/health/ready")).status).toBe(200);
  };
  await bucket.stop();
  await refused();
  expect(await upload(one(), bytes)).toMatchObject({
    status: 503,
    retryAfter: "5",
    body: { code: "unavailable" },
  });
  await bucket.start();
  expect((await fileAt(one(), item.media_url)).bytes.equals(bytes)).toBe(true);

  bucket.freeze();
  const began = performance.now();
  await refused();
  const waited = (performance.now() - began) / 1000;
  bucket.thaw();
  await expect.poll(async () => (await fileAt(other(), item.media_url)).status).toBe(200);
  expect((await upload(one(), bytes)).status).toBe(201);

  expect(await files()).toBe(rows + 1);
  expect(await bucket.keys()).toHaveLength(keys.length + 1);
  for (const { dataDir } of site.instances) {
    expect(readdirSync(joinPath(dataDir, "media", "incoming"))).toEqual([]);
  }
  line(`a bucket that did not answer was 503 after ${(waited / 2).toFixed(1)} s`);
});

test("instances killed during uploads serve every acknowledged file, and leave nothing that the sweep misses", async () => {
  test.setTimeout(120_000 + rounds * 30_000);
  const acknowledged: { address: string; hash: string }[] = [];
  let tries = 0;
  for (let round = 0; round < rounds; round += 1) {
    const victim = round % 2;
    const { url } = instanceAt(site.instances, victim);
    const before = (await bucket.keys()).length;
    const uploads = Array.from({ length: 4 }, async (_, index) => {
      const bytes = film(3 * megabyte + (round * 10 + index) * 4);
      const key = randomUUID();
      // A call without an answer is repeated at the other instance with the same key.
      for (let turn = victim; ; turn += 1) {
        tries += 1;
        const { status, body } = await upload(instanceAt(site.instances, turn % 2).url, bytes, key);
        if (status === 201) return acknowledged.push({ address: body.media_url, hash: sha256(bytes) });
        expect([null, 503, 409]).toContain(status);
        await sleep(200);
      }
    });
    // While they arrive, or when the bucket has the first of them, with or without its row.
    if (round % 4 < 2) await sleep(round * 25);
    else while ((await bucket.keys()).length === before) await sleep(1);
    await instanceAt(site.instances, victim).kill();
    await Promise.all(uploads);
    expect((await site.start(victim)).url).toBe(url);
  }
  expect(acknowledged).toHaveLength(rounds * 4);
  for (const { address, hash } of acknowledged) {
    for (const server of [one(), other()]) expect(sha256((await fileAt(server, address)).bytes)).toBe(hash);
  }
  const rows = await ask(site.databaseUrl, "select key from media where erased_at is null");
  const left = (await bucket.keys()).length - rows.length;
  const env = {
    ...process.env,
    ...settings,
    DATABASE_URL: site.databaseUrl,
    AUTH_SECRET: "x".repeat(32),
    LOG_KEY: testLogKey,
  };
  for (const { dataDir } of site.instances) {
    const program = await bundleProgram("sweep-program");
    await promisify(execFile)(process.execPath, [program], { env: { ...env, DATA_DIR: dataDir } });
    expect(readdirSync(joinPath(dataDir, "media", "incoming"))).toEqual([]);
  }
  const kept = await ask(site.databaseUrl, "select key from media where erased_at is null");
  expect(await bucket.keys()).toEqual(kept.map(({ key }) => key).sort());
  line(
    `${rounds} kills amid uploads: ${acknowledged.length} acknowledged in ${tries} tries, 0 unserved; ` +
      `${left} objects without a row, 0 after the sweep`,
  );
});

test("a start reports a refusing bucket in one line without its secret, and continues when the bucket is away", async () => {
  const dataDir = await mkdtemp(joinPath(tmpdir(), "cairn-scale-"));
  const url = new URL(bucket.url);
  url.password = "hunter2";
  const refused = await startServer({ dataDir, settings: { MEDIA_S3_URL: url.href } }).catch(
    (error) => error,
  );
  expect(String(refused.message)).toContain(
    `Cairn cannot start: the bucket media at ${url.host} cannot be used: it answered 403 (SignatureDoesNotMatch)\n`,
  );
  expect(String(refused.message)).not.toContain("hunter2");

  const away = {
    SEED_DEMO: "false",
    HOST: "127.0.0.1",
    MEDIA_S3_URL: "http://key:hunter2@127.0.0.1:1/media",
  };
  const server = await startServer({ dataDir, settings: away });
  expect(server.output()).toContain("the bucket media at 127.0.0.1:1 is away");
  expect(server.output()).not.toContain("hunter2");
  await server.stop();
  await rm(dataDir, { recursive: true });
});
