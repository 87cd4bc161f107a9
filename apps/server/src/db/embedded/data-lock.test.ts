import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, beforeEach, expect, test } from "vitest";
import { cacheDir, copyTemplate, silentLog } from "../../test/database.ts";
import { openDatabase } from "../database.ts";
import { DataDirectoryInUse } from "../errors.ts";
import { lockDataDirectory } from "./data-lock.ts";
import { ownIdentity } from "./process-identity.ts";

let dataDir: string;
const started: number[] = [];
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "cairn-lock-"));
});
afterEach(async () => {
  for (const pid of started.splice(0)) kill(pid);
  await rm(dataDir, { recursive: true, force: true });
});

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended by itself.
  }
}

const program = join(cacheDir, "database-program.js");

/** Starts a process that opens the data directory and holds it; answers with the first line it says. */
async function startHolder(directory: string): Promise<{ pid: number; says: string }> {
  const child = spawn(process.execPath, [program, "hold", directory], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  started.push(child.pid ?? 0);
  const [says] = await once(createInterface(child.stdout), "line");
  return { pid: child.pid ?? 0, says };
}

/** Leaves the record of an owner behind. */
async function leaveRecord(owner: object): Promise<string> {
  const folder = join(dataDir, "lock");
  await mkdir(folder);
  await writeFile(join(folder, "7"), JSON.stringify({ ...ownIdentity(), ...owner }));
  return join(folder, "7");
}

test("a second process is refused within two seconds and told who the owner is", async () => {
  await rm(dataDir, { recursive: true });
  dataDir = await copyTemplate();
  const owner = await startHolder(dataDir);
  expect(owner.says).toBe(`open ${owner.pid}`);

  const start = performance.now();
  const second = await startHolder(dataDir);

  expect(second.says).toBe(`refused ${owner.pid}`);
  expect(performance.now() - start).toBeLessThan(2_000);
  const here = await openDatabase({ dataDir, log: silentLog }).catch((error: unknown) => error);
  expect(here).toBeInstanceOf(DataDirectoryInUse);
  expect(here).toMatchObject({ pid: owner.pid, message: expect.stringContaining(`pid ${owner.pid}`) });
});

test("the same process cannot open a directory twice, and can again once it was released", async () => {
  const lock = await lockDataDirectory(dataDir);
  await expect(lockDataDirectory(dataDir)).rejects.toThrow(DataDirectoryInUse);

  lock.release();

  (await lockDataDirectory(dataDir)).release();
});

test("an owner that was killed and that nobody has buried yet does not block the next", async () => {
  await rm(dataDir, { recursive: true });
  dataDir = await copyTemplate();
  // sleep never waits for the child that its shell left to it: killed, it stays a zombie.
  const script = '"$0" "$1" hold "$2" & exec sleep 60';
  const parent = spawn("sh", ["-c", script, process.execPath, program, dataDir], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  started.push(parent.pid ?? 0);
  const [says] = await once(createInterface(parent.stdout), "line");
  const zombie = Number(String(says).replace("open ", ""));
  kill(zombie);
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

test("an owner in another container counts as alive for as long as its heart beats", async () => {
  const record = await leaveRecord({ pid: 1, place: "elsewhere" });
  const beat = setInterval(() => void utimes(record, new Date(), new Date()), 100);

  await expect(lockDataDirectory(dataDir)).rejects.toThrow(DataDirectoryInUse);

  clearInterval(beat);
  (await lockDataDirectory(dataDir)).release();
});

test("the heart of an owner beats", async () => {
  const lock = await lockDataDirectory(dataDir);
  const record = join(dataDir, "lock", "1");
  await writeFile(record, JSON.stringify({ ...ownIdentity(), place: "elsewhere" }));

  await expect(lockDataDirectory(dataDir)).rejects.toThrow(DataDirectoryInUse);
  lock.release();
});

test("of many that find the same dead owner exactly one gets the directory", async () => {
  await leaveRecord({ pid: process.ppid, startedAt: "1" });
  await rm(join(dataDir, "db"), { recursive: true, force: true });
  const contenders = 40;

  const results = await Promise.allSettled(
    Array.from({ length: contenders }, () => lockDataDirectory(dataDir)),
  );

  const winners = results.filter((result) => result.status === "fulfilled");
  expect(winners).toHaveLength(1);
  expect(await readdir(join(dataDir, "lock"))).toEqual(["8"]);
});

test("processes that race for a dead owner's directory: one opens it, the others name it", async () => {
  await rm(dataDir, { recursive: true });
  dataDir = await copyTemplate();
  await leaveRecord({ pid: process.ppid, startedAt: "1" });

  const holders = await Promise.all(Array.from({ length: 4 }, () => startHolder(dataDir)));

  const owner = holders.find(({ says }) => says.startsWith("open"));
  expect(holders.map(({ says }) => says).sort()).toEqual(
    [`open ${owner?.pid}`, ...Array(3).fill(`refused ${owner?.pid}`)].sort(),
  );
});
