import { MailCheck, MailOpen } from "lucide-react";
import { useId } from "react";
import { TimeAgo } from "../../lib/time/TimeAgo.tsx";
import { hoursAgo } from "../../lib/time/time-ago.ts";
import { Button, IconButton } from "../../ui/Button.tsx";
import { cx } from "../../ui/cx.ts";
import { TypeTile } from "../../ui/TypeTile.tsx";
import { splitAction } from "./action-label.ts";
import type { Notice } from "./notice.ts";
import "./notification-card.css";

interface NotificationCardProps {
  notice: Notice;
  onToggle: (notice: Notice) => void;
  onAction: (notice: Notice, label: string) => void;
}

/** The spec knows no notification type of audio: it comes as System, with the label of what is listened to. */
const tileType = (type: Notice["type"], label: string) =>
  type === "System" && label === "Listen Now" ? "Audio" : type;

/** What is played or opened in a tab can't be without its address; other types are only announced then (D52). */
const hasAction = ({ type, url }: Notice) => url !== null || (type !== "Video" && type !== "Article");

export function NotificationCard({ notice, onToggle, onAction }: NotificationCardProps) {
  const { type, message, subMessage, created_at, isUnread } = notice;
  const { text, label } = splitAction(subMessage);
  const messageId = useId();
  return (
    <article className={cx("notification", isUnread && "is-unread")} aria-labelledby={messageId}>
      <TypeTile type={tileType(type, label)} size={40} />
      <div className="notification-words">
        <h2 id={messageId}>{message}</h2>
        {text && <p>{text}</p>}
        {created_at && <TimeAgo instant={created_at} words={hoursAgo} />}
      </div>
      <div className="notification-end">
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
      </div>
    </article>
  );
}
