import { Trash2 } from "lucide-react";
import { Alert } from "../../ui/Alert.tsx";
import { Button } from "../../ui/Button.tsx";
import { NotificationHead } from "./NotificationHead.tsx";
import { NotificationList } from "./NotificationList.tsx";
import { NotificationTools } from "./NotificationTools.tsx";
import type { Notice } from "./notice.ts";
import { inView, type NoticeFilter, type NoticeView } from "./notice-view.ts";
import { texts } from "./notification-texts.ts";
import type { useNotices } from "./useNotices.ts";

interface NotificationBoardProps {
  board: ReturnType<typeof useNotices>;
  filters: readonly NoticeFilter[];
  view: NoticeView;
  onView: (change: Partial<NoticeView>) => void;
  /** Something else that belongs to the list is still on its way. */
  isWaiting?: boolean;
  onAction: (notice: Notice, label: string) => void;
}

export function NotificationBoard(props: NotificationBoardProps) {
  const { board, filters, view, onView, isWaiting = false, onAction } = props;
  const newest = board.notices.find(({ isNew }) => isNew);
  return (
    <div className="notifications">
      <NotificationHead unread={board.unread}>
        <Button kind="ghost" size="sm" onClick={board.clearAll}>
          <Trash2 size={16} />
          {texts.clear}
        </Button>
      </NotificationHead>
      <NotificationTools filters={filters} view={view} onChange={onView} />
      {board.showsSamples && (
        <Alert kind="info">
          Your notifications could not be loaded. {board.notices.length > 0 && "Samples stand in for them. "}
          <button type="button" className="link" onClick={board.retry}>
            Try again
          </button>
        </Alert>
      )}
      <p className="sr-only" role="status">
        {newest && `New: ${newest.message}`}
      </p>
      <NotificationList
        notices={inView(board.notices, view)}
        isLoading={board.isLoading || (isWaiting && board.notices.length === 0)}
        isNarrowed={view.filter !== "All" || view.search.trim() !== ""}
        hasMore={board.hasMore}
        isLoadingMore={board.isLoadingMore}
        onMore={board.loadMore}
        onToggle={board.toggle}
        onAction={onAction}
      />
    </div>
  );
}
