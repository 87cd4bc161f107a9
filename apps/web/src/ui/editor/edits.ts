/** A text with its selection; `from` is never behind `to`. */
export interface Marked {
  text: string;
  from: number;
  to: number;
}

interface Change {
  from: number;
  to: number;
  insert: string;
}

/** Changes of one text that become one step of undo. */
export interface Edit {
  /** In the order of the text, without overlaps; positions are those before the edit. */
  changes: readonly [Change, ...Change[]];
  /** The selection afterwards, in positions after the edit. */
  anchor: number;
  head: number;
}

export type Tool = (marked: Marked) => Edit;

/** The edit as a single change, for boxes that take one at a time. */
export function asOneChange(text: string, { changes }: Edit): Change {
  const [first] = changes;
  const last = changes[changes.length - 1] ?? first;
  let insert = "";
  let at = first.from;
  for (const change of changes) {
    insert += text.slice(at, change.from) + change.insert;
    at = change.to;
  }
  return { from: first.from, to: last.to, insert };
}

/** Replaces the selection and puts the caret behind what is new. */
export const insertion =
  (insert: string): Tool =>
  ({ from, to }) => {
    const end = from + insert.length;
    return { changes: [{ from, to, insert }], anchor: end, head: end };
  };

/** Puts the mark on both sides of the selection, or takes it away there. Without a selection it marks `word`. */
export const around =
  (mark: string, word: string): Tool =>
  (marked) => {
    const { text, from, to } = withoutOuterSpace(marked);
    const { length } = mark;
    const chosen = text.slice(from, to);
    const selected = (start: number, insert: string, outer: number): Edit => ({
      changes: [{ from: from - outer, to: to + outer, insert }],
      anchor: start,
      head: start + insert.length,
    });
    if (text.slice(from - length, from) === mark && text.slice(to, to + length) === mark)
      return selected(from - length, chosen, length);
    if (chosen.length > 2 * length && chosen.startsWith(mark) && chosen.endsWith(mark))
      return selected(from, chosen.slice(length, -length), 0);
    const inside = chosen || word;
    return {
      changes: [{ from, to, insert: `${mark}${inside}${mark}` }],
      anchor: from + length,
      head: from + length + inside.length,
    };
  };

function withoutOuterSpace({ text, from, to }: Marked): Marked {
  const chosen = text.slice(from, to);
  if (chosen.trim() === "") return { text, from, to };
  return {
    text,
    from: from + chosen.length - chosen.trimStart().length,
    to: to - (chosen.length - chosen.trimEnd().length),
  };
}

/** Inline code, or a fenced block if the selection has several lines. */
export const code: Tool = (marked) =>
  marked.text.slice(marked.from, marked.to).includes("\n") ? codeBlock(marked) : around("`", "code")(marked);

/** The whole lines of the selection. */
function linesOf({ text, from, to }: Marked) {
  const start = text.lastIndexOf("\n", from - 1) + 1;
  // A selection that ends at the start of a line does not include that line.
  const last = to > from && text[to - 1] === "\n" ? to - 1 : to;
  const end = text.indexOf("\n", last);
  return { start, end: end === -1 ? text.length : end };
}

type LineChange = (line: string, index: number) => string;

function changeLines(marked: Marked, change: (lines: string[]) => LineChange): Edit {
  const { start, end } = linesOf(marked);
  const lines = marked.text.slice(start, end).split("\n");
  const insert = lines.map(change(lines)).join("\n");
  const after = start + insert.length;
  const isRange = marked.from !== marked.to;
  // A caret keeps its distance from the end of the line.
  const caret = Math.max(start, marked.from + insert.length - (end - start));
  return {
    changes: [{ from: start, to: end, insert }],
    anchor: isRange ? start : caret,
    head: isRange ? after : caret,
  };
}

/** Gives each line the same kind of start, in place of another kind, or takes it away if all lines have it. */
const startOfLines = (has: RegExp, replaced: RegExp, start: (index: number) => string): Tool =>
  function toggle(marked) {
    return changeLines(marked, (lines) => {
      const filled = lines.filter((line) => line.trim() !== "");
      if (filled.length > 0 && filled.every((line) => has.test(line)))
        return (line) => line.replace(has, "$1");
      let index = 0;
      return (line) => {
        if (line.trim() === "" && lines.length > 1) return line;
        index += 1;
        return line.replace(replaced, `$1${start(index - 1)}`);
      };
    });
  };

const anyListMark = /^(\s*)(?:[-*+] (?:\[[ xX]\] )?|\d+[.)] )?/;

export const bulletList = startOfLines(/^(\s*)[-*+] (?!\[[ xX]\])/, anyListMark, () => "- ");
export const numberedList = startOfLines(/^(\s*)\d+[.)] /, anyListMark, (index) => `${index + 1}. `);
export const taskList = startOfLines(/^(\s*)[-*+] \[[ xX]\] /, anyListMark, () => "- [ ] ");
export const quote = startOfLines(/^()> ?/, /^()/, () => "> ");

