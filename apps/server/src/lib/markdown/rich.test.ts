import { growthOf } from "@tests/support/server/growth.ts";
import { describe, expect, test } from "vitest";
import { checkedBlocks, mayHoldChecks } from "../checked-blocks.ts";
import { plainText, renderArticle, renderComment, renderPlain } from "../markdown.ts";

const marked = (source: string) => checkedBlocks(source, renderArticle(source));
const fence = (info: string, code: string) => `\`\`\`${info}\n${code}\n\`\`\``;

describe("headings", () => {
  test("have identifiers of their words with a prefix, unique in the text", () => {
    const html = renderArticle("# Été & `code`\n\n## الكتاب الأول\n\n# main\n\n# main\n\n# main-1\n\n# !?");
    expect([...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)).toEqual([
      "text-été--code",
      "text-الكتاب-الأول",
      "text-main",
      "text-main-1",
      "text-main-1-1",
      "text-section",
    ]);
  });

  test("are reached by links within the text; other fragments stay as they are", () => {
    const html = renderArticle("[a](#été) [b](#main)\n\n# Été");
    expect(html).toContain('href="#text-été"');
    expect(html).toContain('href="#main"');
  });

  test("have no identifier in a comment", () => {
    expect(renderComment("# One\n\n$x$ [^1]\n\n[^1]: Two").html).not.toMatch(/ id=|<math|<h/);
  });
});

test("a table's cells are aligned by class", () => {
  const html = renderArticle("| a | b | c | d |\n|:-|:-:|-:|-|\n| 1 | 2 | 3 | 4 |");
  expect(html).toContain('<th class="align-left" dir="auto">a</th>');
  expect(html).toContain('<td class="align-center" dir="auto">2</td>');
  expect(html).toContain('<td class="align-right" dir="auto">3</td>');
  expect(html).toContain('<td dir="auto">4</td>');
  expect(html).not.toContain("style");
});

describe("footnotes", () => {
  test("stand at the end, with links there and back", () => {
    const html = renderArticle("One[^a] two[^a].\n\n[^a]: Words[^b]\n[^b]: More");
    expect(html).toContain(
      '<sup><a href="#textnote-1" id="textref-1-1" rel="nofollow noopener ugc">[1]</a></sup>',
    );
    expect(html).toContain('id="textref-1-2"');
    expect(html).toMatch(
      /<section class="footnotes">\n<ol>\n<li id="textnote-1" dir="ltr"><p dir="auto">Words/,
    );
    expect(html).toContain('<a href="#textref-1-2" title="Back to the text" rel="nofollow noopener ugc">');
    expect(html).toContain('<li id="textnote-2"');
  });

  test("without a definition stay text, and so do those within a line", () => {
    expect(renderArticle("One[^a] ^[two]")).toBe('<p dir="auto">One[^a] ^[two]</p>\n');
  });
});

test("tasks are boxes that cannot be changed, labelled by their words", () => {
  const html = renderArticle("- [ ] one *two*\n- [x] three\n- [x]\n- [y] four");
  expect(html).toContain(
    '<li class="task" dir="ltr"><label><input type="checkbox" disabled=""> one <em>two</em></label></li>',
  );
  expect(html).toContain('<input type="checkbox" disabled="" checked=""> three</label>');
  expect(html).toContain("[x]</li>");
  expect(html).toContain("[y] four</li>");
});

test("terms have definitions", () => {
  expect(renderArticle("Term\n: One\n: Two")).toBe(
    '<dl>\n<dt dir="auto">Term</dt>\n<dd dir="ltr">One</dd>\n<dd dir="ltr">Two</dd>\n</dl>\n',
  );
});

describe("notes", () => {
  test.each(["Note", "Tip", "Important", "Warning", "Caution"])("%s is named in words", (title) => {
    const html = renderArticle(`> [!${title.toUpperCase()}]\n> Words.`);
    expect(html).toBe(
      `<div class="note note-${title.toLowerCase()}" dir="ltr">\n<p class="note-title">${title}</p>\n` +
        '<p dir="auto">Words.</p>\n</div>\n',
    );
  });

  test("of another name, or without words, are quotations", () => {
    for (const source of ["> [!DANGER]\n> Words.", "> [!NOTE]", "> [!NOTE] Words."]) {
      expect(renderArticle(source)).toContain("<blockquote");
    }
  });

  test("hold other blocks, and quotations within stay quotations", () => {
    const html = renderArticle("> [!TIP]\n>\n> - one\n>\n> > two");
    expect(html).toMatch(/^<div class="note note-tip" dir="ltr">[\s\S]*<ul[\s\S]*<\/blockquote>\n<\/div>\n$/);
  });
});

