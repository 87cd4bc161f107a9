import { tests as examples } from "commonmark-spec";
import { expect, test } from "vitest";
import { renderArticle } from "../markdown.ts";

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

/** Every example of CommonMark 0.31.2 that comes out otherwise, by the reason for it. */
const exceptions: Record<string, number[]> = {
  "raw HTML stays text: nothing in an article may run or imitate the page": [
    ...[21, 31, ...range(148, 191), 201, 308, 309, 344, 475, 476, 477, 491, 494, 524, 536],
    ...[...range(613, 617), 623, ...range(625, 631), 642, 643],
  ],
  "pictures of other sites stay links: they would tell their host who reads": [
    ...[517, 520, 531, ...range(572, 589), 591],
  ],
  "links lead to http, https and mailto alone": [500, 596, 598, 599, 601],
  "bare addresses are links, as on GitHub": [602, 608, 611, 612],
  "code in a known language is coloured": [142, 143],
  "a quotation without words has no line break": [218, 239, 240],
};

/** Without what every article has: directions, identifiers, the links' `rel`, and one rank lower for `h1`. */
const normal = (html: string) =>
  html
    .replaceAll(/ (?:dir|rel|id)="[^"]*"/g, "")
    .replaceAll(" />", ">")
    .replaceAll(/<(\/?)h1>/g, "<$1h2>");

const typed = (text: string) => text.replaceAll("→", "\t");

test("CommonMark's examples come out as its specification says, except for those with a reason", () => {
  const others = examples.filter(
    ({ markdown, html }) => normal(renderArticle(typed(markdown))) !== normal(typed(html)),
  );
  const passed = examples.length - others.length;
  process.stdout.write(
    `CommonMark: ${passed} of ${examples.length} examples (${((100 * passed) / examples.length).toFixed(1)} %)\n`,
  );
  const explained = Object.values(exceptions).flat();
  expect(others.map(({ number }) => number)).toEqual(explained.sort((one, other) => one - other));
});
