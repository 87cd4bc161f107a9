import { describe, expect, test } from "vitest";
import { insertConverted, readPaste } from "./paste.ts";
import { markdownOf } from "./rich-text.ts";

const annotated = (tex: string) =>
  `<math><semantics><mi>x</mi><annotation encoding="application/x-tex">${tex}</annotation></semantics></math>`;
const ofWord = (level: number, mark: string, words: string) =>
  `<p class=MsoListParagraph style='text-indent:-.25in;mso-list:l0 level${level} lfo1'><![if !supportLists]>` +
  `<span style='font-family:Symbol'><span style='mso-list:Ignore'>${mark}<span>&nbsp; </span></span></span><![endif]>${words}<o:p></o:p></p>`;

describe("rich text that is pasted", () => {
  test.each([
    ["marks", "<p>A <b>wide</b> <i>flat</i> <s>old</s> stone</p>", "A **wide** _flat_ ~~old~~ stone"],
    ["marks that meet as one", "<b>wi</b><b>de</b> <b><strong>flat</strong></b>", "**wide** **flat**"],
    ["marks within words", "<p>un<i>flat</i>ten <b>Note:</b>this</p>", "un*flat*ten Note:this"],
    ["bold over paragraphs in each", "<b>a<br><br>b</b><strong><p>c</p></strong>", "**a**\n\n**b**\n\n**c**"],
    ["headings and lists", "<h2><b>Stones</b></h2><ul><li>one</li></ul>", "## Stones\n\n- one"],
    ["numbered lists", '<ol start="3"><li>one</li><li>two</li></ol>', "3. one\n4. two"],
    ["tasks", '<ul><li><input type="checkbox" checked> a</li></ul>', "- [x] a"],
    [
      "the levels of lists straight inside lists, without blank lines",
      "<ul><li><p>one</p></li><ul><li><p>in</p></li><ol><li>deep</li></ol></ul><li><p>two</p></li></ul>",
      "- one\n  - in\n    1. deep\n- two",
    ],
    [
      "the lists of Word",
      ofWord(1, "·", "one") + ofWord(2, "o", "in") + ofWord(1, "·", "two") + ofWord(1, "1.", "first"),
      "- one\n  - in\n- two\n\n1. first",
    ],
    [
      "the lists of Slack",
      '<ul data-indent="0"><li>one</li></ul><ul data-indent="1"><li>in</li></ul><ul data-indent="0"><li>two</li></ul>',
      "- one\n  - in\n- two",
    ],
    [
      "the lists of Word on the web",
      '<div><ul><li data-aria-level="1">one</li></ul></div><div><ul><li data-aria-level="2">in</li></ul></div>',
      "- one\n  - in",
    ],
    ["links", '<a href="https://cairn.test/a" style="color:red">this</a>', "[this](https://cairn.test/a)"],
    ["bare addresses", '<a href="https://a.test/x_y">https://a.test/x_y</a>', "https://a.test/x_y"],
    ["addresses with signs", "<p>See https://a.test/_x_.</p>", "See <https://a.test/_x_>."],
    [
      "pictures of other sites as links",
      '<img src="https://a.test/b.png" alt="Stones">',
      "[Stones](https://a.test/b.png)",
    ],
    [
      "pictures in links as the words of the link",
      '<a href="https://a.test"><img src="https://a.test/b.png" alt="Stones"></a>',
      "[Stones](https://a.test)",
    ],
    [
      "the tables of spreadsheets, whose first row names the columns",
      '<style>td{}</style><table><tr><td><p>Name</p></td><td style="text-align:right">Size</td></tr><tr><td>a<br>b</td><td style="text-align:right">2</td></tr></table>',
      "| Name | Size |\n| --- | ---: |\n| a b | 2 |",
    ],
    [
      "tables whose first row names nothing",
      "<table><tr><td></td><td>Size</td></tr><tr><td>a</td><td>2</td></tr></table>",
      "|  |  |\n| --- | --- |\n|  | Size |\n| a | 2 |",
    ],
    [
      "the columns of a table with wide and high cells",
      '<table><tr><th colspan="2">a</th><th>b</th></tr><tr><td rowspan="2">c</td><td><code>x||y</code></td><td>1</td></tr><tr><td>d</td><td>2</td></tr></table>',
      "| a |  | b |\n| --- | --- | --- |\n| c | `x\\|\\|y` | 1 |\n|  | d | 2 |",
    ],
    [
      "text in the bold element that Google Docs puts around everything",
      '<b style="font-weight:normal"><p><span style="font-weight:700">wi</span><span style="font-weight:700">de</span> <span style="font-style:italic">flat</span></p></b>',
      "**wide** _flat_",
    ],
    ["formulas, from their source", `<p>So ${annotated("x^2")}</p>`, "So $x^2$"],
    ["the formulas of Wikipedia", '<img class="mwe-math" alt="{\\displaystyle x^{2}}">', "$x^{2}$"],
    [
      "formulas without their source, from MathML",
      "<math><mfrac><mi>x</mi><msup><mn>2</mn><mi>n</mi></msup></mfrac></math>",
      "$\\frac{x}{{2}^{n}}$",
    ],
    ["formulas that are a plain row as text", "<p><math><mi>x</mi><mo>+</mo><mi>y</mi></math></p>", "x+y"],
    [
      "what is raised or lowered, where there are signs for it",
      "<p>10<sup>−6</sup>, H<sub>2</sub>O, 1<sup>st</sup><sup><a href='https://a.test/n'>1</a></sup></p>",
      "10⁻⁶, H₂O, 1st[1](https://a.test/n)",
    ],
    ["the paragraphs of an item apart", "<ul><li>a<p>b</p></li><li>c</li></ul>", "- a\n\n  b\n- c"],
    ["nothing that is hidden", '<p>a<span style="display: none">x</span></p>', "a"],
    ["definitions", "<dl><dt>Term</dt><dd>Meaning</dd></dl>", "Term\n: Meaning"],
    ["nothing of scripts", '<p onclick="x()">a<script>alert(1)</script></p>', "a"],
    ["no address that runs a script", '<a href="javascript:alert(1)">a</a>', "a"],
  ])("keeps %s", (_, html, markdown) => {
    expect(markdownOf(html, "")).toBe(markdown);
  });

  test.each([
    ["with its language", '<pre class="brush: js"><code>a &lt; b\n</code></pre>', "```js\na < b\n```"],
    ["of GitHub", '<div class="highlight highlight-source-ts"><pre>a</pre></div>', "```ts\na\n```"],
    ["that has fences in it", "<pre>```\na_b\n```</pre>", "````\n```\na_b\n```\n````"],
    [
      "with lines of its own",
      "<pre><code><div>a</div><div></div><div>  b<br></div></code></pre>",
      "```\na\n\n  b\n```",
    ],
    [
      "beside the numbers of its lines",
      '<div class="highlight-python3 notranslate"><table><tr><td><pre>1\n2</pre></td><td><pre>a\n  b</pre></td></tr></table></div>',
      "```python\na\n  b\n```",
    ],
    [
      "in a row for each line",
      '<table><tr><td class="blob-num">1</td><td class="blob-code">a</td></tr><tr><td class="blob-num">2</td><td class="blob-code">  b</td></tr></table>',
      "```\na\n  b\n```",
    ],
    [
      "with a title and a button around it",
      '<pre><div>python</div><button>Copy</button><code class="language-python">a\n</code></pre>',
      "```python\na\n```",
    ],
    [
      "in a monospaced font",
      '<p><span style="font-family:\'Courier New\',monospace">a_b</span></p><p><span style="font:12px Menlo">c</span></p>',
      "```\na_b\nc\n```",
    ],
  ])("keeps a block of code %s", (_, block, markdown) => {
    expect(markdownOf(`<p>See <kbd>a_<i>b</i></kbd></p>${block}<p>end</p>`, "")).toBe(
      `See \`a_b\`\n\n${markdown}\n\nend`,
    );
  });

  const look = "font-family: Consolas, monospace;white-space: pre;";
  const code = "const a_b = x * y;\n    return a;";
  test.each([
    ["VS Code", `<div style="${look}"><div><i>const</i> a_b = x * y;</div><div>    return a;</div></div>`],
    [
      "JetBrains",
      "<pre style=\"font-family:'JetBrains Mono'\"><span>const</span> a_b = x * y;<br>    return a;</pre>",
    ],
    ["a terminal", `<div style="${look}">const a_b = x * y;<br>    return a;</div>`],
    [
      "a page that shows the language and a button above",
      "<pre><div>python</div><button>Copy</button><code>const a_b = x * y;\n    return a;</code><div></div></pre>",
    ],
    ["lines of code", "<code>const a_b = x * y;<br>return a;</code>"],
  ])("is a block of the plain text if all of it is code of %s", (_, html) => {
    expect(markdownOf(html, code)).toBe(`\`\`\`\n${code}\n\`\`\``);
  });

  test.each([
    ["a line of code", `<pre style="${look}"><i>a_b</i> * c</pre>`, "a_b * c"],
    [
      "Markdown from an editor of code",
      `<pre style="${look}"># A\n\`\`\`\nb\n\`\`\`</pre>`,
      "# A\n```\nb\n```",
    ],
  ])("is the plain text as it is for %s", (_, html, plain) => {
    expect(markdownOf(html, plain)).toBe(plain);
  });

  test("is prose on a page that is all monospaced", () => {
    const style = "font-family: monospace; white-space: normal";
    expect(markdownOf(`<p style="${style}">a_b</p><p style="${style}">c</p>`, "a_b\n\nc")).toBe("a_b\n\nc");
  });

  test("escapes what would be Markdown by chance", () => {
    expect(markdownOf("<p>1*2*3 and <b>_a_</b></p>", "")).toBe("1\\*2\\*3 and **\\_a\\_**");
    expect(markdownOf("<p>$5$, ~~no~~ &amp;lt; &lt;a@b.c&gt;</p><p>1) a</p><p>- b</p>", "")).toBe(
      "\\$5\\$, \\~~no\\~~ \\&lt; \\<a@b.c>\n\n1\\) a\n\n\\- b",
    );
  });

  const here = { text: "see this", from: 4, to: 8 };
  const data = (plain: string, html: string, files: File[] = [], mode?: string) =>
    ({
      getData: (type: string) =>
        ({
          "text/html": html,
          "text/plain": plain,
          "vscode-editor-data": mode ? JSON.stringify({ mode }) : "",
        })[type],
      files,
    }) as unknown as DataTransfer;
  const pasted = (plain: string, html: string, files?: File[]) =>
    readPaste(data(plain, html, files), here)?.kind;

  test("is told from the coloured text of code editors, from addresses and from pictures", () => {
    const picture = new File(["x"], "a.png", { type: "image/png" });
    expect(pasted("const a", '<div style="color:#fff"><span>const</span> a</div>')).toBeUndefined();
    expect(pasted("a", "<p>a <b>b</b></p>")).toBe("rich");
    expect(pasted("a", `<div style="${look}"><div>a</div></div>`)).toBe("rich");
    expect(pasted("a", '<p style="mso-list:l0 level1 lfo1">a</p>')).toBe("rich");
    expect(pasted("https://cairn.test", '<a href="https://cairn.test">x</a>')).toBe("edit");
    expect(pasted("", "", [picture])).toBe("pictures");
    expect(pasted("1\t2", "<table><tr><td>1</td><td>2</td></tr></table>", [picture])).toBe("rich");
  });

  test("is a block of the language that VS Code names, and no block if that is Markdown or one line", () => {
    const editOf = (plain: string, mode: string) => {
      const found = readPaste(data(plain, "<pre>a</pre>", [], mode), here);
      return found?.kind === "edit" ? found.edit.changes[0].insert : undefined;
    };
    expect(editOf("a\r\n  b", "typescriptreact")).toBe("\n\n```tsx\na\n  b\n```");
    expect(editOf("# a\n\nb", "markdown")).toBeUndefined();
    expect(editOf("a", "python")).toBeUndefined();
  });

  test.each([
    ["a fence", "a\n\n- b\n\n  ```js\n  ", ""],
    ["a fence with a shorter one in it", "````\n```\n", "\n````"],
    ["backticks", "see `", "`"],
  ])("is the plain text inside %s", (_, before, after) => {
    const at = before.length;
    expect(
      readPaste(data("a", "<b>a</b>", [], "js"), { text: before + after, from: at, to: at }),
    ).toBeUndefined();
    const closed = "```\na\n```\n`b` ";
    expect(
      readPaste(data("a", "<b>a</b>"), { text: closed, from: closed.length, to: closed.length })?.kind,
    ).toBe("rich");
  });

  test("stands on lines of its own if it has blocks, and in the line if it is words", () => {
    const insert = (markdown: string) =>
      insertConverted({ text: "ab", from: 1, to: 1 }, markdown, "p").changes[0].insert;
    expect(insert("**x**")).toBe("**x**");
    expect(insert("```\nx\n```")).toBe("\n\n```\nx\n```\n\n");
    expect(insert("")).toBe("p");
  });
});
