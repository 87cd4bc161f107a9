import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import type { BucketServer } from "@tests/support/server/bucket/bucket-server.ts";
import { newBucket, openTestBuckets } from "@tests/support/server/bucket/test-bucket.ts";
import { type ExternalSite, type Handler, openExternalSite } from "@tests/support/server/external-site.ts";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { BucketAddress } from "../../../lib/bucket-address.ts";
import { createLog } from "../../../lib/log.ts";
import { openBucketStore } from "./bucket-store.ts";
import type { MediaStore } from "./media-store.ts";

const key = `${"a".repeat(32)}.pdf`;
const bytes = Buffer.from("%PDF-1.7 and so on");
const facts = {
  bytes: bytes.length,
  sha256: createHash("sha256").update(bytes).digest(),
  type: "application/pdf",
};
const limits = { answerMs: 300, silenceMs: 300 };

let incoming: string;
let buckets: BucketServer;
let hostile: ExternalSite;
const said: string[] = [];
const opened: MediaStore[] = [];
beforeAll(async () => {
  incoming = await mkdtemp(join(tmpdir(), "cairn-incoming-"));
  buckets = await openTestBuckets();
  hostile = await openExternalSite((_request, response) => void response.end());
});
afterEach(async () => {
  for (const store of opened.splice(0)) store.close();
  for (const name of await readdir(incoming)) await rm(join(incoming, name));
});
afterAll(async () => {
  await hostile.close();
  await buckets.close();
  await rm(incoming, { recursive: true });
});

async function storeAt(address: BucketAddress): Promise<MediaStore> {
  const log = createLog("trace", { write: (line: string) => said.push(line) });
  const store = await openBucketStore(address, { incoming, log, limits });
  opened.push(store);
  return store;
}
const hostileStore = async (handler: Handler) => {
  hostile.behave(handler);
  return storeAt({ ...(await newBucket(buckets)), endpoint: hostile.url });
};
async function received(): Promise<string> {
  const path = join(incoming, "a.part");
  await writeFile(path, bytes);
  return path;
}

async function listed(store: MediaStore): Promise<string[][]> {
  const pages: string[][] = [];
  for await (const names of store.list()) pages.push([...names]);
  return pages;
}

const uses: [name: string, use: (store: MediaStore) => Promise<unknown>][] = [
  ["reading", (store) => store.open(key)],
  ["reading a part", (store) => store.open(key, { start: 1, end: 2 })],
  ["looking", (store) => store.since(key)],
  ["removing", (store) => store.remove(key)],
  ["listing", listed],
  ["writing", async (store) => store.put(key, await received(), facts)],
];

const silence: Handler = () => {};
const answering =
  (status: number, body = ""): Handler =>
  (request, response) => {
    request.resume();
    response.writeHead(status, { "content-type": "application/xml" }).end(body);
  };
const xml = (code: string) =>
  `<Error><Code>${code}</Code><Message>about a secret/of+the tests</Message></Error>`;

describe.each(uses)("%s", (_name, use) => {
  test.each<[what: string, handler: Handler]>([
    ["never answers", silence],
    ["hangs up", (request) => void request.socket.destroy()],
    ["asks to be left alone", answering(503, xml("SlowDown"))],
    ["is broken", answering(500, "<html>")],
    ["refuses", answering(403, xml("AccessDenied"))],
    ["has moved", answering(301, xml("PermanentRedirect"))],
  ])(
    "a bucket that %s is unavailable for now, within a time limit, and is reported without secrets",
    async (_, handler) => {
      said.length = 0;
      const store = await hostileStore(handler);
      await expect(use(store)).rejects.toMatchObject({ code: "unavailable", facts: { retryAfter: 5 } });
      expect(said).toHaveLength(1);
      expect(JSON.parse(said[0] ?? "")).toMatchObject({ level: 40, msg: "the bucket could not be used" });
      expect(said[0]).not.toMatch(/secret|S3RVER|127\.0\.0\.1|stack/);
      expect([...store.failures.entries()].map(([, count]) => count)).toEqual([1]);
    },
  );

  test("a missing bucket is unavailable for now", async () => {
    const store = await storeAt({ ...(await newBucket(buckets)), endpoint: "http://127.0.0.1:1" });
    await expect(use(store)).rejects.toMatchObject({ code: "unavailable" });
  });
});

test("reading a file that a bucket stops sending fails within a time limit", async () => {
  const store = await hostileStore((_request, response) => {
    response.writeHead(200, { "content-length": 1_000_000 });
    response.write(Buffer.alloc(100_000));
  });
  const content = await store.open(key);
  await expect(buffer(content ?? Readable.from([]))).rejects.toThrow("the bucket stopped sending");
});

