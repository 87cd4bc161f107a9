import { stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { buildTestApp, registerMember } from "@tests/support/server/app.ts";
import { expect, onTestFinished, test } from "vitest";
import type { JobKind } from "../../jobs/jobs.ts";
import { createExportService, withinRoom } from "./exports.service.ts";

const gigabyte = 1024 ** 3;
const chunk = Buffer.alloc(1024 * 1024);
const isFull = { code: "storage_full" };

/** The bytes that are written of a file of so many megabytes. */
async function written(megabytes: number, most: number, free: () => number): Promise<number> {
  const content = Readable.from(Array.from({ length: megabytes }, () => chunk));
  try {
    return (await buffer(withinRoom(content, most, async () => free()))).length;
  } finally {
    expect(content.destroyed).toBe(true);
  }
}

test("an export ends at its most bytes", async () => {
  expect(await written(3, 3 * chunk.length, () => 2 * gigabyte)).toBe(3 * chunk.length);
  await expect(written(3, 3 * chunk.length - 1, () => 2 * gigabyte)).rejects.toMatchObject(isFull);
});

test("an export ends when the disk has a gigabyte left, before and while it is written", async () => {
  await expect(written(1, gigabyte, () => gigabyte)).rejects.toMatchObject(isFull);
  let free = gigabyte + 2;
  await expect(written(20, gigabyte, () => free--)).rejects.toMatchObject(isFull);
  expect(free).toBeGreaterThanOrEqual(gigabyte - 1);
});

test("a stop before the first byte is read fails the export that is made, and not the process", async () => {
  const app = await buildTestApp();
  onTestFinished(() => app.close());
  const member = await registerMember(app, "TechWriter");
  await app.call("POST", "/profiles/me/export", { token: member.access_token });
  const made: JobKind<unknown>[] = [];
  createExportService({
    db: app.db,
    clock: () => new Date(),
    jobs: { define: (kind: JobKind<unknown>) => made.push(kind) },
    storage: { mostOfCopy: async () => gigabyte },
    files: {
      folder: ".",
      // The file is opened before the first read.
      receive: async (content: Readable) => {
        await stat(".");
        return await buffer(content);
      },
    },
    downloads: {
      everything: async () => {
        await made[0]?.stop?.();
        return new Readable({ read() {} });
      },
    },
  } as unknown as Parameters<typeof createExportService>[0]);

  const run = made[0]?.run?.({ key: String(member.user_id) } as Parameters<
    NonNullable<(typeof made)[0]["run"]>
  >[0]);
  await expect(run).rejects.toMatchObject({ name: "AbortError" });
});
