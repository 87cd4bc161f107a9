import { MailCheck, MailOpen } from "lucide-react";
import { useId } from "react";
import { useUnsent, waitingText } from "../../lib/outbox/unsent.ts";
import { hoursAgo, TimeAgo } from "../../lib/time/TimeAgo.tsx";

import { Button, IconButton } from "../../ui/Button.tsx";
import { cx } from "../../ui/cx.ts";
import * as layoutCss from "../../ui/layout.module.css";
import * as partsCss from "../../ui/parts.module.css";
import { TypeTile } from "../../ui/TypeTile.tsx";
import { splitAction } from "./action-label.ts";
import { aboutRead, type Notice } from "./notice.ts";
import * as css from "./notification-card.module.css";

interface NotificationCardProps {
  notice: Notice;
  onToggle: (notice: Notice) => void;
  onAction: (notice: Notice, label: string) => void;
}

/** The spec has no audio notification type: audio arrives as System, with the label 'Listen Now'. */
const tileType = (type: Notice["type"], label: string) =>
  type === "System" && label === "Listen Now" ? "Audio" : type;

/** Videos and articles have no action without a URL; other types need none (docs/rules.md#d52). */
const hasAction = ({ type, url }: Notice) => url !== null || (type !== "Video" && type !== "Article");

export function NotificationCard({ notice, onToggle, onAction }: NotificationCardProps) {
  const { type, message, subMessage, created_at, isUnread } = notice;
  const { text, label } = splitAction(subMessage);
  const messageId = useId();
  const isWaiting = useUnsent(aboutRead(notice.id)).length > 0;
  return (
    <article className={cx(css.root, isUnread && css.isUnread)} aria-labelledby={messageId}>
      <TypeTile type={tileType(type, label)} size={40} />
      <div className={css.words}>
        <h2 id={messageId}>{message}</h2>
        {text && <p className={`${partsCss.soft} ${css.text}`}>{text}</p>}
        {created_at && <TimeAgo instant={created_at} words={hoursAgo} />}
        {isWaiting && <span className={partsCss.subline}>{waitingText}</span>}
      </div>
      <div className={`${layoutCss.row} ${css.end}`}>
        {hasAction(notice) && (
          <Button
            className={css.action}
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
      </div>
    </article>
  );
}
