import { limits, type Notification } from "@cairn/contract";
import { sampleNotification, sampleNotifications } from "@tests/support/web/notification-answers.ts";
import { describe, expect, test } from "vitest";
import {
  extended,
  type NotificationList,
  nextPage,
  nothingKnown,
  refreshed,
  withArrival,
  withRead,
} from "./notification-list.ts";

const idsOf = ({ items }: NotificationList) => items.map(({ id }) => id);
const upTo = (newest: number, oldest = 1) =>
  Array.from({ length: newest - oldest + 1 }, (_, index) => newest - index);

/** A page of a server that has told the notifications 1 to `newest`. */
const pageOf = (newest: number, page = 1) => {
  const all = sampleNotifications(newest);
  const start = (page - 1) * limits.notificationPage;
  return { items: all.slice(start, start + limits.notificationPage), total: newest };
};
const loaded = (newest: number) => refreshed(nothingKnown, pageOf(newest));

describe("live arrivals", () => {
  test("go on top once, in any order of arrival", () => {
    let list = loaded(3);
    for (const id of [5, 4, 5]) list = withArrival(list, sampleNotification(id));
    expect(idsOf(list)).toEqual([5, 4, 3, 2, 1]);
    expect(list).toMatchObject({ total: 5, arrived: [5, 4] });
  });

  test("that a page already contains are not shown twice", () => {
    const list = withArrival(loaded(3), sampleNotification(3));
    expect(idsOf(list)).toEqual([3, 2, 1]);
    expect(list).toMatchObject({ total: 3, arrived: [] });
  });

  test("of what is known already bring its newer words to its place", () => {
    const list = withArrival(loaded(3), {
      ...sampleNotification(2),
      message: "2 posts by Ines wait for review",
    });
    expect(list.items.map(({ id, message }) => [id, message])).toEqual([
      [3, sampleNotification(3).message],
      [2, "2 posts by Ines wait for review"],
      [1, sampleNotification(1).message],
    ]);
    expect(list).toMatchObject({ total: 3, arrived: [] });
  });

  test("that come before the first page are merged with it", () => {
    const early = withArrival(nothingKnown, sampleNotification(4));
    expect(early.total).toBeNull();
    expect(idsOf(refreshed(early, pageOf(3)))).toEqual([4, 3, 2, 1]);
    expect(refreshed(early, pageOf(3)).total).toBe(4);
    expect(idsOf(refreshed(early, pageOf(4)))).toEqual([4, 3, 2, 1]);
    expect(refreshed(early, pageOf(4)).total).toBe(4);
  });
});

describe("a refresh", () => {
  test("adds missed notifications once, and keeps the loaded pages", () => {
    const two = extended(loaded(45), pageOf(45, 2)).list;
    const list = refreshed(two, pageOf(50));
    expect(idsOf(list)).toEqual(upTo(50, 6));
    expect(list.total).toBe(50);
  });

  test("counts what it brings before the live message as an arrival, but not the first page", () => {
    expect(loaded(20).arrived).toEqual([]);
    const list = withArrival(refreshed(loaded(20), pageOf(23)), sampleNotification(24));
    expect(list.arrived).toEqual([24, 23, 22, 21]);
    expect(withArrival(list, sampleNotification(23)).arrived).toEqual([24, 23, 22, 21]);
    expect(refreshed(loaded(0), pageOf(2)).arrived).toEqual([2, 1]);
  });

  test("that does not overlap the loaded list replaces it, so that no gap is left", () => {
    const list = refreshed(loaded(20), pageOf(60));
    expect(idsOf(list)).toEqual(upTo(60, 41));
    expect(nextPage(list)).toBe(2);
  });

  test("replaces the list when something was removed", () => {
    const two = extended(loaded(45), pageOf(45, 2)).list;
    const left = sampleNotifications(45).filter(({ id }) => id !== 40);
    const list = refreshed(two, { items: left.slice(0, limits.notificationPage), total: 44 });
    expect(idsOf(list)).toEqual(upTo(45, 25).filter((id) => id !== 40));
    expect(list.total).toBe(44);
  });

  test("drops what is gone from the top, and keeps what came while it was on its way", () => {
    const before = loaded(3);
    const now = withArrival(before, sampleNotification(4));
    const list = refreshed(now, pageOf(2), before);
    expect(idsOf(list)).toEqual([4, 2, 1]);
    expect(list.total).toBe(3);
    const last = loaded(1);
    expect(refreshed(last, pageOf(0), last)).toMatchObject({ items: [], total: 0 });
  });

  test.each([1, 2, 3])("drops notification %i, also where another one came in its place", (gone) => {
    const before = loaded(3);
    const items = sampleNotifications(4).filter(({ id }) => id !== gone);
    const list = refreshed(before, { items, total: 3 }, before);
    expect(idsOf(list)).toEqual(upTo(4).filter((id) => id !== gone));
    expect(list.total).toBe(3);
  });

  test("that was answered before a read does not undo it", () => {
    const list = refreshed(withRead(loaded(3), 2), pageOf(3));
    expect(list.items.filter(({ read }) => read).map(({ id }) => id)).toEqual([2]);
  });

  test("shows what was read elsewhere", () => {
    const items = pageOf(3).items.map((item): Notification => ({ ...item, read: item.id === 1 }));
    expect(refreshed(loaded(3), { items, total: 3 }).items.map(({ read }) => read)).toEqual([
      false,
      false,
      true,
    ]);
  });
});

describe("the next page", () => {
  test("repeats nothing and skips nothing, with any number of arrivals in between", () => {
    for (let arriving = 0; arriving <= 45; arriving += 1) {
      let list = loaded(65);
      for (let id = 66; id <= 65 + arriving; id += 1) list = withArrival(list, sampleNotification(id));
      while (idsOf(list).length < 65 + arriving) {
        const next = extended(list, pageOf(65 + arriving, nextPage(list)));
        expect(next.isInStep).toBe(true);
        expect(next.list.items.length).toBeGreaterThan(list.items.length);
        list = next.list;
      }
      expect(idsOf(list)).toEqual(upTo(65 + arriving));
    }
  });

  test("detects an arrival that was not published", () => {
    const { isInStep } = extended(loaded(65), pageOf(70, 2));
    expect(isInStep).toBe(false);
  });

  test("merges live arrivals into the loaded pages", () => {
    const list = withArrival(loaded(45), sampleNotification(46));
    expect(list.arrived).toEqual([46]);
    expect(extended(list, pageOf(46, 2)).list.arrived).toEqual([]);
  });
});
