import { expect, test } from "vitest";
import { readData } from "./read-data.ts";

const read = (language: Parameters<typeof readData>[0], code: string, isRun = true) =>
  readData(language)({ code, isRun });

test("JSON and YAML are parsed, and what is wrong with them is said", async () => {
  expect(await read("json", '{"a": [1]}')).toEqual({ end: "parsed", output: "" });
  expect(await read("json", "{a: 1}")).toMatchObject({ end: "broken", output: /^SyntaxError/ });
  expect(await read("yaml", "a: [1, 2]\n---\nb: &x 1")).toEqual({ end: "parsed", output: "" });
  expect(await read("yaml", "a: 1\n---\nb: [1")).toMatchObject({ end: "broken", output: /^YAMLParseError/ });
});

test("a pattern is tried on each of its examples", async () => {
  expect(await read("regex", "/^\\d{4}$/\n+ 2026\n- 26")).toEqual({ end: "ran", output: "" });
  expect(await read("regex", "/^\\d+$/\n+ 2026\n- 26\n+ x")).toEqual({
    end: "threw",
    output: "matches: 26\ndoes not match: x",
  });
  // A pattern that remembers its last match starts over with each example.
  expect(await read("regex", "/a/g\n+ xxa\n+ a\n- b")).toEqual({ end: "ran", output: "" });
});

test("names a pattern that does not compile, and a line that is no example", async () => {
  expect(await read("regex", "/(/\n+ a")).toMatchObject({ end: "broken", output: /^SyntaxError/ });
  expect(await read("regex", "abc")).toEqual({
    end: "broken",
    output: "The first line must be the pattern as /…/flags.",
  });
  expect(await read("regex", "/a/\nb")).toEqual({
    end: "broken",
    output: 'An example begins with "+ " or "- ": b',
  });
  expect(await read("regex", "/a/\n- a", false)).toEqual({ end: "parsed", output: "" });
});
