import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { copyTemplate, openTestDatabase } from "@tests/support/server/database.ts";
import { databaseProgram } from "@tests/support/server/test-process.ts";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";

const { status, error, stderr } = spawnSync("strace", ["-o", "/dev/null", "true"], { encoding: "utf8" });
const reason = status === 0 ? null : (error?.message ?? stderr).trim();

const commits = 100;

test("each commit is on disk before it is acknowledged", async ({ skip }) => {
  if (reason) skip(`strace cannot run here: ${reason}`);
  const dataDir = await copyTemplate();
  const scratch = await mkdtemp(join(tmpdir(), "cairn-trace-"));
  try {
    const database = await openTestDatabase({ dataDir });
    await database.query.execute(sql`create table writes (label text)`);
    await database.close();

    const trace = join(scratch, "trace");
    const options = ["-f", "-y", "-e", "trace=fdatasync,fsync,write", "-o", trace];
    const node = [process.execPath, databaseProgram, "commit", dataDir, String(commits)];
    const [code] = await once(
      spawn("strace", [...options, ...node], { stdio: ["ignore", "ignore", "inherit"] }),
      "exit",
    );

    expect(code).toBe(0);
    expect(syncsBeforeEachCommit(await readFile(trace, "utf8"))).toEqual(Array(commits).fill(1));
  } finally {
    await rm(dataDir, { recursive: true });
    await rm(scratch, { recursive: true });
  }
});

test("commits of many callers share syncs, and no other file changes before the log of them is on disk", async ({
  skip,
}) => {
  if (reason) skip(`strace cannot run here: ${reason}`);
  const dataDir = await copyTemplate();
  const scratch = await mkdtemp(join(tmpdir(), "cairn-trace-"));
  try {
    const database = await openTestDatabase({ dataDir });
    await database.query.execute(sql`create table writes (label text)`);
    await database.close();

    const trace = join(scratch, "trace");
    const calls = "trace=fdatasync,pwrite64,ftruncate,unlink,rename";
    const options = ["-f", "-y", "-e", calls, "-o", trace];
    const node = [process.execPath, databaseProgram, "commitTogether", dataDir, "2000"];
    const [code] = await once(
      spawn("strace", [...options, ...node], { stdio: ["ignore", "ignore", "inherit"] }),
      "exit",
    );

    expect(code).toBe(0);
    const { syncs, changes, early } = syncsAndChanges(await readFile(trace, "utf8"));
    expect(early).toEqual([]);
    expect(changes).toBeGreaterThan(0);
    expect(syncs).toBeLessThan(1_000);
  } finally {
    await rm(dataDir, { recursive: true });
    await rm(scratch, { recursive: true });
  }
});

/** Syncs of the log, changes of the database's other files, and those of them that came before the sync of the log. */
function syncsAndChanges(trace: string): { syncs: number; changes: number; early: string[] } {
  const segment = /\/pg_wal\/[0-9A-F]{24}>/;
  let [syncs, changes, isOwed] = [0, 0, false];
  const early: string[] = [];
  for (const line of trace.split("\n")) {
    const call = / (fdatasync|pwrite64|ftruncate|unlink|rename)\(/.exec(line)?.[1];
    if (call === undefined || !line.includes("/db/")) continue;
    if (segment.test(line) && call === "pwrite64") isOwed = true;
    else if (segment.test(line) && call === "fdatasync") {
      syncs += 1;
      isOwed = false;
    } else if (call !== "fdatasync") {
      changes += 1;
      if (isOwed) early.push(line);
    }
  }
  return { syncs, changes, early };
}

/** How often the write-ahead log was brought to the disk between one acknowledgement and the next. */
function syncsBeforeEachCommit(trace: string): number[] {
  const counts: number[] = [];
  let syncs = 0;
  /** Threads whose fdatasync of the log has begun: strace splits calls that others interrupt in two lines. */
  const begun = new Set<string>();
  for (const line of trace.split("\n")) {
    const thread = line.split(" ")[0] ?? "";
    if (/ fdatasync\(.*\/pg_wal\//.test(line)) begun.add(thread);
    if (/fdatasync.*\) += 0$/.test(line) && begun.delete(thread)) syncs += 1;
    if (/ write\(1<.*"open /.test(line)) syncs = 0;
    if (/ write\(1<.*"committed /.test(line)) {
      counts.push(syncs);
      syncs = 0;
    }
  }
  return counts;
}
