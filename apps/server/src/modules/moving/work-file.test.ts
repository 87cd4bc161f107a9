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

test.each([
  ["without the signs that may close it", "# C#  ##\n\nWords.", "C#"],
  ["also one that a line under it makes", "Words.\n\nThe title\n=========\n\n# Other", "The title"],
  ["which a comment in code is not", "```sh\n# install\n```\n\n~~~~\n# a\n~~~\n# b\n~~~~\n\n# Real", "Real"],
  ["or else the file's name", "```\n# code\n```\n\n====\n", "a file"],
])("a title is the first heading, %s", (_case, text, title) => {
  expect(readWork(text, "a file")).toMatchObject({ title });
});

test.each([
  [
    "Jekyll",
    'layout: post\ntitle:  "Hello"\ndate:   2015-11-17 16:16:01 -0600\ncategories: Data Science\ntags: [a, b]\nlast-modified-at: 2016',
    "2015-11-17T22:16:01.000Z",
  ],
  [
    "Hugo",
    "title: Hello\ndate: 2020-01-02T10:00:00+01:00\ndraft: false\ncategories:\n  - Data Science\ntags:\n- a\n- b\ncover:\n    image: x.png\n    alt: 'A: b'\ndescription: >-\n  two\n  lines",
    "2020-01-02T09:00:00.000Z",
  ],
  [
    "Obsidian",
    "aliases: [\n  x,\n]\ncategories: [Data Science]\ntitle: Hello\ndate: 2020-01-02 10:00\ncssclasses:",
    "2020-01-02T10:00:00.000Z",
  ],
])(
  "the front matter of %s is read, and what Cairn has no place for is passed over",
  (_name, front, created) => {
    expect(readWork(`---\n${front}\n---\nWords.`, "a file")).toMatchObject({
      title: "Hello",
      category: "Data Science",
      created: new Date(created),
      body: "Words.",
    });
  },
);

test.each([
  ["a field with a slip", "---\ntitel: A\n---\n", 2, /^There is no field "titel"\./],
  ["two categories", "---\ncategories: [A, B]\n---\n", 2, "Name one category: a post has exactly one."],
  ["no valid day", "---\ndate: 2020-13-02 10:00\n---\n", 2, /is no date such as/],
  ["TOML", "+++\ntitle = 'A'\n+++\n", 1, /^The front matter is TOML\./],
])("%s is named by its line", (_case, text, line, problem) => {
  expect(readWork(text, "a file")).toEqual({ line, problem: expect.stringMatching(problem) });
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
