import { expect, test } from "vitest";
import { codeTextOf } from "./copy-code.ts";
import { sanitizeHtml } from "./safe-html.ts";

test("code that is copied or run has the controls of direction whose names are shown", () => {
  const box = document.createElement("div");
  box.innerHTML = String(sanitizeHtml('<pre><code>a<span class="code-control">U+202E</span>b</code></pre>'));
  expect(box.textContent).toBe("aU+202Eb");
  expect(codeTextOf(box)).toBe("a\u202Eb");
  expect(box.textContent).toBe("aU+202Eb");
});
