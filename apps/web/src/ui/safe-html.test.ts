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
])("active content and imitations of the site are removed from %s", (html) => {
  const box = document.createElement("div");
  box.innerHTML = cleaned(html);
  expect(box.querySelector("script, img, svg, math, iframe, form, button, style, base")).toBeNull();
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
