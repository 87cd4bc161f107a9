import { type FeedItem, keyOf } from "../features/feeds/model/feed-item.ts";
import { useFeeds } from "../features/feeds/useFeeds.ts";
import type { LocalNotification } from "../features/notifications/notice.ts";
import { noticeFilters } from "../features/notifications/notice-view.ts";
import { MemberNotifications, NotificationScreen } from "./notifications/NotificationScreen.tsx";

/** The member's version (docs/rules.md#notification-screens): the server's list mixed with the first items of the external feeds. */
export const NotificationsPage = () => (
  <NotificationScreen>
    <MixedNotifications />
  </NotificationScreen>
);

const filters = noticeFilters.filter((filter) => filter !== "System");

function MixedNotifications() {
  const { videos, articles } = useFeeds();
  return (
    <MemberNotifications
      filters={filters}
      external={externalNotifications(videos.items, articles.items)}
      withSamples
      isWaiting={videos.isLoading || articles.isLoading}
    />
  );
}

/** How many items of each external feed become notifications (docs/rules.md#first-items-of-the-feeds). */
const shown = 3;

const kinds = {
  video: { type: "Video", noun: "video", action: "Watch Now" },
  article: { type: "Article", noun: "article", action: "Read Article" },
} as const;

/** Turns the first items of each external feed into notifications (docs/rules.md#notification-screens). */
const externalNotifications = (...lists: readonly (readonly FeedItem[])[]): LocalNotification[] =>
  lists.flatMap((items) => items.slice(0, shown).map(externalNotification));

function externalNotification(item: FeedItem): LocalNotification {
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
