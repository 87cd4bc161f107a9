import { expect, test } from "vitest";
import { findLinks } from "./find-links.ts";

test("stored HTML's bare addresses are found without the punctuation behind them, other links as the author wrote them", () => {
  const link = (path: string, text: string) => `<a href="https://a.example/${path}" rel="ugc">${text}</a> `;
  const html =
    link("a%D8%8C", "https://a.example/a،") +
    link("b%E2%80%94x", "https://a.example/b—x") +
    link("c%D8%8C", "The page c،") +
    link("Inc.", "https://a.example/Inc.") +
    link("d?e&amp;f", "https://a.example/d?e&amp;f");
  expect(findLinks(html)).toEqual(
    ["a", "b", "c%D8%8C", "Inc.", "d?e&f"].map((path) => `https://a.example/${path}`),
  );
});
