import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { acquireLock } from "./lock.mjs";

/** @type {string} */
let folder;
/** @type {string} */
let path;
/** @type {import("node:child_process").ChildProcess[]} */
let children = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cairn-lock-"));
  path = join(folder, "setup.lock");
});

afterEach(() => {
  for (const child of children) child.kill("SIGKILL");
  children = [];
  rmSync(folder, { recursive: true });
});

test("of many processes that want the lock, one has it at a time", async () => {
  await Promise.all(Array.from({ length: 6 }, worker));

  expectTurns(6);
});

test("the lock of a killed holder is taken over by one process at a time", async () => {
  await killedHolder();

  await Promise.all(Array.from({ length: 6 }, worker));

  expectTurns(6);
});

test("while a child of a killed holder works on, the lock stays held", async () => {
  const child = node("setInterval(() => {}, 1000);");
  await killedHolder(child.pid);
  /** @type {number[]} */
  const waitedFor = [];
  const waiting = acquireLock(path, {
    onWait: ({ pid }) => {
      waitedFor.push(pid);
      child.kill("SIGKILL");
    },
  });

  (await waiting).release();

  expect(waitedFor).toEqual([child.pid]);
});

test.runIf(process.platform === "linux")(
  "a later process with the holder's pid is not the holder",
  async () => {
    writeFileSync(path, JSON.stringify([{ pid: process.pid, started: "1" }]));

    const lock = await acquireLock(path, { onWait: () => expect.unreachable() });

    lock.release();
  },
);

test("a lock file that a power cut left empty blocks nobody", async () => {
  writeFileSync(path, "");

  const lock = await acquireLock(path, { onWait: () => expect.unreachable() });

  lock.release();
});

/** A process that takes the lock, notes when it comes and goes, and lets go. */
async function worker() {
  const child = node(`
    import { appendFileSync } from "node:fs";
    const lock = await acquireLock(${JSON.stringify(path)});
    appendFileSync(${JSON.stringify(join(folder, "log"))}, "in\\n");
    await new Promise((resolve) => setTimeout(resolve, 20));
    appendFileSync(${JSON.stringify(join(folder, "log"))}, "out\\n");
    lock.release();
  `);
  const [code] = await once(child, "exit");
  expect(code).toBe(0);
}

/** @param {number} [sharedWith] */
async function killedHolder(sharedWith) {
  const child = node(`
    const lock = await acquireLock(${JSON.stringify(path)});
    ${sharedWith ? `lock.share(${sharedWith});` : ""}
    console.log("held");
    setInterval(() => {}, 1000);
  `);
  if (!child.stdout) throw new Error("The holder has no output.");
  await once(child.stdout, "data");
  child.kill("SIGKILL");
  await once(child, "exit");
}

/** @param {string} code */
function node(code) {
  const prelude = `import { acquireLock } from ${JSON.stringify(new URL("./lock.mjs", import.meta.url).href)};`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", prelude + code], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.push(child);
  return child;
}

/** @param {number} count */
function expectTurns(count) {
  expect(readFileSync(join(folder, "log"), "utf8")).toBe("in\nout\n".repeat(count));
}