test("a file whose connection breaks is not treated as complete", async () => {
  const store = await hostileStore((_request, response) => {
    response.writeHead(200, { "content-length": 1_000_000 });
    response.write(Buffer.alloc(100_000), () => response.destroy());
  });
  await expect(buffer((await store.open(key)) ?? Readable.from([]))).rejects.toThrow("the bucket broke off");
});

test("a reader who pauses for longer than a bucket may still gets the whole file", async () => {
  const size = 2_000_000;
  const store = await hostileStore((_request, response) => {
    response.writeHead(200, { "content-length": size }).end(Buffer.alloc(size));
  });
  const content = await store.open(key);
  let read = 0;
  for await (const chunk of content ?? []) {
    if (read === 0) await new Promise((resolve) => setTimeout(resolve, limits.silenceMs * 2));
    read += chunk.length;
  }
  expect(read).toBe(size);
});

test("a reader who leaves ends the transfer from the bucket", async () => {
  const sending: ServerResponse[] = [];
  const store = await hostileStore((_request, response) => {
    response.writeHead(200, { "content-length": 1_000_000_000 });
    response.write(Buffer.alloc(1_000_000));
    sending.push(response);
  });
  const content = await store.open(key);
  const [response] = sending;
  const ended = response && once(response, "close");
  content?.destroy();
  await expect(ended).resolves.toBeDefined();
});

test("a range other than the requested one is not passed on", async () => {
  const store = await hostileStore((_request, response) => {
    response.writeHead(206, { "content-length": bytes.length }).end(bytes);
  });
  await expect(store.open(key, { start: 1, end: 2 })).rejects.toMatchObject({ code: "unavailable" });
});

test("a file that arrives with another hash is not stored", async () => {
  const address = await newBucket(buckets);
  const store = await storeAt(address);
  const wrong = { ...facts, sha256: Buffer.alloc(32) };
  await expect(store.put(key, await received(), wrong)).rejects.toMatchObject({ code: "unavailable" });
  expect(await store.open(key)).toBeNull();
});

test("a write that fails once is retried with the whole file", async () => {
  const sent: Buffer[] = [];
  const store = await hostileStore(async (request, response) => {
    sent.push(await buffer(request));
    response.writeHead(sent.length === 1 ? 500 : 200).end();
  });
  await store.put(key, await received(), facts);
  expect(sent.map(String)).toEqual([bytes.toString(), bytes.toString()]);
});

test("files are listed over several pages, without foreign objects", async () => {
  const page = (keys: string[], next = "") =>
    `<ListBucketResult><IsTruncated>${next !== ""}</IsTruncated>${next && `<NextContinuationToken>${next}</NextContinuationToken>`}${keys
      .map((name) => `<Contents><Key>${name}</Key></Contents>`)
      .join("")}</ListBucketResult>`;
  const [first, second, third] = ["1", "2", "3"].map((digit) => `${digit.repeat(32)}.jpg`) as [
    string,
    string,
    string,
  ];
  const pages: Record<string, string> = {
    "": page([first, "readme.txt"], "the+rest="),
    "the+rest=": page([second, "a/folder.jpg"], "the end"),
    "the end": page([third]),
  };
  const store = await hostileStore((request, response) => {
    const after = new URL(request.url ?? "", "http://bucket").searchParams.get("continuation-token") ?? "";
    answering(200, pages[after])(request, response);
  });
  expect(await listed(store)).toEqual([[first], [second], [third]]);
});

describe("a start", () => {
  test("succeeds when the bucket exists and accepts the key", async () => {
    await expect((await storeAt(await newBucket(buckets))).check()).resolves.toBeUndefined();
  });

  test.each<[what: string, changed: Partial<BucketAddress>, code: string]>([
    ["whose secret is wrong", { secretAccessKey: "another one" }, "403 (SignatureDoesNotMatch)"],
    ["whose key is not known", { accessKeyId: "nobody" }, "403 (SignatureDoesNotMatch)"],
    ["that is not there", { bucket: "nowhere" }, "404 (NoSuchBucket)"],
  ])("names a bucket %s, in one line", async (_, changed, code) => {
    const address = { ...(await newBucket(buckets)), ...changed };
    const host = new URL(address.endpoint).host;
    await expect((await storeAt(address)).check()).rejects.toThrow(
      new RegExp(
        `^the bucket ${address.bucket} at ${host} cannot be used: it answered ${code.replace(/[()]/g, "\\$&")}$`,
      ),
    );
  });

  test("continues with a warning when the bucket is only away", async () => {
    said.length = 0;
    const away = await storeAt({ ...(await newBucket(buckets)), endpoint: "http://127.0.0.1:1" });
    await away.check();
    expect(JSON.parse(said[0] ?? "")).toMatchObject({
      level: 40,
      problem: "could not be reached (ECONNREFUSED)",
      msg: expect.stringMatching(/^the bucket cairn-\S+ at 127\.0\.0\.1:1 is away/),
    });
  });
});
