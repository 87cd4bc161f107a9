import { growthOf } from "@tests/support/server/growth.ts";
import { describe, expect, test } from "vitest";
import {
  excerptOf,
  isArticleHtml,
  plainText,
  renderArticle,
  renderComment,
  renderPlain,
  unreadExcerptOf,
} from "./markdown.ts";

const commentHtml = (source: string) => renderComment(source).html;

test("an article's headings rank below the page's title, and its tables carry no style", () => {
  expect(renderArticle("# One")).toBe('<h2 id="text-one" dir="auto">One</h2>\n');
  expect(renderArticle("## Two")).toBe('<h2 id="text-two" dir="auto">Two</h2>\n');
  expect(renderArticle("| a | b |\n|:-:|--:|\n| 1 | 2 |")).not.toContain("style");
});

test("code is highlighted with class names only", () => {
  expect(renderArticle("```js\nconst a = 1;\n```")).toContain('<span class="hljs-keyword">const</span>');
});

const js = (code: string) => `\`\`\`js\n${code}\n\`\`\``;

test("a code block of up to 4,000 characters is highlighted, counting its last line break", () => {
  const code = (length: number) => `const a = 1; // ${"x".repeat(length - 17)}`;
  expect(renderArticle(js(code(4_000)))).toContain("hljs-keyword");
  expect(renderArticle(js(code(4_001)))).not.toContain("hljs");
  const both = renderArticle(`${js(code(4_001))}\n\n${js("const b = 2;")}`);
  expect(both.match(/hljs-keyword/g)).toHaveLength(1);
});

