import { NotificationBoard, VisitorNotifications } from "../features/notifications/NotificationBoard.tsx";
import { noticeFilters } from "../features/notifications/notice-view.ts";
import { useNotices } from "../features/notifications/useNotices.ts";
import { PageTitle } from "../lib/PageTitle.tsx";
import { useIsSignedIn } from "../lib/session/useSession.tsx";
import { useNoticeActions, useNoticeView, VideoDialog } from "./notifications/useNoticeActions.tsx";

/** Only the server's list, including its System items (docs/rules.md#notification-screens). */
export function NotificationssPage() {
  const isSignedIn = useIsSignedIn();
  return (
    <>
      <PageTitle title="Notifications" hidden />
      {isSignedIn ? <ServerNotifications /> : <VisitorNotifications />}
    </>
  );
}

function ServerNotifications() {
  const board = useNotices({});
  const { view, onView } = useNoticeView(noticeFilters);
  const { video, closeVideo, act } = useNoticeActions(board);
  return (
    <>
      <NotificationBoard board={board} filters={noticeFilters} view={view} onView={onView} onAction={act} />
      <VideoDialog video={video} onClose={closeVideo} />
    </>
  );
}
