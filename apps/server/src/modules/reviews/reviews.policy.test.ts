import { describe, expect, test } from "vitest";
import {
  approvable,
  flaggable,
  mayDecide,
  type ReviewState,
  removable,
  statusAfterFlag,
} from "./reviews.policy.ts";

const author = 7;
const item = (facts: Partial<ReviewState>): ReviewState => ({
  authorId: author,
  status: "Pending",
  latestRevision: 3,
  pendingRevision: null,
  publishedRevision: null,
  ...facts,
});

test("nobody decides about their own item", () => {
  expect(mayDecide(author, item({}))).toBe(false);
  expect(mayDecide(8, item({}))).toBe(true);
});

describe("which revision a decision is about", () => {
  test.each([
    ["a draft", item({ status: "Draft" }), null, [], null],
    ["a waiting item", item({ pendingRevision: 3 }), 3, [3], 3],
    ["a published item", item({ status: "Published", publishedRevision: 2 }), null, [2], 2],
    [
      "a published item with a waiting edit",
      item({ status: "Published", publishedRevision: 2, pendingRevision: 3 }),
      3,
      [3, 2],
      3,
    ],
    ["a flagged item", item({ status: "Flagged" }), 3, [], 3],
    ["a removed item", item({ status: "Removed" }), null, [], null],
  ])("of %s", (_name, item, approving, flagging, removing) => {
    expect(approvable(item)).toBe(approving);
    expect(flaggable(item)).toEqual(flagging);
    expect(removable(item)).toBe(removing);
  });
});

describe("a flag leaves", () => {
  test.each([
    ["a waiting item flagged", item({ pendingRevision: 3 }), 3, "Flagged"],
    ["a published item flagged", item({ status: "Published", publishedRevision: 2 }), 2, "Flagged"],
    [
      "a published item public when its edit is refused",
      item({ status: "Published", publishedRevision: 2, pendingRevision: 3 }),
      3,
      "Published",
    ],
    [
      "an item waiting when what was public is taken back",
      item({ status: "Published", publishedRevision: 2, pendingRevision: 3 }),
      2,
      "Pending",
    ],
  ] as const)("%s", (_name, item, number, status) => {
    expect(statusAfterFlag(item, number)).toBe(status);
  });
});
