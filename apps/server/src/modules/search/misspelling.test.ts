import { expect, test } from "vitest";
import { mayMean } from "./misspelling.ts";

test.each([
  ["ketle", "kettle"],
  ["kettel", "kettle"],
  ["embre", "ember"],
  ["postgers", "postgres"],
  ["rusty", "rust"],
  ["terraferm", "terrafirma"],
  ["kubernets", "kubernetes"],
  ["javscrpit", "javascript"],
])("%s may mean %s", (typed, meant) => {
  expect(mayMean(typed, meant)).toBe(true);
  expect(mayMean(meant, typed)).toBe(true);
});

test.each([
  ["this", "thirty"],
  ["thing", "thirty"],
  ["rust", "trusted"],
  ["react", "reaction"],
  ["docker", "dockyard"],
  ["test", "tents"],
  ["", "a word"],
])("%s does not mean %s", (typed, meant) => {
  expect(mayMean(typed, meant)).toBe(false);
  expect(mayMean(meant, typed)).toBe(false);
});
