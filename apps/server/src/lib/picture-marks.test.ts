import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { articlePictures, isArticleHtml, plainText, renderArticle } from "./markdown.ts";
import { type PictureFacts, pictureMark, picturesIn, placePictures } from "./picture-marks.ts";

const key = `${"0a".repeat(16)}.png`;
const cairn: PictureFacts = { key, width: 900, height: 450, widths: [400, 800, 900], colour: "#224466" };
const rendered = (source: string, pictures = [cairn]) => renderArticle(source, pictures);
const count = (html: string, part: string) => html.split(part).length - 1;

describe("a picture in a text", () => {
  test("by itself is a figure with its caption, within words it is part of the line", () => {
    const figure = rendered(`![A cairn](picture:${key} "Stone on <stone>")`);
    expect(figure).toMatch(
      /^<figure dir="auto"><a href="\/media\/[^"]+" rel="nofollow noopener ugc"><svg aria-hidden="true">.*<\/picture><\/a><figcaption>Stone on &lt;stone&gt;<\/figcaption><\/figure>\n$/,
    );
    const inline = rendered(`Look: ![A "cairn"](picture:${key}) there`);
    expect(inline).toMatch(/^<p dir="auto">Look: <a .*<\/a> there<\/p>\n$/);
    expect(inline).toContain('alt="A &quot;cairn&quot;"');
    expect(rendered(`- ![A cairn](picture:${key})`)).not.toContain("<figure");
  });

  test("within a link leads where the link does", () => {
    const html = rendered(`[![A cairn](picture:${key})](https://example.org)`);
    expect([count(html, "<a "), count(html, "<img ")]).toEqual([1, 1]);
    expect(html).toContain('<a href="https://example.org"');
  });

  test("stays text where it is not known, is code, or is of another site", () => {
    const mark = `![A cairn](picture:${key})`;
    expect(rendered(mark, [])).toBe(`<p dir="auto">${mark}</p>\n`);
    expect(rendered(`\`${mark}\``)).not.toContain("<img");
    expect(rendered("![A cairn](https://example.org/a.png)")).not.toContain("<img");
    expect(articlePictures(`${mark} \`${mark}\` ![x](picture:other.png)\n\n    ${mark}`)).toEqual([
      key,
      "other.png",
    ]);
    expect(plainText(`Words ${mark} and words`, 100)).toBe("Words and words");
  });
});

const facts = fc.record({
  key: fc.stringMatching(/^[0-9a-f]{32}\.(?:png|jpg|webp|avif)$/),
  width: fc.integer({ min: 1, max: 2_000 }),
  height: fc.integer({ min: 1, max: 40_000 }),
  widths: fc.uniqueArray(fc.integer({ min: 1, max: 1_600 }), { maxLength: 3 }),
  colour: fc.option(fc.stringMatching(/^#[0-9a-f]{6}$/)),
});
const words = fc.string({ unit: "grapheme", maxLength: 60 });

test("any words around and in a picture give HTML that its source explains, from which the picture's facts are read again", () => {
  fc.assert(
    fc.property(facts, words, words, words, (picture, before, alt, after) => {
      const mark = pictureMark(picture.key, alt);
      const source = `${before}\n\n${mark}\n\n${after}`;
      const html = renderArticle(source, [picture]);
      const shown = picturesIn(html);
      // Words before it can make code of it.
      expect(shown).toEqual(articlePictures(source).length === 0 ? [] : [picture]);
      expect(isArticleHtml(source, html)).toBe(true);
      expect(isArticleHtml(source, html.replace(picture.key, `f${picture.key.slice(1)}x`))).toBe(
        shown.length === 0,
      );

      const placed = placePictures(html, (one) => `/media/${one}?expires=1&signature=x`);
      expect(
        placePictures(placed.replaceAll(/\?expires=1&amp;signature=x/g, ""), (one) => `/media/${one}`),
      ).toBe(html);
      expect(count(placed, "?expires=1&amp;signature=x")).toBe(
        shown.length === 0 ? 0 : 2 + picture.widths.length * 2,
      );
    }),
  );
});

test.each(["![", "![a](picture:", "![\\[", `![a](picture:${key} "`])(
  "a text full of the beginning %s of pictures is rendered, without any",
  (part) => expect(rendered(part.repeat(50_000 / part.length))).not.toContain("<img"),
);
