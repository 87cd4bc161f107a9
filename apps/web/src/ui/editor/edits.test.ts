import { describe, expect, test } from "vitest";
import * as edits from "./edits.ts";
import { toolOfKey } from "./tools.ts";

/** Reads a text whose selection stands between two bars, or whose caret is one bar. */
function marked(shown: string): edits.Marked {
  const from = shown.indexOf("|");
  const last = shown.lastIndexOf("|");
  return { text: shown.replaceAll("|", ""), from, to: last === from ? from : last - 1 };
}

function after(shown: string, tool: edits.Tool): string {
  const before = marked(shown);
  const edit = tool(before);
  const { from, to, insert } = edits.asOneChange(before.text, edit);
  const text = before.text.slice(0, from) + insert + before.text.slice(to);
  const [start, end] = [Math.min(edit.anchor, edit.head), Math.max(edit.anchor, edit.head)];
  return start === end
    ? `${text.slice(0, start)}|${text.slice(start)}`
    : `${text.slice(0, start)}|${text.slice(start, end)}|${text.slice(end)}`;
}

const bold = edits.around("**", "bold");

describe("the tools of the editor", () => {
  test.each<[string, edits.Tool, string, string]>([
    ["marks the selection without its outer space", bold, "a |wide stone| b", "a **|wide stone|** b"],
    ["keeps spaces outside the marks", bold, "a| wide |b", "a **|wide|** b"],
    ["takes the marks away again", bold, "a **|wide|** b", "a |wide| b"],
    ["takes selected marks away", bold, "a |**wide**| b", "a |wide| b"],
    ["offers a word where nothing is selected", bold, "a |", "a **|bold|**"],
    ["writes code in a line", edits.code, "run |ls|", "run `|ls|`"],
    ["writes several lines as a block", edits.code, "|a\nb|", "```\n|a\nb|\n```"],
    ["fences code that has a fence", edits.codeBlock, "|```\na\n```|", "````\n|```\na\n```|\n````"],
    ["selects a link's address", edits.link, "see |this|", "see [this](|https://|)"],
    ["selects the text of an address", edits.link, "|https://cairn.test|", "[|text|](https://cairn.test)"],
    ["makes a heading where the caret stands", edits.heading(2), "Sto|nes", "## Sto|nes"],
    ["changes the level of a heading", edits.heading(3), "## Sto|nes", "### Sto|nes"],
    ["takes a heading away", edits.heading(2), "## Sto|nes", "Sto|nes"],
    ["lists each line", edits.bulletList, "|one\ntwo|", "|- one\n- two|"],
    ["numbers what was a list", edits.numberedList, "|- one\n- two|", "|1. one\n2. two|"],
    ["makes tasks of a list", edits.taskList, "|- one|", "|- [ ] one|"],
    ["takes a list away", edits.bulletList, "|- one\n- two|", "|one\ntwo|"],
    ["leaves out a line that only ends the selection", edits.quote, "|one\n|two", "|> one|\ntwo"],
    ["keeps empty lines around a block", edits.rule, "one|\ntwo", "one\n\n|---\n\ntwo"],
    ["writes a formula within a line", edits.formula, "with |x| in it", "with $|x|$ in it"],
    [
      "numbers footnotes, with the note at the end",
      edits.footnote,
      "a[^1] b|\n\n[^1]: one",
      "a[^1] b[^2]\n\n[^1]: one\n\n[^2]: |The note|",
    ],
    ["indents lines", edits.indent(2, false), "|- one\n- two|", "|  - one\n  - two|"],
    ["indents back no further than the edge", edits.indent(2, true), "| one\n   two|", "|one\n two|"],
  ])("%s", (_, tool, before, expected) => {
    expect(after(before, tool)).toBe(expected);
  });

  test("an address pasted over words becomes a link, with its parentheses escaped", () => {
    const over = (shown: string, pasted: string) => {
      const edit = edits.linkOver(marked(shown), pasted);
      return edit && after(shown, () => edit);
    };
    expect(over("see |this [one]|", " https://cairn.test/a_(b) ")).toBe(
      "see [this \\[one\\]](https://cairn.test/a_%28b%29)|",
    );
    expect(over("see |", "https://cairn.test")).toBeUndefined();
    expect(over("|https://one.test|", "https://two.test")).toBeUndefined();
    expect(over("|this|", "javascript:alert(1)")).toBeUndefined();
  });

  test("keys ask for tools, but not those that type a sign with AltGr", () => {
    const press = (init: KeyboardEventInit) => toolOfKey(new KeyboardEvent("keydown", init))?.id;
    expect(press({ code: "KeyB", ctrlKey: true })).toBe("bold");
    expect(press({ code: "KeyK", metaKey: true })).toBe("link");
    expect(press({ code: "Digit7", ctrlKey: true, shiftKey: true })).toBe("numbered");
    expect(press({ code: "KeyB", ctrlKey: true, shiftKey: true })).toBeUndefined();
    expect(press({ code: "KeyB" })).toBeUndefined();
    expect(press({ code: "Digit2", ctrlKey: true, altKey: true })).toBe("heading");
    expect(press({ code: "Digit2", ctrlKey: true, altKey: true, modifierAltGraph: true })).toBeUndefined();
  });
});
