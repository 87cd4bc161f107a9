import type { Comment } from "@cairn/contract";
import { sampleComment } from "@tests/support/web/content-samples.ts";
import { describe, expect, test } from "vitest";
import {
  type CommentList,
  commentsOf,
  holdsWhole,
  threadsWith,
  withChanged,
  withComment,
  withoutComment,
} from "./comment-list.ts";

const listOf = (...pages: number[][]): CommentList => ({
  pages: pages.map((ids) => ({
    comments: ids.map((id) => sampleComment({ id })),
    total: 5,
    next: undefined,
  })),
  pageParams: pages.map(() => undefined),
});

const idsOf = (list: CommentList) => commentsOf(list).map(({ id }) => id);

test("a new comment is added on top and counted", () => {
  const list = withComment(listOf([5, 4], [3]), sampleComment({ id: 6 }));
  expect(idsOf(list)).toEqual([6, 5, 4, 3]);
  expect(list.pages[0]?.total).toBe(6);
});

test("a comment that is already in the list is neither added nor counted again", () => {
  const list = listOf([5, 4], [3]);
  expect(withComment(list, sampleComment({ id: 3 }))).toBe(list);
});

test("a changed comment keeps its place", () => {
  const list = withChanged(listOf([5, 4], [3]), sampleComment({ id: 4, body: "Other words" }));
  expect(commentsOf(list).map(({ body }) => body)[1]).toBe("Other words");
  expect(idsOf(list)).toEqual([5, 4, 3]);
});

test("a deleted comment is removed from its page and counted once", () => {
  const list = withoutComment(listOf([5, 4], [3]), 3);
  expect(idsOf(list)).toEqual([5, 4]);
  expect(list.pages[0]?.total).toBe(4);
  expect(withoutComment(list, 3)).toBe(list);
});

test("a comment on two pages appears once", () => {
  expect(idsOf(listOf([5, 4], [4, 3]))).toEqual([5, 4, 3]);
});

describe("a comment that the address names", () => {
  const head = sampleComment({ id: 1 });
  const answer = (id: number) => sampleComment({ id, reply_to: 1 });
  const shownOf = (list: CommentList, linked: Comment[]) =>
    threadsWith(list, linked).map(({ comment, answers }) => [comment.id, ...answers.map(({ id }) => id)]);

  test("is missing from a list that lacks it, or what it answers", () => {
    const list = listOf([5, 4], [3]);
    expect(holdsWhole(list, 4)).toBe(true);
    expect(holdsWhole(list, 1)).toBe(false);
    expect(holdsWhole(withChanged(list, answer(4)), 4)).toBe(false);
    expect(holdsWhole(withChanged(listOf([5, 4, 1]), answer(4)), 4)).toBe(true);
  });

  test("comes with its thread before the others, and stays there once the list has come to it", () => {
    expect(shownOf(listOf([5, 4]), [answer(2), head])).toEqual([[1, 2], [5], [4]]);
    expect(shownOf(listOf([5, 4], [3, 2, 1]), [head])).toEqual([[1], [5], [4], [3], [2]]);
    expect(shownOf(listOf([5, 4]), [])).toEqual([[5], [4]]);
  });

  test("stands among the answers of its thread by its age", () => {
    const list = withChanged(listOf([5, 4]), answer(5));
    expect(shownOf(list, [answer(3), head])).toEqual([[1, 3, 5], [4]]);
  });
});
