import { Button } from "../../ui/Button.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { EmptyState } from "../../ui/State.tsx";
import { useDelayedFlag } from "../../ui/useDelayedFlag.ts";
import { useLoadMore } from "../../ui/useLoadMore.ts";
import { NotificationCard } from "./NotificationCard.tsx";
import type { Notice } from "./notice.ts";
import { texts } from "./notification-texts.ts";

interface NotificationListProps {
  notices: readonly Notice[];
  isLoading: boolean;
  /** Something was looked for among them. */
  isNarrowed: boolean;
  hasMore: boolean;
  isLoadingMore: boolean;
  onMore: () => void;
  onToggle: (notice: Notice) => void;
  onAction: (notice: Notice, label: string) => void;
}

/** Skeleton rows (spec section 9). */
const bars = [1, 2, 3];

export function NotificationList(props: NotificationListProps) {
  const { notices, isLoading, isNarrowed, hasMore, isLoadingMore, onMore, onToggle, onAction } = props;
  const signShown = useDelayedFlag(isLoading);
  const { list, button } = useLoadMore({
    count: notices.length,
    isLoading: isLoadingMore,
    load: onMore,
    target: "button",
  });
  if (isLoading || signShown) return <NotificationSkeleton shown={signShown} />;
  return (
    <>
      {notices.length === 0 ? (
        <EmptyState title={texts.nothing} spot={isNarrowed ? "search" : "done"} />
      ) : (
        <ul ref={list} className="card notification-list">
          {notices.map((notice) => (
            <li key={notice.key}>
              <NotificationCard notice={notice} onToggle={onToggle} onAction={onAction} />
            </li>
          ))}
        </ul>
      )}
      {hasMore && (
        <div className="notification-more">
          <Button {...button} size="sm" />
        </div>
      )}
    </>
  );
}

function NotificationSkeleton({ shown }: { shown: boolean }) {
  return (
    <div className="card notification-list" aria-busy="true">
      {bars.map((bar) => (
        <div key={bar} className="notification">
          {shown && (
            <>
              <Skeleton className="size-10 rounded-[9px]" />
              <div className="grid gap-2">
                <Skeleton className="w-[46%]" />
                <Skeleton className="w-[70%]" />
                <Skeleton className="w-[88px]" />
              </div>
            </>
          )}
        </div>
      ))}
    </div>
  );
}
