import { Button } from "../../ui/Button.tsx";
import * as cardCss from "../../ui/card.module.css";
import * as layoutCss from "../../ui/layout.module.css";
import * as partsCss from "../../ui/parts.module.css";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { EmptyState } from "../../ui/State.tsx";
import { useDelayedFlag } from "../../ui/useDelayedFlag.ts";
import { useLoadMore } from "../../ui/useLoadMore.ts";
import { NotificationCard } from "./NotificationCard.tsx";
import type { Notice } from "./notice.ts";
import * as notificationCardCss from "./notification-card.module.css";
import { texts } from "./notification-texts.ts";
import * as css from "./notifications.module.css";

interface NotificationListProps {
  notices: readonly Notice[];
  isLoading: boolean;
  /** A search or filter is active. */
  isNarrowed: boolean;
  hasMore: boolean;
  isLoadingMore: boolean;
  onMore: () => void;
  onToggle: (notice: Notice) => void;
  onAction: (notice: Notice, label: string) => void;
}

/** Skeleton rows (docs/rules.md#s9-page-sizes). */
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
        <ul ref={list} className={`${cardCss.root} ${partsCss.lined} ${css.list}`}>
          {notices.map((notice) => (
            <li key={notice.key}>
              <NotificationCard notice={notice} onToggle={onToggle} onAction={onAction} />
            </li>
          ))}
        </ul>
      )}
      {hasMore && (
        <div className={`${layoutCss.row} ${css.more}`}>
          <Button {...button} size="sm" />
        </div>
      )}
    </>
  );
}

function NotificationSkeleton({ shown }: { shown: boolean }) {
  return (
    <div className={`${cardCss.root} ${partsCss.lined} ${css.list}`} aria-busy="true">
      {bars.map((bar) => (
        <div key={bar} className={notificationCardCss.root}>
          {shown && (
            <>
              <Skeleton className={css.skeletonTile} />
              <div className={`${layoutCss.stack} ${layoutCss.gap2}`}>
                <Skeleton className={css.skeletonTitle} />
                <Skeleton className={css.skeletonText} />
                <Skeleton className={css.skeletonTime} />
              </div>
            </>
          )}
        </div>
      ))}
    </div>
  );
}
