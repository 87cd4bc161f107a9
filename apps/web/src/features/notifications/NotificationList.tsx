import { MailCheck, MailOpen } from "lucide-react";
import { useId } from "react";
import { Link } from "react-router";
import { useUnsent, waitingText } from "../../lib/outbox/unsent.ts";
import { hoursAgo, TimeAgo } from "../../lib/time/TimeAgo.tsx";
import { Button, IconButton } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { cx } from "../../ui/cx.ts";
import * as kit from "../../ui/kit.module.css";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { Row, Stack } from "../../ui/Stack.tsx";
import { EmptyState } from "../../ui/State.tsx";
import { Text } from "../../ui/Text.tsx";
import { TypeTile } from "../../ui/TypeTile.tsx";
import { useDelayedFlag } from "../../ui/useDelayedFlag.ts";
import { useLoadMore } from "../../ui/useLoadMore.ts";
import { aboutRead, type Notice, splitAction } from "./notice.ts";
import { texts } from "./notice-view.ts";
import * as notificationCardCss from "./notification-card.module.css";
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
  const { list, button } = useLoadMore(
    notices.length,
    { isFetchingNextPage: isLoadingMore, fetchNextPage: onMore },
    "button",
  );
  if (isLoading || signShown) return <NotificationSkeleton shown={signShown} />;
  return (
    <>
      {notices.length === 0 ? (
        <EmptyState title={texts.nothing} spot={isNarrowed ? "search" : "done"} />
      ) : (
        <Card ref={list} as="ul" className={`${kit.lined} ${css.list}`}>
          {notices.map((notice) => (
            <li key={notice.key}>
              <NotificationCard notice={notice} onToggle={onToggle} onAction={onAction} />
            </li>
          ))}
        </Card>
      )}
      {hasMore && (
        <Row className={css.more}>
          <Button {...button} size="sm" />
        </Row>
      )}
    </>
  );
}

function NotificationSkeleton({ shown }: { shown: boolean }) {
  return (
    <Card className={`${kit.lined} ${css.list}`} aria-busy="true">
      {bars.map((bar) => (
        <div key={bar} className={notificationCardCss.root}>
          {shown && (
            <>
              <Skeleton width={40} height={40} />
              <Stack gap={2}>
                <Skeleton width="46%" />
                <Skeleton width="70%" />
                <Skeleton width={88} />
              </Stack>
            </>
          )}
        </div>
      ))}
    </Card>
  );
}

interface NotificationCardProps {
  notice: Notice;
  onToggle: (notice: Notice) => void;
  onAction: (notice: Notice, label: string) => void;
}

/** The spec has no audio notification type: audio arrives as System, with the label 'Listen Now'. */
const tileType = (type: Notice["type"], label: string) =>
  type === "System" && label === "Listen Now" ? "Audio" : type;

/** Videos and articles have no action without a URL; other types need none (docs/rules.md#navigating-to). */
const hasAction = ({ type, url }: Notice) => url !== null || (type !== "Video" && type !== "Article");

export function NotificationCard({ notice, onToggle, onAction }: NotificationCardProps) {
  const { type, message, subMessage, url, created_at, isUnread } = notice;
  const { text, label } = splitAction(subMessage);
  const messageId = useId();
  const isWaiting = useUnsent(aboutRead(notice.id)).length > 0;
  return (
    <article
      className={cx(notificationCardCss.root, isUnread && notificationCardCss.isUnread)}
      aria-labelledby={messageId}
    >
      <TypeTile type={tileType(type, label)} size={40} />
      <div className={notificationCardCss.words}>
        <h2 id={messageId}>
          {url?.startsWith("/") ? (
            <Link
              className={kit.hoverLink}
              to={url}
              onClick={(event) => {
                event.preventDefault();
                onAction(notice, label);
              }}
            >
              {message}
            </Link>
          ) : (
            message
          )}
        </h2>
        {text && (
          <Text kind="soft" className={notificationCardCss.text}>
            {text}
          </Text>
        )}
        {created_at && <TimeAgo instant={created_at} words={hoursAgo} />}
        {isWaiting && <span className={kit.subline}>{waitingText}</span>}
      </div>
      <Row className={notificationCardCss.end}>
        {hasAction(notice) && (
          <Button
            className={notificationCardCss.action}
            size="sm"
            aria-describedby={messageId}
            onClick={() => onAction(notice, label)}
          >
            {label}
          </Button>
        )}
        <IconButton
          kind="ghost"
          size="sm"
          label={isUnread ? "Mark as read" : "Mark as unread"}
          icon={isUnread ? <MailCheck size={16} /> : <MailOpen size={16} />}
          aria-describedby={messageId}
          onClick={() => onToggle(notice)}
        />
      </Row>
    </article>
  );
}
