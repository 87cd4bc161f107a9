import { describe, expect, test } from "vitest";
import { readPaste } from "./paste.ts";
import { markdownOf } from "./rich-text.ts";

describe("rich text that is pasted", () => {
  test.each([
    ["marks", "<p>A <b>wide</b> <i>flat</i> <s>old</s> stone</p>", "A **wide** _flat_ ~~old~~ stone"],
    ["headings and lists", "<h2>Stones</h2><ul><li>one</li><li>two</li></ul>", "## Stones\n\n- one\n- two"],
    ["numbered lists", "<ol><li>one</li><li>two</li></ol>", "1. one\n2. two"],
    ["code", "<pre><code>a &lt; b\n</code></pre>", "```\na < b\n```"],
    ["links", '<a href="https://cairn.test/a" style="color:red">this</a>', "[this](https://cairn.test/a)"],
    [
      "pictures of other sites as links",
      '<img src="https://a.test/b.png" alt="Stones">',
      "[Stones](https://a.test/b.png)",
    ],
    [
      "the tables of spreadsheets",
      '<style>td{}</style><table><tr><td><p>Name</p></td><td style="text-align:right">Size</td></tr><tr><td>a<br>b</td><td>2</td></tr></table>',
      "|     |     |\n| --- | ---: |\n| Name | Size |\n| a b | 2   |",
    ],
    [
      "bold and italic of Google Docs",
      '<b style="font-weight:normal"><p><span style="font-weight:700">wide</span> <span style="font-style:italic">flat</span></p></b>',
      "**wide** _flat_",
    ],
    ["nothing of scripts", '<p onclick="x()">a<script>alert(1)</script></p>', "a"],
    ["no address that runs a script", '<a href="javascript:alert(1)">a</a>', "a"],
  ])("keeps %s", (_, html, markdown) => {
    expect(markdownOf(html)).toBe(markdown);
  });

  test("escapes what would be Markdown by chance", () => {
    expect(markdownOf("<p>1*2*3 and <b>_a_</b></p>")).toBe("1\\*2\\*3 and **\\_a\\_**");
  });

  const pasted = (plain: string, html: string, files: File[] = []) =>
    readPaste(
      { getData: (type: string) => (type === "text/html" ? html : plain), files } as unknown as DataTransfer,
      { text: "see this", from: 4, to: 8 },
    )?.kind;

  test("is told from the coloured text of code editors, from addresses and from pictures", () => {
    const picture = new File(["x"], "a.png", { type: "image/png" });
    expect(pasted("const a", '<div style="color:#fff"><span>const</span> a</div>')).toBeUndefined();
    expect(pasted("a", "<p>a <b>b</b></p>")).toBe("rich");
    expect(pasted("https://cairn.test", '<a href="https://cairn.test">x</a>')).toBe("edit");
    expect(pasted("", "", [picture])).toBe("pictures");
    expect(pasted("1\t2", "<table><tr><td>1</td><td>2</td></tr></table>", [picture])).toBe("rich");
  });
});