describe("links lead only to web or mail addresses", () => {
  const refused = ["blob:https://a.example/1", "view-source:https://a.example", "jar:https://a.example!/x"];
  const others = ["ftp://a.example", "tel:1", "JavaScript:x", "java&#115;cript:x", "x:y", " about:blank"];
  test.each([...refused, ...others])("%s stays text", (address) => {
    const ways = [`[x](${address})`, `[x](<${address}>)`, `<${address}>`, `[x]\n\n[x]: ${address}`, address];
    for (const html of ways.flatMap((source) => [renderArticle(source), commentHtml(source)])) {
      expect(html).not.toMatch(/href="(?!https?:)/);
    }
  });

  test.each([
    ["https://a.example/b?c=d:e#f", "https://a.example/b?c=d:e#f"],
    ["HTTP://a.example", "HTTP://a.example"],
    ["mailto:a@b.example", "mailto:a@b.example"],
    ["/post/1?x=a:b", "/post/1?x=a:b"],
    ["page.html", "page.html"],
    ["#part:2", "#part:2"],
    ["//a.example", "//a.example"],
  ])("%s is a link", (address, href) => {
    expect(renderArticle(`[x](${address})`)).toContain(`href="${href}"`);
  });

  const hrefsIn = (html: string) => [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href);

  test.each([
    // As GitHub's specification has them (6.9).
    ["www.commonmark.org", ["http://www.commonmark.org"]],
    ["Visit www.commonmark.org/help for more.", ["http://www.commonmark.org/help"]],
    ["Visit www.commonmark.org.", ["http://www.commonmark.org"]],
    ["(www.google.com/search?q=Markup+(business))", ["http://www.google.com/search?q=Markup+(business)"]],
    ["http://commonmark.org", ["http://commonmark.org"]],
    // As other renderers' users reported it.
    ["(See https://www.example.com/fhqwhgads.)", ["https://www.example.com/fhqwhgads"]],
    ["(https://example.org/).", ["https://example.org/"]],
    ["see http://example.com/(cool_site).", ["http://example.com/(cool_site)"]],
    [
      "https://en.wikipedia.org/wiki/Terminator_(franchise)!",
      ["https://en.wikipedia.org/wiki/Terminator_(franchise)"],
    ],
    ["**www.example.com/a.**", ["http://www.example.com/a"]],
    ["(www.example.com/a?b=c:d.)", ["http://www.example.com/a?b=c:d"]],
    [
      "(Visit https://encrypted.google.com/search?q=Markup+(business))",
      ["https://encrypted.google.com/search?q=Markup+(business)"],
    ],
    ["foo@bar.org", ["mailto:foo@bar.org"]],
    ["mailto:foo@bar.org~~", ["mailto:foo@bar.org"]],
    // Punctuation of other scripts, and quotation marks as each language turns them.
    [
      "http://a.example/1، ثم «http://a.example/2» وhttp://a.example/3؟",
      [1, 2, 3].map((n) => `http://a.example/${n}`),
    ],
    ["请看http://a.example/1。然后http://a.example/2，", ["http://a.example/1", "http://a.example/2"]],
    ["（http://a.example/1）（www.a.example/2）", ["http://a.example/1", "http://www.a.example/2"]],
    ["“http://a.example/1”, „http://a.example/2“", ["http://a.example/1", "http://a.example/2"]],
    ["http://a.example/1… http://a.example/2—x", ["http://a.example/1", "http://a.example/2"]],
    ["http://a.example/1\u200F، http://\u200Ea.example", ["http://a.example/1"]],
    [
      "http://a.example/L’A’ http://a.example/(b–c) – d",
      ["http://a.example/L%E2%80%99A", "http://a.example/(b%E2%80%93c)"],
    ],
    ["http://a.example/京（都）。", ["http://a.example/%E4%BA%AC%EF%BC%88%E9%83%BD%EF%BC%89"]],
    ["http://a.example/لغة_سي،", ["http://a.example/%D9%84%D8%BA%D8%A9_%D8%B3%D9%8A"]],
    // Names of files and of programs, which are domains as well.
    [
      "README.md and main.rs, deploy.sh, index.ts, a.out, node.js, script.py, Cargo.lock, app.zip, setup.mov",
      [],
    ],
    ["Call user.name and Math.max in foo.com", []],
    ["//example.com and //main.rs", []],
    ["wwwx.example and awww.example.com", []],
    ["ftp://a.example.com", []],
  ])("of bare addresses in %j, %j", (source, hrefs) => {
    for (const render of [renderArticle, commentHtml]) expect(hrefsIn(render(source))).toEqual(hrefs);
  });

  test("a bare address is a link in its whole length, and what begins within is part of it", () => {
    for (const [scheme, start] of [
      ["www.", "http://www."],
      ["http://", "http://"],
    ]) {
      const rest = `a.example/${"www.b.example/".repeat(300)}c`;
      expect(hrefsIn(renderArticle(`${scheme}${rest} http://c.example`))).toEqual([
        start + rest,
        "http://c.example",
      ]);
    }
  });

  test.each(["www.", "www.a/", "www.a.com(", "http://a/", "http://a.com/(", "http://a/「"])(
    "eight times as much of a text full of %s does not take sixty-four times as long",
    (part) =>
      expect(growthOf((size) => renderArticle(part.repeat(size / part.length)), 6_250)).toBeLessThan(32),
  );
});

test.each([
  ["one long address, referred to often", `[a]: ${"b".repeat(25_000)}\n\n${"[a] ".repeat(6_000)}`],
  [
    "a table's head of many columns above empty rows",
    `${"|a".repeat(400)}|\n${"|-".repeat(400)}|\n${"|\n".repeat(400)}`,
  ],
])("%s does not grow without bound: the text is shown plain", (_what, source) => {
  const html = renderArticle(source);
  expect(html).toBe(renderPlain(source));
  expect(html.length).toBeLessThan(source.length * 4);
});

test("a text that is shown plain keeps its paragraphs and lines, and nothing in it is a tag", () => {
  expect(renderPlain('# <b>One</b>\n\n\n  two & "three"\nfour\n \n')).toBe(
    "<p># &lt;b&gt;One&lt;/b&gt;</p>\n<p>  two &amp; &quot;three&quot;<br>\nfour</p>\n",
  );
});

test("an article's HTML is recognized when rendered by the rules or as plain text, and otherwise not", () => {
  const long = js(`const a = "${"x".repeat(5_000)}";`);
  expect(isArticleHtml(long, renderArticle(long))).toBe(true);
  expect(isArticleHtml(long, renderPlain(long))).toBe(true);
  expect(isArticleHtml("Hi", "<p>Ho</p>\n")).toBe(false);
});

describe("previews", () => {
  test("are plain text without Markdown and addresses, cut at the end of a word", () => {
    expect(plainText("# Title\n\nSome **bold** [link](https://a.example) words", 100)).toBe(
      "Some bold link words",
    );
    expect(plainText("one two three four", 9)).toBe("one two…");
    expect(plainText("Old title\n---\n\n## Part\n\nWords", 100)).toBe("Words");
    expect(plainText("# Only\n\n## Headings", 100)).toBe("Only Headings");
  });

  test.each([
    ["words without spaces", "x".repeat(300), 200, `${"x".repeat(200)}…`],
    ["Japanese", "日本語の記事".repeat(50), 10, "日本語の記事日本語の…"],
    ["emoji", "😀".repeat(100), 7, "😀😀😀…"],
    ["emoji of several signs", "👩‍👩‍👧‍👦".repeat(10), 30, "👩‍👩‍👧‍👦👩‍👩‍👧‍👦…"],
    ["letters with marks", "e\u0301".repeat(10), 5, "e\u0301e\u0301…"],
    ["a short word before a long one", `At ${"x".repeat(300)}`, 100, `At ${"x".repeat(97)}…`],
    ["a word that ends at the cut", "one two three", 7, "one two…"],
    ["one letter with hundreds of marks", `e${"\u0301".repeat(400)}`, 10, `e${"\u0301".repeat(9)}…`],
  ])("are cut between visible characters: %s", (_what, source, length, expected) => {
    expect(plainText(source, length)).toBe(expected);
  });

  test("never contain half a character, wherever they are cut", () => {
    const source = "a😀 b👍🏽c e\u0301 **日本** 🇫🇷".repeat(20);
    for (let length = 1; length < 120; length += 1) {
      const text = plainText(source, length);
      expect(text.isWellFormed()).toBe(true);
      expect(text.length).toBeLessThanOrEqual(length + 1);
    }
  });

  test("contain a table's words without its lines, and take no longer for a header of many columns", () => {
    expect(plainText("| a | b |\n|---|:-:|\n| 1 | 2 |", 100)).toBe("a b 1 2");
    expect(plainText("> | a |\n> |---|\n> | 1 |", 100)).toBe("a 1");
    const wide = `${"|a".repeat(150)}|\n${"|-".repeat(150)}|\n${"|\n".repeat(150)}`;
    expect(plainText(wide, 400).split(" ")).toEqual(Array(150).fill("a"));
  });
});

test.each([
  ["**「太字」**です", "<strong>「太字」</strong>です"],
  ["これは**太字。**です", "これは<strong>太字。</strong>です"],
  ["**注意：**请阅读", "<strong>注意：</strong>请阅读"],
  ["**스크립트(script)**라고", "<strong>스크립트(script)</strong>라고"],
  ["中文*（斜体）*中文", "中文<em>（斜体）</em>中文"],
  [
    "un**believ**able and __init__ and snake_case_name",
    "un<strong>believ</strong>able and <strong>init</strong> and snake_case_name",
  ],
])("emphasis in %j works beside ideographs and their punctuation", (source, html) => {
  expect(renderArticle(source)).toBe(`<p dir="auto">${html}</p>\n`);
});

describe("controls of direction in code", () => {
  const override = "\u202E";
  const mark = '<span class="code-control">U+202E</span>';
  test.each([
    ["a line", `\`a${override}b\``],
    ["a block", `\`\`\`\na${override}b\n\`\`\``],
    ["a block of a language", `\`\`\`js lines {1}\nconst a = 1; // a${override}b\n\`\`\``],
    ["an indented block", `    a${override}b`],
    ["a name of a file", `\`\`\`js title="a${override}b"\n\`\`\``],
  ])("are shown in %s", (_where, source) => {
    const html = renderArticle(source);
    expect(html).toContain(`a${mark}b`);
    expect(html).not.toContain(override);
    expect(isArticleHtml(source, html)).toBe(true);
  });

  test("are shown in comments, and in a text that is shown plain", () => {
    expect(commentHtml(`\`a${override}b\``)).toContain(`a${mark}b`);
    expect(renderPlain(`a${override}b`)).toBe(`<p>a${mark}b</p>\n`);
  });

  test("are named in excerpts, which cards, feeds and descriptions show", () => {
    expect(excerptOf(`Run \`a${override}b\` in \u200Eعربي`)).toBe("Run aU+202Eb in \u200Eعربي");
    expect(unreadExcerptOf(`Run \`a${override}b\``)).toBe("Run `aU+202Eb`");
  });

  test("are left out of a language's name, which is no text", () => {
    expect(renderArticle(`\`\`\`j${override}s\n1\n\`\`\``)).toContain('class="language-js"');
    expect(commentHtml(`\`\`\`j${override}s\n1\n\`\`\``)).toContain('class="language-js"');
  });

  test.each([..."\u061C\u200E\u200F\u202A\u202B\u202C\u202D\u202E\u2066\u2067\u2068\u2069"])(
    "%j is one",
    (control) => {
      expect(renderArticle(`\`${control}\``)).toMatch(/<span class="code-control">U\+[0-9A-F]{4}<\/span>/);
    },
  );

  test("stay in running text, where Arabic and Hebrew need them", () => {
    expect(renderArticle("C\u200E++ و")).toContain("C\u200E++");
  });
});

test("a comment has emphasis and links, and nothing else of Markdown", () => {
  expect(commentHtml("**Bold**, *slanted* and [a page](https://a.example/b) # no _title_")).toBe(
    '<p><strong>Bold</strong>, <em>slanted</em> and <a href="https://a.example/b" rel="nofollow noopener ugc">a page</a> # no <em>title</em></p>\n',
  );
  expect(commentHtml("[a page](javascript:alert) snake_case_name f(*args, **more) 2 * 3 * 4")).toBe(
    "<p>[a page](javascript:alert) snake_case_name f(*args, **more) 2 * 3 * 4</p>\n",
  );
  expect(commentHtml("# One\n- two\n> three")).toBe("<p># One<br>\n- two<br>\n&gt; three</p>\n");
});

test("a comment's prose is what its author says, without code and addresses", () => {
  const source =
    "Ask **@Amina Yusuf**, not `@Override` or [@Jo](https://a.example)\n```\n@Deprecated\n```\nor https://a.example/@Daniel.";
  expect(renderComment(source).prose.replaceAll("\n", "|")).toBe("Ask |@Amina Yusuf|, not | or |or |.");
});

test("words split by emphasis stay whole", () => {
  expect(plainText("un**believ**able `__init__` [x (y)](https://a.de/b_(c))\n\n- one\n- two", 200)).toBe(
    "unbelievable __init__ x (y) one two",
  );
});
