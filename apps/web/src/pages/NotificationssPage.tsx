import { noticeFilters } from "../features/notifications/notice-view.ts";
import { MemberNotifications, NotificationScreen } from "./notifications/NotificationScreen.tsx";

/** Only the server's list, including its System items (docs/rules.md#notification-screens). */
export const NotificationssPage = () => (
  <NotificationScreen>
    <MemberNotifications filters={noticeFilters} />
  </NotificationScreen>
);
