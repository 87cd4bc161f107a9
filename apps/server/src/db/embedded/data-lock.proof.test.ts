import { spawn } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ownIdentity } from "@cairn/node";
import { copyTemplate, silentLog } from "@tests/support/server/database.ts";
import {
  databaseProgram,
  follow,
  nextLine,
  startDatabaseProcess,
  type TestProcess,
} from "@tests/support/server/test-process.ts";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openDatabase } from "../database.ts";
import { DataDirectoryInUse } from "../errors.ts";
import { lockDataDirectory } from "./data-lock.ts";

let dataDir: string;
const started: TestProcess[] = [];
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "cairn-lock-"));
});
afterEach(async () => {
  await Promise.all(started.splice(0).map((holder) => holder.kill()));
  await rm(dataDir, { recursive: true, force: true });
});

/** Puts a database where there was an empty directory. */
async function useTemplate(): Promise<void> {
  await rm(dataDir, { recursive: true });
  dataDir = await copyTemplate();
}

/** Starts a process that opens the data directory and holds it; answers with the first line it says. */
async function startHolder(): Promise<{ pid: number; says: string }> {
  const holder = startDatabaseProcess("hold", dataDir);
  started.push(holder);
  return { pid: holder.pid, says: await nextLine(holder) };
}

/** Leaves the record of an owner behind. */
async function leaveRecord(owner: object): Promise<string> {
  const folder = join(dataDir, "lock");
  await mkdir(folder);
  await writeFile(join(folder, "7"), JSON.stringify({ ...ownIdentity(), ...owner }));
  return join(folder, "7");
}

test("a second process is refused with the owner's name", async () => {
  await useTemplate();
  const owner = await startHolder();
  expect(owner.says).toBe(`open ${owner.pid}`);

  const error = await openDatabase({ dataDir, log: silentLog }).catch((thrown: unknown) => thrown);

  expect(error).toBeInstanceOf(DataDirectoryInUse);
  expect(error).toMatchObject({ pid: owner.pid, message: expect.stringContaining(`pid ${owner.pid}`) });
  expect(await startHolder()).toMatchObject({ says: `refused ${owner.pid}` });
});

test("the same process cannot open a directory twice, and can again once it was released", async () => {
  const lock = await lockDataDirectory(dataDir);
  await expect(lockDataDirectory(dataDir)).rejects.toThrow(DataDirectoryInUse);

  lock.release();

  (await lockDataDirectory(dataDir)).release();
});

test("a killed owner that is still a zombie process does not block the next", async () => {
  await useTemplate();
  // sleep never waits for the child that its shell left to it: killed, it stays a zombie.
  const script = '"$0" "$1" hold "$2" & exec sleep 60';
  const parent = follow(
    spawn("sh", ["-c", script, process.execPath, databaseProgram, dataDir], {
      stdio: ["ignore", "pipe", "inherit"],
    }),
  );
  started.push(parent);
  const zombie = Number((await nextLine(parent)).replace("open ", ""));
  process.kill(zombie, "SIGKILL");
  expect(() => process.kill(zombie, 0)).not.toThrow();

  const database = await openDatabase({ dataDir, log: silentLog });

  await database.ping();
  await database.close();
});

test("another process that got the dead owner's pid does not block the next", async () => {
  await leaveRecord({ pid: process.ppid, startedAt: "1" });

  (await lockDataDirectory(dataDir)).release();
});

test("a record cut short by a power cut does not block the next", async () => {
  await writeFile(await leaveRecord({}), '{"pid": 1');

  (await lockDataDirectory(dataDir)).release();
});

test("an owner in another container counts as alive while its heartbeat continues", async () => {
  const record = await leaveRecord({ pid: 1, place: "elsewhere" });
  const beat = setInterval(() => void utimes(record, new Date(), new Date()), 100);

  await expect(lockDataDirectory(dataDir)).rejects.toThrow(DataDirectoryInUse);

  clearInterval(beat);
  (await lockDataDirectory(dataDir)).release();
});

test("an owner sends a heartbeat", async () => {
  const lock = await lockDataDirectory(dataDir);
  const record = join(dataDir, "lock", "1");
  await writeFile(record, JSON.stringify({ ...ownIdentity(), place: "elsewhere" }));

  await expect(lockDataDirectory(dataDir)).rejects.toThrow(DataDirectoryInUse);
  lock.release();
});

test("of many processes that find the same dead owner exactly one gets the directory", async () => {
  await leaveRecord({ pid: process.ppid, startedAt: "1" });
  const contenders = 40;

  const results = await Promise.allSettled(
    Array.from({ length: contenders }, () => lockDataDirectory(dataDir)),
  );

  const winners = results.filter((result) => result.status === "fulfilled");
  expect(winners).toHaveLength(1);
  expect(await readdir(join(dataDir, "lock"))).toEqual(["8"]);
});

test("processes that race for a dead owner's directory: one opens it, the others name it", async () => {
  await useTemplate();
  await leaveRecord({ pid: process.ppid, startedAt: "1" });

  const holders = await Promise.all(Array.from({ length: 4 }, () => startHolder()));

  const owner = holders.find(({ says }) => says.startsWith("open"));
  expect(holders.map(({ says }) => says).sort()).toEqual(
    [`open ${owner?.pid}`, ...Array(3).fill(`refused ${owner?.pid}`)].sort(),
  );
});
