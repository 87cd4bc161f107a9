import { describe, expect, test } from "vitest";
import {
  approvable,
  flaggable,
  mayDecide,
  removable,
  type Standing,
  statusAfterFlag,
} from "./reviews.policy.ts";

const author = 7;
const standing = (facts: Partial<Standing>): Standing => ({
  authorId: author,
  status: "Pending",
  latestRevision: 3,
  pendingRevision: null,
  publishedRevision: null,
  ...facts,
});

test("nobody decides about their own item", () => {
  expect(mayDecide(author, standing({}))).toBe(false);
  expect(mayDecide(8, standing({}))).toBe(true);
});

describe("which revision a decision is about", () => {
  test.each([
    ["a draft", standing({ status: "Draft" }), null, [], null],
    ["a waiting item", standing({ pendingRevision: 3 }), 3, [3], 3],
    ["a published item", standing({ status: "Published", publishedRevision: 2 }), null, [2], 2],
    [
      "a published item with a waiting edit",
      standing({ status: "Published", publishedRevision: 2, pendingRevision: 3 }),
      3,
      [3, 2],
      3,
    ],
    ["a flagged item", standing({ status: "Flagged" }), 3, [], 3],
    ["a removed item", standing({ status: "Removed" }), null, [], null],
  ])("of %s", (_name, item, approving, flagging, removing) => {
    expect(approvable(item)).toBe(approving);
    expect(flaggable(item)).toEqual(flagging);
    expect(removable(item)).toBe(removing);
  });
});

describe("a flag leaves", () => {
  test.each([
    ["a waiting item flagged", standing({ pendingRevision: 3 }), 3, "Flagged"],
    ["a published item flagged", standing({ status: "Published", publishedRevision: 2 }), 2, "Flagged"],
    [
      "a published item public when its edit is refused",
      standing({ status: "Published", publishedRevision: 2, pendingRevision: 3 }),
      3,
      "Published",
    ],
    [
      "an item waiting when what was public is taken back",
      standing({ status: "Published", publishedRevision: 2, pendingRevision: 3 }),
      2,
      "Pending",
    ],
  ] as const)("%s", (_name, item, number, status) => {
    expect(statusAfterFlag(item, number)).toBe(status);
  });
});
