import { limits, type Notification } from "@cairn/contract";

/** Live arrivals are cut to 20; what was loaded with pages stays, however much that is (spec section 4, D51). */
export function shownNotices(items: readonly Notification[], arrived: readonly number[]) {
  const cut = new Set(arrived.slice(limits.notificationPage));
  return items.filter(({ id }) => !cut.has(id));
}