const headingMarks = { 2: /^()## /, 3: /^()### / } as const;
export const heading = (level: keyof typeof headingMarks): Tool =>
  startOfLines(headingMarks[level], /^()(?:#{1,6} )?/, () => `${"#".repeat(level)} `);

/** A link around the selection, with its address selected; around an address, with its text selected. */
export const link: Tool = (marked) => {
  const { text, from, to } = withoutOuterSpace(marked);
  const chosen = text.slice(from, to);
  const isUrl = isAddress(chosen);
  const [label, address] = isUrl ? ["text", chosen] : [chosen || "text", "https://"];
  const insert = `[${label}](${address})`;
  const selectsLabel = isUrl || chosen === "";
  const anchor = from + (selectsLabel ? 1 : label.length + 3);
  return {
    changes: [{ from, to, insert }],
    anchor,
    head: anchor + (selectsLabel ? label.length : address.length),
  };
};

const isAddress = (text: string) => /^https?:\/\/[^\s<>]+$/i.test(text);

/** What a pasted address makes of a selection; undefined if it should simply be inserted. */
export function linkOver({ text, from, to }: Marked, pasted: string): Edit | undefined {
  const address = pasted.trim();
  const chosen = text.slice(from, to);
  if (!isAddress(address) || chosen.trim() === "" || /\n/.test(chosen) || isAddress(chosen)) return undefined;
  const safe = address.replace(/[()]/g, (sign) => (sign === "(" ? "%28" : "%29"));
  return insertion(`[${chosen.replace(/[[\]]/g, "\\$&")}](${safe})`)({ text, from, to });
}

/** Inserts a block with an empty line on both sides; `select` is the part of it that is selected. */
function insertBlock({ text, from, to }: Marked, block: string, select: string): Edit {
  const before = text.slice(0, from);
  const after = text.slice(to);
  const lead = before === "" || before.endsWith("\n\n") ? "" : before.endsWith("\n") ? "\n" : "\n\n";
  const tail = after === "" || after.startsWith("\n\n") ? "" : after.startsWith("\n") ? "\n" : "\n\n";
  const anchor = from + lead.length + Math.max(0, block.indexOf(select));
  return {
    changes: [{ from, to, insert: lead + block + tail }],
    anchor,
    head: anchor + select.length,
  };
}

/** Inserts a block and puts the caret behind it. */
export const blockInsertion =
  (block: string): Tool =>
  (marked) => {
    const { changes, anchor } = insertBlock(marked, block, "");
    const end = anchor + block.length;
    return { changes, anchor: end, head: end };
  };

export const codeBlock: Tool = (marked) => {
  const chosen = marked.text.slice(marked.from, marked.to).replace(/\n$/, "");
  const inside = chosen || "code";
  return insertBlock(marked, fenced(inside, ""), inside);
};

const otherNames: Record<string, string> = {
  "html-basic": "html",
  javascriptreact: "jsx",
  python3: "python",
  shellscript: "sh",
  typescriptreact: "tsx",
};

/** A language as the first line of a block names it; empty for names that say nothing. */
export function languageNamed(name: string): string {
  const lower = name.toLowerCase();
  if (
    !/^[a-z][\w+#.-]{0,30}$/.test(lower) ||
    /^(?:default|none|notranslate|plain|plaintext|text|txt)$/.test(lower)
  )
    return "";
  return otherNames[lower] ?? lower;
}

/** Code between fences that are longer than any run of backticks in it. */
export function fenced(code: string, language: string): string {
  let longest = 2;
  for (const [run] of code.matchAll(/`{3,}/g)) longest = Math.max(longest, run.length);
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${code.replace(/\n$/, "")}\n${fence}`;
}

export const table: Tool = (marked) =>
  insertBlock(marked, "| Name | Meaning |\n| --- | --- |\n| one | first |\n| two | second |", "Name");

/** A formula in its own lines; in the middle of a line or over a selection, one within it. */
export const formula: Tool = (marked) => {
  const { start, end } = linesOf(marked);
  return marked.text.slice(start, end).trim() === ""
    ? insertBlock(marked, "$$\na^2 + b^2 = c^2\n$$", "a^2 + b^2 = c^2")
    : around("$", "x^2")(marked);
};

export const rule: Tool = (marked) => insertBlock(marked, "---", "");
export const note: Tool = (marked) => insertBlock(marked, "> [!NOTE]\n> Worth knowing", "Worth knowing");

/** A mark behind the selection, and its note at the end of the text with the caret in it. */
export const footnote: Tool = ({ text, to }) => {
  const taken = [...text.matchAll(/\[\^(\d{1,6})\]/g)].map(([, number]) => Number(number));
  const mark = `[^${Math.max(0, ...taken) + 1}]`;
  const words = "The note";
  const lead = text.trim() === "" ? "\n\n" : text.endsWith("\n\n") ? "" : text.endsWith("\n") ? "\n" : "\n\n";
  const end = `${lead}${mark}: ${words}`;
  const head = text.length + mark.length + end.length;
  return {
    changes: [
      { from: to, to, insert: mark },
      { from: text.length, to: text.length, insert: end },
    ],
    anchor: head - words.length,
    head,
  };
};

/** Moves the lines of a list or of code one level in or out. */
export const indent =
  (width: number, isOut: boolean): Tool =>
  (marked) =>
    changeLines(marked, () => (line) => {
      if (isOut) {
        const [spaces = ""] = /^ */.exec(line) ?? [];
        return line.startsWith("\t") ? line.slice(1) : line.slice(Math.min(spaces.length, width));
      }
      return line.trim() === "" && marked.from !== marked.to ? line : " ".repeat(width) + line;
    });