describe("directions", () => {
  test("each block of words finds its own, and a block of blocks has that of its first words", () => {
    const html = renderArticle("> سلام\n>\n> Hi\n\n- `code` كتاب\n\n| الاسم |\n|-|\n| a |\n\nEnd");
    expect(html).toContain('<blockquote dir="rtl">\n<p dir="auto">سلام</p>\n<p dir="auto">Hi</p>');
    expect(html).toContain('<ul dir="rtl">\n<li dir="rtl"><code dir="ltr">code</code> كتاب</li>');
    expect(html).toContain('<table dir="rtl">');
    expect(html).toContain('<td dir="auto">a</td>');
  });

  test("a note has that of its own words, not of its title", () => {
    expect(renderArticle("> [!NOTE]\n> سلام")).toContain('<div class="note note-note" dir="rtl">');
  });

  test("code reads from left to right", () => {
    expect(renderArticle(fence("", "كتاب"))).toBe('<pre dir="ltr"><code>كتاب\n</code></pre>\n');
  });
});

describe("formulas", () => {
  test("are MathML in a line, in a block and as code that says math", () => {
    expect(renderArticle("So $x^2$.")).toMatch(
      /^<p dir="auto">So <math><msup><mi>x<\/mi><mn>2<\/mn><\/msup><\/math>\.<\/p>\n$/,
    );
    const block = '<p class="math-block"><math display="block"><mi>x</mi></math></p>\n';
    for (const source of ["$$x$$", "$$\nx\n$$", fence("math", "x")])
      expect(renderArticle(source)).toBe(block);
    expect(renderArticle("$`x`$")).toBe(renderArticle("$x$"));
  });

  test.each([
    "$5 and $6",
    "from $5 to $10, or US$5 to US$6$",
    "\\$5 and 6$",
    "$ x $",
    "`$x$`",
    "costs 5$ and 6$",
    "$x$2",
    "$$$$",
    "a$b$",
  ])("%s is none", (source) => {
    expect(renderArticle(source)).not.toContain("<math");
  });

  test.each([
    ["a link", "\\href{javascript:alert(1)}{x}"],
    ["a picture", "\\includegraphics{https://a.example/x.png}"],
    ["a class of the page", "\\class{verified-pill}{x}"],
    ["an identifier", "\\id{main}{x}"],
    ["a style", "\\style{position:fixed}{x}"],
    ["a reference", "\\ref{x}"],
    ["a macro without end", "\\def\\a{\\a\\a}\\a"],
    ["macros that grow", `\\def\\a#1{#1#1}${"\\a{".repeat(30)}x${"}".repeat(30)}`],
    ["a macro of many words that is called often", `\\def\\a{${"{}".repeat(1_700)}}${"\\a".repeat(99)}`],
    ["a macro with many places", `\\def\\a#1{${"#1".repeat(60)}}\\a{x}`],
    ["boxes within boxes", `${"\\boxed{".repeat(110)}x${"}".repeat(110)}`],
    ["arguments within arguments", `${"\\xrightarrow{".repeat(60)}x${"}".repeat(60)}`],
    ["more chemistry than anybody writes", `\\ce{${"A_".repeat(600)}}`],
    ["thousands of braces", "{".repeat(1_500)],
    ["an unknown name", "\\nothing"],
  ])("with %s stay code", (_what, formula) => {
    expect(renderArticle(`$${formula}$`)).toBe(`<p dir="auto"><code dir="ltr">$${formula}$</code></p>\n`);
    expect(renderArticle(`$$\n${formula}\n$$`)).toBe(
      `<pre dir="ltr"><code class="language-math">${formula}\n</code></pre>\n`,
    );
  });

  test.each([
    "\\def\\R{\\mathbb{R}}f:\\R^n\\to\\R^m",
    "\\newcommand{\\of}[2]{#1\\left(#2\\right)}\\of{f}{\\of{g}{x}}",
    "\\ce{Hg^2+ ->[I-] HgI2 ->[I-] [Hg^{II}I4]^2-}",
    `${"\\cfrac{1}{1+".repeat(20)}x${"}".repeat(20)}`,
    `${"\\sqrt{1+".repeat(25)}x${"}".repeat(25)}`,
  ])("that people write are read: %s", (formula) => {
    expect(renderArticle(`$${formula}$`)).toContain("<math");
  });

  test("carry no style, address or identifier, and stay within the text", () => {
    const formulas = [
      "\\begin{array}{c|c}a&b\\\\\\hline c&d\\end{array}",
      "\\begin{aligned}a&=b\\\\c&=d\\end{aligned}",
      "a\\tag{1}\\label{main}",
      "\\color{red}x\\colorbox{red}{y}\\boxed{z}\\cancel{x}",
      "\\hspace{-9999em}x\\hspace{9999em}\\raisebox{500em}{x}\\rule{99em}{99em}",
      "\\Large x\\pmb{x}\\mathbf{y}\\text{<b>\\&}",
    ];
    for (const formula of formulas) {
      const html = renderArticle(`$$${formula}$$`);
      expect(html).toMatch(/^<p class="math-block"><math /);
      expect(html).not.toMatch(/\s(?:style|id|href|src|mathcolor|mathbackground|on\w+)=|<b>/);
      for (const [, size] of html.matchAll(/"-?([\d.]+)em"/g)) expect(Number(size)).toBeLessThanOrEqual(10);
    }
    expect(renderArticle("$$a\\tag{1}$$")).toContain('<mtext class="math-tag">(1)</mtext>');
  });
});

