import { expect, test } from "vitest";
import { excerptOf } from "./excerpt.ts";

test("a card shows the text without Markdown syntax", () => {
  const text =
    "An *index* helps when it lets the **database** skip `work`, see [the plan](https://cairn.test/a_b).";
  expect(excerptOf(text)).toBe("An index helps when it lets the database skip work, see the plan.");
});

test("headings, code, tables and rules are skipped", () => {
  const text = [
    "# Title",
    "",
    "```sql",
    "select 1;",
    "```",
    "| a | b |",
    "| --- | --- |",
    "| 1 | 2 |",
    "---",
    "The first sentence",
    "goes on here.",
  ].join("\n");
  expect(excerptOf(text)).toBe("The first sentence goes on here.");
});

test("lists and quotes lose their markers and keep their text", () => {
  expect(excerptOf("> Mind the gap.\n\n1. Expand.\n2. Switch.\n- Contract.")).toBe(
    "Mind the gap. Expand. Switch. Contract.",
  );
});

test("names with underscores and products with asterisks stay unchanged", () => {
  expect(excerptOf("Set lock_timeout and read 2 * 3.")).toBe("Set lock_timeout and read 2 * 3.");
});

test("a text that is only code has no excerpt", () => {
  expect(excerptOf("```js\nconst a = 1;\n```")).toBe("");
  expect(excerptOf("```js\nnever closed")).toBe("");
});

test("a long text is read only as far as a card shows it", () => {
  const line = "Word ".repeat(20).trim();
  expect(excerptOf(`${line}\n`.repeat(1000)).length).toBeLessThan(400);
});
