import type { ReactNode } from "react";
import { Count } from "../../ui/Count.tsx";
import "./notifications.css";
import { texts } from "./notification-texts.ts";

interface NotificationHeadProps {
  unread: number;
  /** What can be done with all of them. */
  children?: ReactNode;
}

export function NotificationHead({ unread, children }: NotificationHeadProps) {
  return (
    <header className="page-head">
      <div>
        <div className="notifications-title">
          <h1 className="h1">{texts.title}</h1>
          <span role="status">
            <Count value={unread} of="unread" />
          </span>
        </div>
        <p className="sub">{texts.tagline}</p>
      </div>
      {children && <div className="page-head-end">{children}</div>}
    </header>
  );
}
