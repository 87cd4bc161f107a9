import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { constants, getPriority, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from "vitest";
import { workerUrl } from "../../../lib/workers.ts";
import { createPictureProcess, type PictureProcess } from "./picture-process.ts";
import type { PictureTask } from "./picture-tasks.ts";

/** Does to each task what its source says, and names its own process and settings. The size of a picture stands after its name. */
const program = `
  import { existsSync } from "node:fs";
  import { join } from "node:path";
  process.on("message", ({ make, source: whole, directory }) => {
    const [source, pixels = 1] = whole.split(" ");
    if (make === "size") return process.send({ pixels: Number(pixels) });
    const answer = () => process.send({ pictures: [{ name: JSON.stringify({ pid: process.pid, env: process.env }) }] });
    if (source === "held") {
      const look = setInterval(() => {
        if (!existsSync(join(directory, "released"))) return;
        clearInterval(look);
        answer();
      }, 10);
      return;
    }
    if (source === "hang") return;
    if (source === "die") process.abort();
    if (source === "bad") return process.send({ problem: "picture_too_large" });
    answer();
  });
  process.send("ready");
`;

let directory: string;
let running: PictureProcess;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "cairn-test-"));
  await writeFile(join(directory, "program.mjs"), program);
});
afterAll(() => rm(directory, { recursive: true }));
afterEach(async () => {
  await running?.close();
  await rm(join(directory, "released"), { force: true });
});

function open({ answerMs = 20_000, idleMs = 20_000, isBackground = false } = {}, name = "program.mjs") {
  running = createPictureProcess({ answerMs, idleMs, isBackground }, pathToFileURL(join(directory, name)));
  return running;
}

/** Pictures named "held" are not made until `release`. */
function openHeld() {
  const pictures = open();
  return { pictures, release: () => writeFile(join(directory, "released"), "") };
}

const task = (source: string): PictureTask => ({
  source,
  directory,
  stem: "stem",
  make: "page",
  maxPixels: 40_000_000,
  maxShrunkPixels: 120_000_000,
});
const facts = async (
  process: PictureProcess,
  name = "fine",
): Promise<{ pid: number; env: Record<string, string> }> => {
  const [picture] = await process.make(1, task(name));
  return JSON.parse(picture?.name ?? "");
};
const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test("one process handles one picture after the other, and does not receive the server's settings", async () => {
  process.env.AUTH_SECRET = "not for decoders";
  const pictures = open();
  const [first, second] = await Promise.all([facts(pictures), facts(pictures)]);
  delete process.env.AUTH_SECRET;
  expect(second.pid).toBe(first.pid);
  expect(first.pid).not.toBe(process.pid);
  expect(JSON.stringify(first.env)).not.toContain("AUTH_SECRET");
});

test("in the background it gives way to everything else on the machine", async () => {
  const { pid } = await facts(open({ isBackground: true }));
  expect(getPriority(pid)).toBe(constants.priority.PRIORITY_LOW);
});

test("a large picture gives way to small ones and to the server", async () => {
  const pictures = open();
  expect(getPriority((await facts(pictures)).pid)).toBe(0);
  expect(getPriority((await facts(pictures, "fine 40000000")).pid)).toBe(5);
});

test("its reason for refusing a picture is the answer", async () => {
  await expect(open().make(1, task("bad"))).rejects.toMatchObject({ code: "picture_too_large", status: 413 });
});

test("a picture beyond the bound is refused by its header alone", async () => {
  await expect(open().make(1, task("die 40000001"))).rejects.toMatchObject({ code: "picture_too_large" });
});

test("small pictures never wait for large ones, even from the same member", async () => {
  const { pictures, release } = openHeld();
  const large = pictures.make(1, task("held 40000000"));
  await expect(pictures.make(1, task("fine 4000000"))).resolves.toHaveLength(1);
  await expect(pictures.make(2, task("fine"))).resolves.toHaveLength(1);
  await release();
  await expect(large).resolves.toHaveLength(1);
});

test("members take turns: however many large pictures one sends, another's waits for one of them", async () => {
  const pictures = open();
  const made: number[] = [];
  const send = (member: number) => pictures.make(member, task("fine 39000000")).then(() => made.push(member));
  await Promise.all([send(1), send(1), send(1), send(1), send(1), send(2)]);
  // One that is made when it comes, and one whose header is read.
  expect(made.indexOf(2)).toBeLessThanOrEqual(2);
});

test("one member may have five of the largest pictures waiting; the next are refused, and another's is made", async () => {
  const { pictures, release } = openHeld();
  const made = Array.from({ length: 6 }, () => pictures.make(1, task("held 39000000")));
  const refused = [1, 2].map(() => pictures.make(1, task("held 39000000")));
  for (const one of refused) await expect(one).rejects.toMatchObject({ code: "too_many_requests" });
  const others = pictures.make(2, task("held 39000000"));
  await release();
  for (const one of [...made, others]) await expect(one).resolves.toHaveLength(1);
});

test.each([
  ["hang", "This picture takes too long to read. Save it with fewer pixels and send that."],
  ["die", "This picture is damaged. Save it again in a picture program and send that."],
])(
  "a picture that makes it %s is refused with the reason, and the following ones are processed",
  async (source, sentence) => {
    const pictures = open({ answerMs: 1_000 });
    const { pid } = await facts(pictures);
    const answers = await Promise.allSettled([pictures.make(1, task(source)), facts(pictures)]);
    expect(answers[0]).toMatchObject({
      status: "rejected",
      reason: { code: "file_type_refused", status: 415, message: sentence },
    });
    expect(answers[1]).toMatchObject({ status: "fulfilled" });
    expect(isAlive(pid)).toBe(false);
  },
);

test("it stops when idle for a while, and starts again when needed", async () => {
  const pictures = open({ idleMs: 50 });
  const { pid } = await facts(pictures);
  await expect.poll(() => isAlive(pid)).toBe(false);
  expect((await facts(pictures)).pid).not.toBe(pid);
});

test("a process that does not start is a server error, not the picture's fault", async () => {
  await writeFile(join(directory, "broken.mjs"), "process.exit(3)");
  await expect(open({}, "broken.mjs").make(1, task("fine"))).rejects.toMatchObject({ code: "unavailable" });
});

test("signals to all processes of the site leave its end to the server", async () => {
  const worker = fork(fileURLToPath(workerUrl("picture-worker.js")));
  onTestFinished(() => void worker.kill("SIGKILL"));
  await once(worker, "message");
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) worker.kill(signal);
  worker.send({ make: "size", source: "/nowhere", isForText: false });
  expect(await once(worker, "message")).toEqual([{ problem: expect.any(String) }, undefined]);
});

test("closing ends it", async () => {
  const pictures = open();
  const { pid } = await facts(pictures);
  await pictures.close();
  expect(isAlive(pid)).toBe(false);
});
