import { expect, test } from "vitest";
import { readCues, readTime, writeCues, writeTime } from "./written-captions.ts";

const cue = (start: number, end: number, text: string, settings = "") => ({
  id: 0,
  start,
  end,
  text,
  settings,
});

test("captions are written in the order of time, without those that say nothing", () => {
  expect(
    writeCues([cue(62.5, 64, "Second\n\nline", "line:0"), cue(1, 2.25, "<v Ann>First"), cue(3, 4, "  ")]),
  ).toBe(
    "WEBVTT\n\n00:00:01.000 --> 00:00:02.250\n<v Ann>First\n\n00:01:02.500 --> 00:01:04.000 line:0\nSecond\nline\n",
  );
});

test("captions of the server are read and written as they are", () => {
  const vtt =
    "WEBVTT\n\n01:00:00.000 --> 01:00:59.990 line:0 align:start\n<v Ann>One\ntwo\n\n01:01:00.000 --> 01:01:01.500\nThree --> four\n";
  expect(readCues(vtt).map(({ start, end }) => [start, end])).toEqual([
    [3600, 3659.99],
    [3660, 3661.5],
  ]);
  expect(writeCues(readCues(vtt))).toBe(vtt);
});

test.each([
  ["1:02.5", 62.5],
  ["62,5", 62.5],
  ["1:02:03", 3723],
  ["0:00.0", 0],
  ["soon", null],
  ["", null],
])("the time %o is %o", (written, seconds) => {
  expect(readTime(written)).toBe(seconds);
});

test("times are shown to a tenth of a second", () => {
  expect([0, 62.46, 59.96, 3723].map(writeTime)).toEqual(["0:00.0", "1:02.5", "1:00.0", "1:02:03.0"]);
});
