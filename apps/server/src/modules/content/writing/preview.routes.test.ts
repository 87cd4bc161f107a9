import { payloads } from "@tests/proofs/scripting/payloads.ts";
import { buildTestApp, registerMember, type TestApp } from "@tests/support/server/app.ts";
import { tests as examples } from "commonmark-spec";
import { afterAll, beforeAll, expect, test } from "vitest";

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await buildTestApp({ rateLimits: false });
  ({ access_token: token } = await registerMember(app, "TechWriter"));
});
afterAll(() => app.close());

const preview = (body: unknown) => app.call("POST", "/content/preview", { token, body });

async function publishedAs(body: string): Promise<string> {
  const posted = await app.call("POST", "/content", { token, body: { title: "A text", body, category: 1 } });
  expect(posted.status).toBe(201);
  return (await app.call("GET", `/content/${posted.body.id}`, { token })).body.body_html;
}

test("a preview is byte for byte what the item is stored and served as", async () => {
  const body = "# One\n\nTwo **three**\n\n```js\nconst a = 1;\n```\n \n";
  const { status, body: answer } = await preview({ body, language: "fr" });
  expect(status).toBe(200);
  expect(answer.html).toBe(await publishedAs(body));
});

test("a preview takes what a new item takes as its text", async () => {
  for (const body of [{}, { body: " \n" }, { body: "x".repeat(50_001) }, { body: "x", language: "tlh" }]) {
    expect((await preview(body)).status).toBe(400);
  }
});

const code = (info: string, text: string) => `\`\`\`${info}\n${text}\n\`\`\``;

/** What GitHub's readers know beyond CommonMark, and what is Cairn's own. */
const own = [
  "| a | b | c |\n|:-|:-:|-:|\n| 1 | `x \\| y` | $z$ |\n| 2 |",
  "| الاسم | القيمة |\n|-|-:|\n| كتاب | 1 |",
  "One[^1] two[^b] one[^1].\n\n[^1]: First[^b]\n[^b]: Second\n\n    with more",
  "- [ ] one\n- [x] two\n  - [X] three\n\n1. [ ] four",
  "Term\n: One\n: Two\n\nOther\n\n: Three",
  ...["NOTE", "TIP", "IMPORTANT", "WARNING", "CAUTION", "OTHER"].map(
    (name) => `> [!${name}]\n> Words\n>\n> - more`,
  ),
  "~~gone~~ and www.example.com, https://example.com/a_b_c and me@example.com.",
  "$5 and $6, $x^2$, $`y`$ and\n\n$$\n\\frac{1}{2}\n$$",
  code("math", "\\begin{pmatrix}a&b\\\\c&d\\end{pmatrix}"),
  "$\\href{javascript:alert(1)}{x}$ $\\def\\a{\\a}\\a$",
  code('js lines {1,3-4} title="a b.ts" check', "const a = `\n`;\n\nb();"),
  code("diff", "+ new\n- old"),
  "# One\n\n# One\n\n## كتاب\n\n[up](#one)",
  "> سلام\n>\n> Hi `code`",
  "[a](blob:x) [b](intent:x) [c](view-source:x) ![d](https://a.example/x.png)",
  "\u00a0 \t\n# A\u2028B\r\n\r\nC\rD",
];

/** Beginnings of a hundred files: all of CommonMark's examples, the forms above, and what is sent against sanitisers. */
function corpus(): string[] {
  const parts = examples.map(({ markdown }) => markdown.replaceAll("→", "\t"));
  const files = own.map((text) => text);
  const left = 100 - files.length - 25;
  const each = Math.ceil(parts.length / left);
  for (let at = 0; at < parts.length; at += each) files.push(parts.slice(at, at + each).join("\n\n"));
  const attacks = Math.ceil(payloads.length / (100 - files.length));
  for (let at = 0; at < payloads.length; at += attacks)
    files.push(payloads.slice(at, at + attacks).join("\n\n"));
  return files;
}

test("a hundred texts are stored as the very bytes that were previewed", { timeout: 240_000 }, async () => {
  const files = corpus();
  expect(files.length).toBeGreaterThanOrEqual(90);
  for (const file of files) {
    const { status, body } = await preview({ body: file });
    expect([file, status]).toEqual([file, 200]);
    expect(body.html).toBe(await publishedAs(file));
  }
});
