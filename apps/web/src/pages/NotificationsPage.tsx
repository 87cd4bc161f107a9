import { useFeeds } from "../features/feeds/useFeeds.ts";
import { NotificationBoard } from "../features/notifications/NotificationBoard.tsx";
import { noticeFilters } from "../features/notifications/notice-view.ts";
import { useNotices } from "../features/notifications/useNotices.ts";
import { VisitorNotifications } from "../features/notifications/VisitorNotifications.tsx";
import { PageTitle } from "../lib/PageTitle.tsx";
import { useIsSignedIn } from "../lib/session/useIsSignedIn.ts";
import { outsideNotifications } from "./notifications/outside-notifications.ts";
import { useNoticeActions } from "./notifications/useNoticeActions.ts";
import { useNoticeView } from "./notifications/useNoticeView.ts";
import { VideoDialog } from "./notifications/VideoDialog.tsx";

const filters = noticeFilters.filter((filter) => filter !== "System");

/** The member's version (D9): the server's list among the first of the outside feeds. */
export function NotificationsPage() {
  const isSignedIn = useIsSignedIn();
  return (
    <>
      <PageTitle title="Notifications" hidden />
      {isSignedIn ? <MemberNotifications /> : <VisitorNotifications />}
    </>
  );
}

function MemberNotifications() {
  const { videos, articles } = useFeeds();
  const outside = outsideNotifications(videos.items, articles.items);
  const board = useNotices({ outside, withSamples: true });
  const { view, onView } = useNoticeView(filters);
  const { video, closeVideo, act } = useNoticeActions(board.notices);
  return (
    <>
      <NotificationBoard
        board={board}
        filters={filters}
        view={view}
        onView={onView}
        isWaiting={videos.isLoading || articles.isLoading}
        onAction={act}
      />
      <VideoDialog video={video} onClose={closeVideo} />
    </>
  );
}
