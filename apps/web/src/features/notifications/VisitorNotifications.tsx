import { screens } from "@cairn/contract";
import { useEffect } from "react";
import { readSession } from "../../lib/session/session.ts";
import { ButtonLink } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/State.tsx";
import { NotificationHead } from "./NotificationHead.tsx";
import { texts } from "./notification-texts.ts";

/** Without a token nothing is fetched, and that is logged (D63). */
export function VisitorNotifications() {
  useEffect(() => {
    // Whoever has just logged out is on the way elsewhere.
    if (!readSession().leaving) console.error("Notifications could not be loaded: nobody is logged in.");
  }, []);
  return (
    <div className="notifications">
      <NotificationHead unread={0} />
      <EmptyState
        title={texts.nothing}
        text="Log in to see yours."
        action={
          <ButtonLink size="sm" to={screens.login}>
            Log In
          </ButtonLink>
        }
      />
    </div>
  );
}
