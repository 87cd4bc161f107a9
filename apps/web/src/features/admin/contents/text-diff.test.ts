import { describe, expect, test } from "vitest";
import { diffTexts, type Stretch } from "./text-diff.ts";

const numbered = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, place) => `Line ${from + place}`);
const text = (...lines: string[]) => lines.join("\n");

/** What the stretches say about the text as it was, and as it is. */
function sides(stretches: readonly Stretch[]) {
  const side = (gone: "added" | "removed") =>
    stretches
      .map((stretch) =>
        stretch.kind === "changed"
          ? stretch.parts.flatMap(({ kind, text }) => (kind === gone ? [] : [text])).join("")
          : stretch.lines.join("\n"),
      )
      .filter((part) => part !== "")
      .join("\n");
  return { before: side("added"), after: side("removed") };
}

describe("the difference of two texts", () => {
  test("shows the words that changed within a line, and leaves the rest of it", () => {
    expect(diffTexts("A plan is a tree.", "A plan is a deep tree.")).toEqual([
      {
        kind: "changed",
        parts: [
          { kind: "same", text: "A plan is a " },
          { kind: "added", text: "deep " },
          { kind: "same", text: "tree." },
        ],
      },
    ]);
  });

  test("shows added and removed lines as a whole", () => {
    expect(diffTexts(text("One", "Three"), text("One", "Two", "Three"))).toEqual([
      { kind: "same", lines: ["One"] },
      { kind: "changed", parts: [{ kind: "added", text: "Two" }] },
      { kind: "same", lines: ["Three"] },
    ]);
    expect(diffTexts("Gone", "")).toEqual([{ kind: "changed", parts: [{ kind: "removed", text: "Gone" }] }]);
  });

  test("shows what has nothing in common as replaced", () => {
    expect(diffTexts("Stones", "Water")).toEqual([
      { kind: "changed", parts: [{ kind: "removed", text: "Stones" }] },
      { kind: "changed", parts: [{ kind: "added", text: "Water" }] },
    ]);
    const [before, after] = ["Ask the statement to stop:", "There are two ways to stop it, and they differ:"];
    expect(diffTexts(before, after)).toHaveLength(2);
  });

  test("folds long unchanged stretches, and keeps two lines beside a change", () => {
    const before = text(...numbered(1, 9), "the old way", ...numbered(10, 18));
    const after = text(...numbered(1, 9), "the new way", ...numbered(10, 18));
    expect(
      diffTexts(before, after).map(({ kind, ...rest }) => ("lines" in rest ? [kind, ...rest.lines] : kind)),
    ).toEqual([
      ["folded", ...numbered(1, 7)],
      ["same", "Line 8", "Line 9"],
      "changed",
      ["same", "Line 10", "Line 11"],
      ["folded", ...numbered(12, 18)],
    ]);
  });

  test("is empty when nothing changed but line endings", () => {
    expect(diffTexts(text("One", "Two"), "One\r\nTwo")).toEqual([{ kind: "same", lines: ["One", "Two"] }]);
    expect(diffTexts("", "")).toEqual([]);
  });

  test.each([
    [text(...numbered(1, 40)), text("New", ...numbered(3, 20), "Line 21, longer", ...numbered(25, 40))],
    [text("a", "", "b", "", "c"), text("a", "", "", "c", "d", "")],
    ["**Bold** and `code`", text("# Title", "**Bolder** and `code`")],
    ["", text("All", "new")],
  ])("leaves both texts readable in full", (before, after) => {
    const lines = (joined: string) => joined.split("\n").filter((line) => line !== "");
    const said = sides(diffTexts(before, after));
    expect(lines(said.before)).toEqual(lines(before));
    expect(lines(said.after)).toEqual(lines(after));
  });

  test("of two long texts without a common line is found by replacing one with the other", () => {
    const words = (seed: number) =>
      Array.from({ length: 6_000 }, (_, place) => `w${(place * seed) % 7_919}`).join(" ");
    const [before, after] = [words(31), words(57)];
    expect(sides(diffTexts(before, after))).toEqual({ before, after });
  });
});