describe("code blocks", () => {
  test("have numbered and marked lines and a name where their first line asks for it", () => {
    const html = renderArticle(fence('js lines {1,3-4} title="a <b>.ts"', "const a = `x\ny`;\nz\nend"));
    expect(html).toBe(
      '<p class="code-title" dir="ltr">a &lt;b&gt;.ts</p>\n<pre dir="ltr"><code class="language-js code-numbered">' +
        '<span class="code-line code-marked"><span class="hljs-keyword">const</span> a = <span class="hljs-string">`x</span></span>\n' +
        '<span class="code-line"><span class="hljs-string">y`</span>;</span>\n' +
        '<span class="code-line code-marked">z</span>\n<span class="code-line code-marked">end</span>\n</code></pre>\n',
    );
  });

  test("without such words look as before; others are not heeded", () => {
    expect(renderArticle(fence("js check session=a", "let a;"))).toBe(renderArticle(fence("js", "let a;")));
    expect(renderArticle(fence("js {1,x}", "let a;"))).toBe(renderArticle(fence("js", "let a;")));
  });

  test("are checked whatever their names say, and formulas are not counted among them", () => {
    const source = [fence("math", "x"), fence('js lines {1} title="not a check" check=fails', "a")].join(
      "\n\n",
    );
    expect(marked(source)).toMatchObject([{ block: 1, language: "js", mode: "fails" }]);
    expect(marked(fence('js title="a check b"', "a"))).toEqual([]);
  });

  test.each(["js check", "js\tcheck=fails", 'js title="x"check', "js {1}check", "js \u00a0check"])(
    "are found at a quick look: %s",
    (info) => {
      for (const source of [
        fence(info, "a"),
        fence(info, "a").replaceAll("`", "~"),
        `- > ${fence(info, "a")}`,
      ]) {
        expect(marked(source)).toHaveLength(1);
        expect(mayHoldChecks(source)).toBe(true);
      }
    },
  );

  test.each([
    ["`".repeat(8), "chec"],
    ["", "~~~\n"],
  ])("take a quick look no longer than the text is, of %j and %j", (start, part) => {
    const look = (size: number) =>
      expect(mayHoldChecks(start.repeat(size / 8) + part.repeat(size / 4))).toBe(false);
    expect(growthOf(look, 40_000)).toBeLessThan(32);
  });

  test("show differences in colour", () => {
    const html = renderArticle(fence("diff", "+ new\n- old"));
    expect(html).toContain('<span class="hljs-addition">+ new</span>');
    expect(html).toContain('<span class="hljs-deletion">- old</span>');
  });
});

test("a text's plain words leave formulas as they were typed", () => {
  expect(plainText("So $x^2$[^1]\n\n[^1]: Yes", 100)).toBe("So x^2 Yes");
});

test.each([
  [
    "footnotes that lead to each other",
    Array.from({ length: 2_900 }, (_, n) => `[^${n}]: [^${n + 1}]\n\n`).join(""),
  ],
  ["lone dollars", "$a ".repeat(16_000)],
  ["formulas that never end", "$$a\n".repeat(12_000)],
  ["tasks within tasks", "- [ ] ".repeat(8_000)],
  ["definitions within definitions", `a\n${": a\n  ".repeat(8_000)}`],
  [
    "notes within notes",
    Array.from({ length: 200 }, (_, n) => `${"> ".repeat((n % 90) + 1)}[!NOTE]`).join("\n"),
  ],
  ["a wide matrix", fence("math", `\\begin{matrix}${"a&".repeat(1_900)}\\end{matrix}`)],
])("%s grow no further than twenty times", (_what, source) => {
  const text = source.slice(0, 50_000);
  const html = renderArticle(text);
  expect(html.length).toBeLessThanOrEqual(text.length * 20 + 10_000);
  expect(html === renderPlain(text) || html.includes('dir="')).toBe(true);
});
