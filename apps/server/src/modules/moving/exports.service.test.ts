import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import { withinRoom } from "./exports.service.ts";

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
