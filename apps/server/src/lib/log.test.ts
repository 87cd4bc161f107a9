import fs, { mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { CollectedLines, createLog, outlasting } from "./log.ts";

function linesOf(say: (log: ReturnType<typeof createLog>) => void): string[] {
  const written: string[] = [];
  say(createLog("info", { write: (line: string) => void written.push(line) }));
  return written;
}

test("a line is one JSON object with its level and its UTC time in milliseconds", () => {
  const before = Date.now();
  const [line = ""] = linesOf((log) => log.warn({ feed: "videos" }, "feed could not be refreshed"));
  const { time, ...rest } = JSON.parse(line);
  expect(rest).toEqual({ level: 40, feed: "videos", msg: "feed could not be refreshed" });
  expect(time).toBeGreaterThanOrEqual(before);
  expect(time).toBeLessThanOrEqual(Date.now());
});

test.each([
  ["a line end", '"}\n{"level":30,"msg":"answered"}'],
  ["other line ends", "one\r\ntwo\u2028three\u2029four\u0085five"],
  ["a terminal's commands", "\u001b[2K\u001b[1Aall is well\u0007"],
  ["a NUL", "a\0b"],
  ["half a sign", "a\ud800b"],
  ["a place for a value", "%s %d %j %o"],
])("%s in user input cannot split or forge a log line", (_what, sent) => {
  const lines = linesOf((log) => {
    log.info({ path: sent, nested: { [sent]: sent } }, "answered");
    log.info({ err: new Error(sent) }, "request failed");
  });
  expect(lines).toHaveLength(2);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: none of them may be in a line but its own end
  for (const line of lines) expect(line).toMatch(/^[^\u0000-\u001f]+\n$/);
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual(["answered", "request failed"]);
  expect(JSON.parse(lines[0] ?? "").path.replaceAll("\ufffd", "\ud800")).toBe(sent);
});

describe("lines that are written together", () => {
  const said = (log: (log: ReturnType<typeof createLog>) => void) => {
    const writes: string[] = [];
    log(createLog("info", new CollectedLines({ write: (lines: string) => void writes.push(lines) })));
    return writes;
  };
  const messages = (writes: readonly string[]) =>
    writes
      .map((lines) => lines.trimEnd().split("\n"))
      .map((lines) => lines.map((line) => JSON.parse(line).msg));

  test("wait for a moment, and never longer than the next warning or error", () => {
    vi.useFakeTimers();
    const writes = said((log) => {
      log.info("one");
      log.info("two");
      log.warn("look");
      log.info("three");
      log.child({ reqId: "x" }).error("failed");
      log.info("four");
    });
    expect(messages(writes)).toEqual([
      ["one", "two", "look"],
      ["three", "failed"],
    ]);
    vi.advanceTimersByTime(100);
    vi.useRealTimers();
    expect(messages(writes).at(-1)).toEqual(["four"]);
  });

  test("are as many as fit into one write", () => {
    const writes = said((log) => {
      for (let count = 0; count < 1_000; count += 1) log.info("answered");
    });
    expect(writes.length).toBeGreaterThan(1);
    expect(Math.max(...writes.map(({ length }) => length))).toBeLessThan(17_000);
  });

  test("are not lost when the process ends", () => {
    const before = process.listeners("exit");
    const writes = said((log) => log.info("the last"));
    const [flush] = process.listeners("exit").filter((listener) => !before.includes(listener));
    expect(messages(writes)).toEqual([]);
    flush?.(0);
    expect(messages(writes)).toEqual([["the last"]]);
  });
});

test("a full disk ends nothing: the newest lines are lost, and a line says how many once there is room", () => {
  const folder = mkdtempSync(join(tmpdir(), "cairn-log-"));
  const file = join(folder, "log");
  const log = createLog("info", outlasting(openSync(file, "w")));
  const write = vi.spyOn(fs, "writeSync");
  const full = Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
  // The disk takes ten bytes more, and then nothing.
  write.mockImplementationOnce((fd, bytes) =>
    fs.writevSync(fd, [(bytes as unknown as Buffer).subarray(0, 10)]),
  );
  write.mockImplementation(() => {
    throw full;
  });
  syncBuiltinESMExports();
  for (let count = 0; count < 2_000; count += 1) log.info({ count }, "answered");
  write.mockRestore();
  syncBuiltinESMExports();
  log.info({ count: "last" }, "answered");

  const lines = readFileSync(file, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  rmSync(folder, { recursive: true });
  const kept = lines.length - 2;
  expect(lines.slice(0, kept).map(({ count }) => count)).toEqual([...Array(kept).keys()]);
  expect(kept).toBeGreaterThan(500);
  expect(lines[kept]).toMatchObject({ level: 40, lost: 2_000 - kept });
  expect(lines[kept + 1]).toMatchObject({ count: "last" });
});
