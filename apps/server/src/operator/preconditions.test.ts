import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ensureBegun, ensureFolderOf } from "./preconditions.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "cairn-owner-"));
  await mkdir(join(folder, "begun/db"), { recursive: true });
});
afterAll(() => rm(folder, { recursive: true }));

test("a command says when there is no data yet; with a database server, it asks the server", () => {
  expect(() => ensureBegun({ databaseUrl: null, dataDir: folder })).toThrow(
    "Start Cairn once, or set DATA_DIR",
  );
  expect(() => ensureBegun({ databaseUrl: null, dataDir: join(folder, "begun") })).not.toThrow();
  expect(() => ensureBegun({ databaseUrl: "postgres://somewhere", dataDir: folder })).not.toThrow();
});

test("a target file whose folder is missing is named before any work is done", () => {
  expect(() => ensureFolderOf(join(folder, "none/cairn.zip"))).toThrow(
    `The folder ${folder}/none does not exist`,
  );
  expect(() => ensureFolderOf(join(folder, "cairn.zip"))).not.toThrow();
});
