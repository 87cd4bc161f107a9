import { expect, test, vi } from "vitest";
import { changeMarks, noMarks, readMarks, subscribeMarks, toggled } from "./device-marks.ts";

const stored = () => window.localStorage.getItem("notificationMarks") ?? "";

test("two members on one device have separate marks", () => {
  changeMarks(7, { unread: [3], hidden: ["video-1"] });
  changeMarks(8, { clearedTo: 40, clearedUnread: 2 });
  expect(readMarks(7)).toEqual({ ...noMarks, unread: [3], hidden: ["video-1"] });
  expect(readMarks(8)).toEqual({ ...noMarks, clearedTo: 40, clearedUnread: 2 });
  expect(readMarks(9)).toEqual(noMarks);
});

test("marks survive the page", async () => {
  changeMarks(7, { read: ["article-2"] });
  // A module of its own, as a reloaded page has.
  const again = "./device-marks.ts?again";
  const reloaded: typeof import("./device-marks.ts") = await import(again);
  expect(reloaded.readMarks(7).read).toEqual(["article-2"]);
});

test("a change in another tab is received, and later changes build on it", () => {
  const listener = vi.fn();
  const unsubscribe = subscribeMarks(listener);
  window.localStorage.setItem("notificationMarks", JSON.stringify([[7, { ...noMarks, unread: [5] }]]));
  window.dispatchEvent(new StorageEvent("storage", { key: "notificationMarks" }));
  expect(listener).toHaveBeenCalledOnce();
  changeMarks(7, { clearedTo: 3 });
  expect(listener).toHaveBeenCalledTimes(2);
  expect(readMarks(7)).toEqual({ ...noMarks, unread: [5], clearedTo: 3 });
  unsubscribe();
  changeMarks(7, { clearedTo: 4 });
  expect(listener).toHaveBeenCalledTimes(2);
});

test("they stay small, with any number of members and items", () => {
  const many = Array.from({ length: 1000 }, (_, index) => index);
  const keys = many.map((index) => `a rather long identifier of an external article ${index}`);
  for (let owner = 1; owner <= 50; owner += 1) changeMarks(owner, { unread: many, read: keys, hidden: keys });
  expect(stored().length).toBeLessThan(600_000);
  expect(readMarks(50).unread.at(-1)).toBe(999);
  expect(readMarks(31)).not.toEqual(noMarks);
  expect(readMarks(30)).toEqual(noMarks);
});

test.each([
  "{broken",
  "7",
  "null",
  "[[7]]",
  '[["7",{}]]',
  "[[7,null]]",
  '[[7,{"unread":"all","clearedTo":-1}]]',
])("%s in the storage counts as no marks", (text) => {
  window.localStorage.setItem("notificationMarks", text);
  expect(readMarks(7)).toEqual(noMarks);
  changeMarks(7, { clearedTo: 1 });
  expect(readMarks(7).clearedTo).toBe(1);
});

test("a mark is set and removed again", () => {
  expect(toggled([1], 2)).toEqual([1, 2]);
  expect(toggled([1, 2], 1)).toEqual([2]);
});
