import { createHash } from "node:crypto";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import type { BucketServer } from "@tests/support/server/bucket/bucket-server.ts";
import { openTestBuckets } from "@tests/support/server/bucket/test-bucket.ts";
import { openTestBucket } from "@tests/support/server/store.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openFolderStore } from "./folder-store.ts";
import type { MediaStore } from "./media-store.ts";

const bytes = Buffer.from("0123456789".repeat(10));
const facts = (content: Uint8Array) => ({
  bytes: content.length,
  sha256: createHash("sha256").update(content).digest(),
  type: "application/pdf",
});

let folder: string;
let buckets: BucketServer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "cairn-store-"));
  buckets = await openTestBuckets();
});
afterAll(async () => {
  await buckets.close();
  await rm(folder, { recursive: true });
});

describe.each(["folder", "bucket"])("a %s", (kind) => {
  let store: MediaStore;
  beforeAll(async () => {
    const directory = join(folder, kind);
    store = await (kind === "folder" ? openFolderStore(directory) : openTestBucket(buckets, directory));
  });
  afterAll(() => store.close());

  let made = 0;
  const newKey = () => {
    made += 1;
    return `${String(made).padStart(32, "0")}.pdf`;
  };
  async function received(content: Uint8Array = bytes): Promise<string> {
    const path = join(store.incoming, `${made}.part`);
    await writeFile(path, content);
    return path;
  }
  async function put(content: Uint8Array = bytes): Promise<string> {
    const key = newKey();
    await store.put(key, await received(content), facts(content));
    return key;
  }
  const read = async (key: string, range?: { start: number; end: number }) => {
    const content = await store.open(key, range);
    return content && (await buffer(content)).toString();
  };
  async function names(): Promise<string[]> {
    const all: string[] = [];
    for await (const some of store.list()) all.push(...some);
    return all.sort();
  }

  test("stores a complete file with its time, and removes the source", async () => {
    // Stores know whole seconds.
    const before = Math.floor(Date.now() / 1_000) * 1_000;
    const key = await put();
    expect(await read(key)).toBe(bytes.toString());
    const since = (await store.since(key))?.getTime();
    expect(since).toBeGreaterThanOrEqual(before);
    expect(since).toBeLessThanOrEqual(Date.now());
    expect(await names()).toContain(key);
    expect(await readdir(store.incoming)).toEqual([]);
  });

  test("serves ranges of a file, and an empty file", async () => {
    const key = await put();
    expect(await read(key, { start: 0, end: 0 })).toBe("0");
    expect(await read(key, { start: 42, end: 51 })).toBe("2345678901");
    expect(await read(key, { start: 99, end: 99 })).toBe("9");
    expect(await read(await put(Buffer.alloc(0)))).toBe("");
  });

  test("reports a missing file as missing, and removing it succeeds", async () => {
    const key = newKey();
    expect([await store.open(key), await store.since(key)]).toEqual([null, null]);
    await store.remove(key);
    await store.drop(key);
    await store.place(key);
  });

  test("keeps placed files, discards dropped ones, and deletes removed ones", async () => {
    const [kept, dropped] = [newKey(), newKey()];
    await store.hold(kept, await received(), facts(bytes));
    await store.place(kept);
    await store.place(kept);
    await store.hold(dropped, await received(), facts(bytes));
    await store.drop(dropped);
    expect(await read(kept)).toBe(bytes.toString());
    expect(await store.open(dropped)).toBeNull();
    await store.remove(kept);
    expect(await store.open(kept)).toBeNull();
    expect(await readdir(store.incoming)).toEqual([]);
  });

  test("accepts the same file under the same key again", async () => {
    const key = await put();
    await store.put(key, await received(), facts(bytes));
    expect(await read(key)).toBe(bytes.toString());
  });

  test("stops reading when a reader leaves", async () => {
    const content = await store.open(await put(Buffer.alloc(5_000_000)));
    for await (const chunk of content ?? []) {
      expect(chunk.length).toBeGreaterThan(0);
      break;
    }
    expect(content?.destroyed).toBe(true);
  });
});
