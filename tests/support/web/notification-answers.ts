import {
  getUnreadCount,
  limits,
  listNotifications,
  type Notification,
  readAllNotifications,
  readNotification,
} from "@cairn/contract";
import { HttpResponse } from "msw";
import { answer, refusal, server } from "./fake-api.ts";

/** "Event 4", told four minutes before its number was. */
export const sampleNotification = (id: number, more: Partial<Notification> = {}): Notification => ({
  id,
  type: "System",
  message: `Event ${id}`,
  subMessage: `Post ${id} [View Post]`,
  time: "0 minutes ago",
  read: false,
  url: `/posts/${id}`,
  created_at: new Date(Date.now() - 60_000 * (1000 - id)).toISOString(),
  ...more,
});

/** Ids from the newest down. */
export const sampleNotifications = (newest: number, oldest = 1) =>
  Array.from({ length: newest - oldest + 1 }, (_, index) => sampleNotification(newest - index));

/** A server that keeps one member's notifications, pages them and counts what is unread. */
export function keepNotifications(items: Notification[] = []) {
  let kept = items;
  let version = items.length;
  const asked: string[] = [];
  const marked: number[] = [];
  const count = () => ({ unread: kept.filter(({ read }) => !read).length, version });
  const mark = (id: number) => {
    kept = kept.map((item) => (item.id === id ? { ...item, read: true } : item));
    version += 1;
    return count();
  };
  server.use(
    answer(listNotifications, ({ request }) => {
      const { searchParams } = new URL(request.url);
      asked.push(searchParams.toString());
      const page = Number(searchParams.get("page") ?? 1);
      const start = (page - 1) * limits.notificationPage;
      const shown = kept.slice(start, start + limits.notificationPage);
      return HttpResponse.json({ items: shown, total: kept.length, ...count() });
    }),
    answer(getUnreadCount, () => HttpResponse.json(count())),
    answer(readNotification, ({ params }) => {
      const id = Number(params.id);
      if (kept.every((item) => item.id !== id)) return refusal("notification_not_found");
      marked.push(id);
      return HttpResponse.json(mark(id));
    }),
    answer(readAllNotifications, async ({ request }) => {
      const { up_to } = (await request.json()) as { up_to: number };
      for (const { id } of kept) if (id <= up_to) mark(id);
      return HttpResponse.json(count());
    }),
  );
  return {
    /** The query of each list call. */
    asked,
    /** Ids that were marked by a call. */
    marked,
    count,
    /** Something new, told to nobody yet. */
    add(...added: Notification[]) {
      kept = [...added.toSorted((one, other) => other.id - one.id), ...kept];
      version += added.length;
    },
    /** Read on another device. */
    readElsewhere: mark,
  };
}

export const failNotifications = () => server.use(answer(listNotifications, () => refusal("unavailable")));
