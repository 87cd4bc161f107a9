import { expect, test } from "vitest";
import { sanitizeHtml } from "./safe-html.ts";

const cleaned = (html: string) => String(sanitizeHtml(html));

test("the server's own HTML stays unchanged", () => {
  const html =
    '<h2>Steps</h2><p>Set <code>a</code>, <strong>then</strong> <em>look</em>.</p><ol start="3"><li>One</li></ol>' +
    '<pre><code class="hljs language-sql"><span class="hljs-keyword">select</span> 1</code></pre>' +
    "<blockquote><p>Checked.</p></blockquote><table><thead><tr><th>a</th></tr></thead><tbody><tr><td>1</td></tr></tbody></table>";
  expect(cleaned(html)).toBe(html);
});

test("what the server makes of notes, tasks, footnotes, tables, formulas and lines of code stays unchanged", () => {
  const rel = 'rel="nofollow noopener ugc"';
  const html =
    '<h2 id="text-الأول" dir="auto">الأول</h2><div class="note note-warning" dir="rtl"><p class="note-title">Warning</p></div>' +
    '<ul dir="ltr"><li class="task" dir="ltr"><label><input type="checkbox" disabled="" checked=""> done</label></li></ul>' +
    `<p dir="auto">One<sup><a href="#textnote-1" id="textref-1-1" ${rel}>[1]</a></sup></p>` +
    '<table dir="ltr"><tbody><tr><td class="align-right" dir="auto">1</td></tr></tbody></table>' +
    '<dl><dt dir="auto">Term</dt><dd dir="ltr">Words</dd></dl><p class="code-title" dir="ltr">a.ts</p>' +
    '<pre dir="ltr"><code class="language-js code-numbered"><span class="code-line code-marked">a</span>\n</code></pre>' +
    '<p class="math-block"><math display="block"><mtable displaystyle="true" class="math-jot"><mtr>' +
    '<mtd class="math-l-0 math-line-b"><mo fence="true" form="prefix" stretchy="true">(</mo><mspace width="1em"></mspace></mtd>' +
    '</mtr></mtable></math></p><section class="footnotes"><ol><li id="textnote-1" dir="ltr"><p dir="auto">Words ' +
    `<a href="#textref-1-1" title="Back to the text" ${rel}>↩</a></p></li></ol></section>`;
  expect(cleaned(html)).toBe(html);
});

test.each([
  "<script>alert(1)</script>",
  '<img src=x onerror="alert(1)">',
  '<p onclick="alert(1)">text</p>',
  '<a href="javascript:alert(1)">text</a>',
  '<a href="JaVa\tScript:alert(1)">text</a>',
  '<a href="data:text/html,<script>alert(1)</script>">text</a>',
  '<svg><animate onbegin="alert(1)"></svg>',
  "<math><mtext><table><mglyph><style><img src onerror=alert(1)>",
  '<iframe src="https://example.org"></iframe>',
  '<form action="https://example.org"><button>Log In</button></form>',
  '<p style="position:fixed;inset:0">text</p>',
  "<style>p{display:none}</style>",
  '<base href="https://example.org/">',
  '<p id="main" name="main" data-x="1" aria-label="x">text</p>',
  '<p id="text-" width="900" display="block" type="checkbox" checked>text</p>',
  '<input type="text" disabled><input type="checkbox"><input type="image" src="x" disabled>',
])("active content and imitations of the site are removed from %s", (html) => {
  const box = document.createElement("div");
  box.innerHTML = cleaned(html);
  expect(box.querySelector("script, img, svg, iframe, form, button, style, base, input, mglyph")).toBeNull();
  const attributes = [...box.querySelectorAll("*")].flatMap(({ attributes }) => [...attributes]);
  expect(attributes.filter(({ name }) => name !== "rel")).toEqual([]);
});

test("no text can imitate the verified mark", () => {
  expect(cleaned('<span class="verified-pill hljs-keyword">Verified</span>')).toBe(
    '<span class="hljs-keyword">Verified</span>',
  );
  expect(cleaned('<span class="verified-pill">Verified</span>')).toBe("<span>Verified</span>");
});

test("links lead only to the web and are marked nofollow", () => {
  expect(cleaned('<a href="https://example.org/a">a</a>')).toBe(
    '<a href="https://example.org/a" rel="nofollow noopener ugc">a</a>',
  );
});

test("pictures show only where allowed, only over https, and without a referrer", () => {
  const html =
    '<p>A</p><img src="https://a.example/x.png" alt="A cat" onerror="alert(1)"><img src="http://a.example/y.png">';
  expect(String(sanitizeHtml(html))).not.toContain("<img");
  const shown = String(sanitizeHtml(html, { pictures: true }));
  expect(shown.match(/<img/g)).toHaveLength(1);
  expect(shown).toContain('referrerpolicy="no-referrer"');
  expect(shown).not.toContain("onerror");
});

test("a stored picture stays as the server renders it, and nothing else that looks like one", () => {
  const picture =
    '<figure><a href="/media/a1.png" rel="nofollow noopener ugc">' +
    '<svg aria-hidden="true"><rect width="100%" height="100%" fill="#224466"></rect></svg><picture>' +
    '<source type="image/avif" srcset="/media/a1400.avif 400w, /media/a1800.avif 800w" sizes="(min-width: 768px) 736px, 100vw">' +
    '<img src="/media/a1.png" alt="A cairn" width="900" height="450" loading="lazy" decoding="async"></picture></a>' +
    "<figcaption>Stone on stone</figcaption></figure>";
  expect(cleaned(picture)).toBe(picture);
  const signed = picture.replaceAll(/(\/media\/[\w.]+)/g, "$1?expires=1&amp;signature=a-_b");
  expect(cleaned(signed)).toBe(signed);
  const others =
    '<picture><source srcset="https://a.example/x.avif 1w, /media/a1.avif 2w"><img src="https://a.example/x.png"></picture>' +
    '<svg aria-hidden="true"><rect fill="url(#x)" width="100%" height="100%"></rect></svg><img src="/media/../x">';
  expect(cleaned(others)).toBe("<picture><source></picture>");
});
