import { expect, test } from "vitest";
import { plainLine, plainText } from "./plain-text.ts";

test.each([
  ["Tips &amp; tricks", "Tips & tricks"],
  ["&quot;Done&quot; &#8212; it&#x27;s not", '"Done" — it\'s not'],
  ["Stop using &lt;div&gt;", "Stop using <div>"],
  ["Stop using <div> for everything", "Stop using <div> for everything"],
  ["AT&T, R&D; &unknown; &#0; &#xD800; &#99999999;", "AT&T, R&D; &unknown; &#0; &#xD800; &#99999999;"],
  ["a.&valueOf;", "a.&valueOf;"],
  ["  two\n lines ", "two lines"],
])("the title %j reads %j", (written, shown) => {
  expect(plainLine(written)).toBe(shown);
});

test("a description's HTML is reduced to its text and line breaks", () => {
  const html =
    '<p>First <b>bold</b> line.</p><p>Second &amp; <a href="javascript:alert(1)">last</a><br/>line.</p>' +
    "<script>alert(1)</script><!-- aside -->";
  expect(plainText(html)).toBe("First bold line.\n\nSecond & last\nline.");
});

test("a description that only mentions elements is not treated as HTML", () => {
  expect(plainText("When to use <section>, and when <div>")).toBe("When to use <section>, and when <div>");
});

test("a text is not cut inside an emoji", () => {
  for (const shown of [plainLine, plainText]) {
    expect(shown("x".repeat(4_999) + "😀".repeat(9))).toBe("x".repeat(4_999));
    expect(shown("x".repeat(4_998) + "😀".repeat(9))).toBe(`${"x".repeat(4_998)}😀`);
  }
});

test("a very long description is shown in its first 5,000 characters", () => {
  const hostile = `</p>${"<script>".repeat(200_000)}`;
  // Minutes, if its time grew with the square of the length.
  expect(plainText(hostile).length).toBeLessThanOrEqual(5_000);
});
