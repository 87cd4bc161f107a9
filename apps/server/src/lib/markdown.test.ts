import { expect, test } from "vitest";
import { plainText, renderArticle, renderComment } from "./markdown.ts";

test("an article's headings stand below the page's title, and its tables carry no style", () => {
  expect(renderArticle("# One")).toBe("<h2>One</h2>\n");
  expect(renderArticle("## Two")).toBe("<h2>Two</h2>\n");
  expect(renderArticle("| a | b |\n|:-:|--:|\n| 1 | 2 |")).not.toContain("style");
});

test.each([
  "<script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  "[x](javascript:alert(1))",
  "[x](data:text/html;base64,PHNjcmlwdD4=)",
  "[x](vbscript:x)",
  '[x](https://a.example "onmouseover=alert(1)")',
  "![x](https://a.example/x.png)",
  "```html\n<script>alert(1)</script>\n```",
  '```"><script>alert(1)</script>\nx\n```',
])("nothing in %s can run, in an article or in a comment", (source) => {
  for (const html of [renderArticle(source), renderComment(source)]) {
    expect(html).not.toMatch(/<(script|img|iframe|svg)/i);
    expect(html).not.toMatch(/href="(javascript|data|vbscript)/i);
    expect(html).not.toMatch(/<[^>]+\son\w+=/i);
  }
});

test("code is coloured by class names alone", () => {
  expect(renderArticle("```js\nconst a = 1;\n```")).toContain('<span class="hljs-keyword">const</span>');
});

test("plain words are cut at a word's end, without marks and addresses", () => {
  expect(plainText("# Title\n\nSome **bold** [link](https://a.example) words", 100)).toBe(
    "Title Some bold link words",
  );
  expect(plainText("one two three four", 9)).toBe("one two…");
});
