import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { constants, getPriority, tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createPictureProcess, type PictureProcess } from "./picture-process.ts";
import type { PictureTask } from "./tasks.ts";

/** Does to each task what its source says, and names its own process and settings. */
const program = `
  process.on("message", ({ source }) => {
    if (source === "hang") return;
    if (source === "die") process.abort();
    if (source === "bad") return process.send({ problem: "picture_too_large" });
    process.send({ pictures: [{ name: JSON.stringify({ pid: process.pid, env: process.env }) }] });
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
afterEach(() => running.close());

function open({ answerMs = 20_000, idleMs = 20_000, isBackground = false } = {}, name = "program.mjs") {
  running = createPictureProcess({ answerMs, idleMs, isBackground }, pathToFileURL(join(directory, name)));
  return running;
}

const task = (source: string): PictureTask => ({
  source,
  directory,
  stem: "stem",
  make: "page",
  mostPixels: 1,
});
const facts = async (process: PictureProcess): Promise<{ pid: number; env: Record<string, string> }> => {
  const [picture] = await process.make(task("fine"));
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

test("its reason for refusing a picture is the answer", async () => {
  await expect(open().make(task("bad"))).rejects.toMatchObject({ code: "picture_too_large", status: 413 });
});

test.each(["hang", "die"])(
  "a picture that makes it %s is refused, and the following ones are processed",
  async (source) => {
    const pictures = open({ answerMs: 1_000 });
    const { pid } = await facts(pictures);
    const answers = await Promise.allSettled([pictures.make(task(source)), facts(pictures)]);
    expect(answers[0]).toMatchObject({
      status: "rejected",
      reason: { code: "file_type_refused", status: 415 },
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
  await expect(open({}, "broken.mjs").make(task("fine"))).rejects.toMatchObject({ code: "unavailable" });
});

test("closing ends it", async () => {
  const pictures = open();
  const { pid } = await facts(pictures);
  await pictures.close();
  expect(isAlive(pid)).toBe(false);
});
