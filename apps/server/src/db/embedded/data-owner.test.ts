import { chown, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ensureOwner } from "./data-owner.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "cairn-owner-"));
  await mkdir(join(folder, "theirs/db"), { recursive: true });
});
afterAll(() => rm(folder, { recursive: true }));

test("root refuses to write into another user's data", async () => {
  const dataDir = join(folder, "theirs");
  // Without root's powers they are another user's than root already.
  if (process.geteuid?.() === 0) await chown(join(dataDir, "db"), 4711, 4711);
  expect(() => ensureOwner(dataDir, undefined, 0)).toThrow(/belongs to the user with the id \d+/);
});

test("other users may try whatever file permissions allow, and everybody may use their own or new data", () => {
  expect(() => ensureOwner(join(folder, "theirs"), undefined, 4712)).not.toThrow();
  expect(() => ensureOwner(folder)).not.toThrow();
  expect(() => ensureOwner(join(folder, "none"))).not.toThrow();
  expect(() => ensureOwner(folder, ["db", "."])).not.toThrow();
});
