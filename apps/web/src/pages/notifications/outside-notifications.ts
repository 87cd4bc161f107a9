import { type FeedItem, keyOf } from "../../features/feeds/model/feed-item.ts";
import type { LocalNotification } from "../../features/notifications/notice.ts";

/** D11: how many of each outside list are told of. */
const shown = 3;

const kinds = {
  video: { type: "Video", noun: "video", action: "Watch Now" },
  article: { type: "Article", noun: "article", action: "Read Article" },
} as const;

/** The first of each outside list as notifications (D9). */
export const outsideNotifications = (...lists: readonly (readonly FeedItem[])[]): LocalNotification[] =>
  lists.flatMap((items) => items.slice(0, shown).map(outsideNotification));

function outsideNotification(item: FeedItem): LocalNotification {
  const { type, noun, action } = kinds[item.content_type];
  const place = item.site ? ` on ${item.site}` : "";
  return {
    key: keyOf(item),
    type,
    message: item.title,
    subMessage: `New ${noun} by ${item.author}${place} [${action}]`,
    url: item.media_url,
    created_at: item.created_at,
  };
}
