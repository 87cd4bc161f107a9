import { expect, test } from "vitest";
import { createLog } from "./log.ts";

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
