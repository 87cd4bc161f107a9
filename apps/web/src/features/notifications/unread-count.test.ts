import { expect, test } from "vitest";
import { newerCount } from "./notification-list.ts";

test("a count with a lower version never overwrites one with a higher", () => {
  const known = { unread: 4, version: 10 };
  expect(newerCount(undefined, known)).toEqual(known);
  expect(newerCount(known, { unread: 9, version: 9 })).toEqual(known);
  expect(newerCount(known, { unread: 3, version: 11 })).toEqual({ unread: 3, version: 11 });
});

test("counts may arrive in any order: the newest stays", () => {
  const counts = [1, 2, 3, 4, 5, 6].map((version) => ({ unread: 10 - version, version }));
  for (const rotation of counts.keys()) {
    const order = [...counts.slice(rotation), ...counts.slice(0, rotation), ...counts.toReversed()];
    expect(order.reduce(newerCount)).toEqual({ unread: 4, version: 6 });
  }
});
