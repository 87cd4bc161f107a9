import { expect, test } from "vitest";
import { readWork } from "./work-file.ts";

test("a file is read in time that grows with its length, however its title and front matter are written", () => {
  const spaces = " ".repeat(1_000_000);
  const texts = [
    `# a${spaces}b\n`,
    `# a${"#".repeat(1_000_000)}b\n`,
    `---\ntitle:${spaces}a\u2028b\n---\n`,
    `---\napplies_to:\n-${spaces}a\u2028b\n---\n`,
  ];
  // With the square of one of these lines it would take longer than a test may, on any machine.
  for (const text of texts) expect(readWork(text, "a file")).toBeTypeOf("object");
});

test("a title is the first heading, without the signs that may close it", () => {
  expect(readWork("# C#  ##\n\nWords.", "a file")).toMatchObject({ title: "C#" });
});

test("more than thirty combining marks in a row are named by their line", () => {
  const marks = "\u0300".repeat(20) + "\u0316".repeat(20);
  const problem = "The text has more than 30 combining marks in a row.";
  expect(readWork(`---\ntitle: A\nmedia: a${marks}\n---\n`, "a file")).toEqual({ line: 3, problem });
  expect(readWork(`# A\n\na${marks}`, "a file")).toEqual({ line: 3, problem });
});

test("a value of the front matter that is longer than any field is named by its line", () => {
  const problem = "A value can have at most 2,000 characters.";
  expect(readWork(`---\ntitle: A\nseries: ${"s".repeat(2_001)}\n---\n`, "a file")).toEqual({
    line: 3,
    problem,
  });
});
