import fc from "fast-check";
import { expect, test } from "vitest";
import { checkedBlocks } from "./checked-blocks.ts";
import { escapeHtml } from "./escape-html.ts";
import { renderArticle, renderPlain } from "./markdown.ts";
import type { PictureFacts } from "./picture-marks.ts";

const known: PictureFacts = { key: "known.png", width: 9, height: 9, widths: [], colour: null };

/** What the page shows as code, in its order. */
const shownIn = (html: string) =>
  [...html.matchAll(/<pre [^>]*><code[^>]*>([^<]*)/g)].map(([, code = ""]) => code.trim());
const listed = (source: string, html: string) =>
  checkedBlocks(source, html)?.map(({ block, code }) => [block, code.trim()]);

test("a picture that nobody knows hides no block from the list, nor one that the list has from the page", () => {
  const note = (name: string, code: string) =>
    `[^${name}]: words\n\n    \`\`\`text check\n    ${code}\n    \`\`\`\n\n`;
  for (const unused of [
    '[^u]: ![a`](picture:nokey "x") [^hid] `',
    '[^u]: ![x](picture:nokey "[^hid]")',
    "[^u]: [![x](picture:nokey)](/a) [^hid]",
  ]) {
    const source = `Words.\n\n${unused}\n\nSee[^v].\n\n${note("hid", "hidden")}${note("v", "seen")}`;
    const html = renderArticle(source, [known]);
    expect(listed(source, html)).toEqual(shownIn(html).map((code, index) => [index + 1, code]));
  }
});

const inline = fc.constantFrom(
  ...[
    "[^a]",
    "[^b]",
    "`",
    "$",
    "*",
    "]",
    "x",
    " ",
    "\n",
    "|",
    "![[^a](picture:known.png)",
    "![a](picture:known.png)",
  ],
  ...["![a](picture:other)", '![a`](picture:other "[^b]")', "![a](picture:other `)"],
);
const words = fc.array(inline, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(""));
const code = words.map((text) => `\`\`\`text check\n${text}\n\`\`\``);
const inset = code.map((text) => text.replaceAll(/^/gm, "    "));
const label = fc.constantFrom("a", "b", "u");
const part = fc.oneof(
  words,
  code,
  fc.tuple(label, words).map(([name, text]) => `[^${name}]: ${text}`),
  fc.tuple(label, words, inset).map(([name, text, block]) => `[^${name}]: ${text}\n\n${block}`),
  fc.tuple(fc.constantFrom("> ", "- ", "$$\n"), code).map((texts) => texts.join("")),
);

test("the page shows the blocks that are listed, whatever footnotes, pictures and fences the text has", () => {
  fc.assert(
    fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
      const source = parts.join("\n\n");
      const html = renderArticle(source, [known]);
      const [all, shown] = [checkedBlocks(source, html), shownIn(html)];
      expect(all).not.toBeNull();
      for (const { block, code: text } of all ?? []) expect(shown[block - 1]).toBe(escapeHtml(text).trim());
    }),
    { numRuns: 2_000 },
  );
});

test("nobody knows the blocks of a text that is shown without them", () => {
  const source = "```js check\n1\n```";
  expect(checkedBlocks(source, renderPlain(source))).toBeNull();
});
