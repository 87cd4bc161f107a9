import { decisionWords } from "@cairn/contract";
import { CircleCheck, Flag, type LucideIcon, MailCheck, MailOpen, PencilLine } from "lucide-react";
import { useId } from "react";
import { Link } from "react-router";
import { useUnsent, waitingText } from "../../lib/outbox/unsent.ts";
import { hoursAgo, TimeAgo } from "../../lib/time/TimeAgo.tsx";
import { tones } from "../../ui/Alert.tsx";
import { Button, IconButton } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { cx } from "../../ui/cx.ts";
import * as kit from "../../ui/kit.module.css";
import { MoreList } from "../../ui/MoreList.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { SkeletonLines } from "../../ui/SkeletonLines.tsx";
import { Row } from "../../ui/Stack.tsx";
import { EmptyState } from "../../ui/State.tsx";
import { TypeTile } from "../../ui/TypeTile.tsx";
import { useDelayedFlag } from "../../ui/useDelayedFlag.ts";
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

/** Skeleton rows (docs/evidence/spec-clauses.md#s9-page-sizes). */
const bars = [1, 2, 3];

export function NotificationList(props: NotificationListProps) {
  const { notices, isLoading, isNarrowed, hasMore, isLoadingMore, onMore, onToggle, onAction } = props;
  const signShown = useDelayedFlag(isLoading);
  if (isLoading || signShown) return <NotificationSkeleton shown={signShown} />;
  return (
    <MoreList
      query={{ hasNextPage: hasMore, isFetchingNextPage: isLoadingMore, fetchNextPage: onMore }}
      count={notices.length}
      target="button"
    >
      {(list) =>
        notices.length === 0 ? (
          <EmptyState title={texts.nothing} spot={isNarrowed ? "search" : "done"} />
        ) : (
          <Card ref={list} as="ul" className={`${kit.lined} ${css.list}`}>
            {notices.map((notice) => (
              <li key={notice.key}>
                <NotificationCard notice={notice} onToggle={onToggle} onAction={onAction} />
              </li>
            ))}
          </Card>
        )
      }
    </MoreList>
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
              <SkeletonLines widths={["46%", "70%", 88]} gap={2} />
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

const decisions: readonly [words: string, icon: LucideIcon, tone: string | undefined][] = [
  [decisionWords.approved, CircleCheck, tones.success],
  [decisionWords.flagged, Flag, tones.danger],
  [decisionWords.needsWork, PencilLine, tones.warn],
];

/** Decorative. A decision about one's own post has a sign of its own. */
function NoticeTile({ notice: { type, message }, label }: { notice: Notice; label: string }) {
  const decision = type === "System" && decisions.find(([words]) => message.startsWith(words));
  if (!decision) return <TypeTile type={tileType(type, label)} size={40} />;
  const [, Icon, tone] = decision;
  return (
    <span className={cx(kit.tile, tone, notificationCardCss.decision)}>
      <Icon size={20} />
    </span>
  );
}

/** Videos and articles have no action without a URL; other types need none (docs/rules.md#navigating-to). */
const hasAction = ({ type, url }: Notice) => url !== null || (type !== "Video" && type !== "Article");

export function NotificationCard({ notice, onToggle, onAction }: NotificationCardProps) {
  const { message, subMessage, url, created_at, isUnread } = notice;
  const { text, label } = splitAction(subMessage);
  const messageId = useId();
  const isWaiting = useUnsent(aboutRead(notice.id)).length > 0;
  return (
    <article
      className={cx(notificationCardCss.root, isUnread && notificationCardCss.isUnread)}
      aria-labelledby={messageId}
    >
      <NoticeTile notice={notice} label={label} />
      <div>
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
        {text && <p className={kit.soft}>{text}</p>}
        {created_at && (
          <span className={kit.note}>
            <TimeAgo instant={created_at} words={hoursAgo} />
          </span>
        )}
        {isWaiting && <span className={kit.subline}>{waitingText}</span>}
      </div>
      <Row className={notificationCardCss.end}>
        {hasAction(notice) && (
          <Button size="sm" aria-describedby={messageId} onClick={() => onAction(notice, label)}>
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
