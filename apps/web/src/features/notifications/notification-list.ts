import { limits, type Notification, type NotificationPage, type UnreadCount } from "@cairn/contract";

/**
 * The loaded part of a member's notifications. Pages are counted from the newest one, so each arrival shifts them: the
 * list therefore holds an unbroken run from the newest down, and its length determines the next page. That page may
 * overlap the run, which is joined by id, but it cannot skip anything.
 */
export interface NotificationList {
  /** Newest first, each once. Ids rise in the order in which notifications are created. */
  items: readonly Notification[];
  /** The number of all notifications this member has received; null while only live arrivals are known. */
  total: number | null;
  /** Ids of what arrived since the list last loaded more, the newest first. */
  arrived: readonly number[];
}

export const nothingKnown: NotificationList = { items: [], total: null, arrived: [] };

type Page = Pick<NotificationPage, "items" | "total">;

const totalOf = ({ items, total }: Page) => total ?? items.length;

/**
 * The newest page brings missed arrivals, and shows which notifications are gone (docs/rules.md#conversations). If it does not
 * overlap the known list, the list restarts from it. `before`: what was known when the page was asked for.
 */
export function refreshed(
  known: NotificationList,
  page: Page,
  before: NotificationList = nothingKnown,
): NotificationList {
  const ids = new Set(page.items.map(({ id }) => id));
  const newest = page.items[0]?.id ?? 0;
  const asked = new Set(before.items.map(({ id }) => id));
  // What came while the page was on its way; a newer one that was known before is gone.
  const overtook = known.items.filter(({ id }) => id > newest && !asked.has(id));
  const total = totalOf(page) + overtook.length;
  const meets = known.items.some(({ id }) => ids.has(id));
  // Fewer than before: something was removed from the middle, so positions no longer match.
  const hasShrunk = known.total !== null && total < known.total;
  const isFull = page.items.length >= limits.notificationPage;
  const oldest = (isFull && page.items.at(-1)?.id) || 0;
  const older = meets && !hasShrunk ? known.items.filter(({ id }) => id < oldest) : [];
  const kept = [...overtook, ...older];
  const keptIds = new Set([...ids, ...kept.map(({ id }) => id)]);
  // What a refetch brings before its live message is an arrival too. The first page is not.
  const lastKnown = known.items[0]?.id ?? 0;
  const missed = known.total === null ? [] : page.items.map(({ id }) => id).filter((id) => id > lastKnown);
  return {
    items: joined(known.items, page.items, keptIds),
    total,
    arrived: [...missed, ...known.arrived].toSorted((one, other) => other - one),
  };
}

/** Appends one more page. `isInStep`: nothing was added or removed that the list does not know about. */
export function extended(known: NotificationList, page: Page): { list: NotificationList; isInStep: boolean } {
  const ids = new Set([...known.items, ...page.items].map(({ id }) => id));
  return {
    list: { ...known, items: joined(known.items, page.items, ids), arrived: [] },
    isInStep: totalOf(page) === known.total,
  };
}

/** Adds a live arrival on top; one that is known already keeps its place and gets its newer words. */
export function withArrival(known: NotificationList, arrival: Notification): NotificationList {
  const ids = new Set([...known.items.map(({ id }) => id), arrival.id]);
  const items = joined(known.items, [arrival], ids);
  if (ids.size === known.items.length) return { ...known, items };
  return {
    items,
    total: known.total === null ? null : known.total + 1,
    arrived: [arrival.id, ...known.arrived].toSorted((one, other) => other - one),
  };
}

export const withRead = (known: NotificationList, id: number): NotificationList => ({
  ...known,
  items: known.items.map((item) => (item.id === id ? { ...item, read: true } : item)),
});

/** All up to this one are read. */
export const withAllRead = (known: NotificationList, upTo: number): NotificationList => ({
  ...known,
  items: known.items.map((item) => (item.id <= upTo ? { ...item, read: true } : item)),
});

export const nextPage = ({ items }: NotificationList) =>
  Math.floor(items.length / limits.notificationPage) + 1;

/** Joins both lists, limited to `ids`. A read item never becomes unread again, so an older response cannot undo it. */
function joined(known: readonly Notification[], told: readonly Notification[], ids: ReadonlySet<number>) {
  const items = new Map(known.map((item) => [item.id, item]));
  for (const item of told)
    items.set(item.id, { ...item, read: item.read || items.get(item.id)?.read === true });
  return [...items.values()].filter(({ id }) => ids.has(id)).toSorted((one, other) => other.id - one.id);
}

/** Responses and live messages may arrive out of order: the count with the higher version wins. */
export function newerCount(known: UnreadCount | undefined, told: UnreadCount): UnreadCount {
  return known && known.version > told.version ? known : told;
}
