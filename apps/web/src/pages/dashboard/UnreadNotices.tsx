import { screens } from "@cairn/contract";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { splitAction } from "../../features/notifications/action-label.ts";
import { notificationListQuery, unreadQuery } from "../../features/notifications/notifications.queries.ts";
import { useUnreadCount } from "../../features/notifications/useUnreadCount.ts";
import { isFirstTry } from "../../lib/query-client.ts";
import { useIsSignedIn } from "../../lib/session/useSession.ts";
import { hoursAgo, TimeAgo } from "../../lib/time/TimeAgo.tsx";

import * as cardCss from "../../ui/card.module.css";
import * as layoutCss from "../../ui/layout.module.css";
import * as partsCss from "../../ui/parts.module.css";
import * as css from "./home-cards.module.css";

/** How many notices the card shows; all of them stand on the notifications screen. */
const shownNotices = 3;

/** The notices for UnreadNotices; `isPending` until it is known whether there are any. */
export function useUnreadNotices() {
  const unread = useUnreadCount();
  const counting = useQuery({ ...unreadQuery, enabled: useIsSignedIn() });
  const listing = useQuery({ ...notificationListQuery, enabled: unread > 0 });
  const notices = listing.data?.items.filter(({ read }) => !read).slice(0, shownNotices) ?? [];
  return { unread, notices, isPending: isFirstTry(counting) || isFirstTry(listing) };
}

/** What happened since the last visit, the reviewers' decisions on own posts among it; nothing when all is read. */
export function UnreadNotices({ unread, notices }: ReturnType<typeof useUnreadNotices>) {
  if (unread === 0 || notices.length === 0) return null;
  return (
    <section className={`${cardCss.root} ${css.root}`} aria-labelledby="unread-notices">
      <div className={`${layoutCss.spread} ${layoutCss.gap3}`}>
        <h2 className={partsCss.heading} id="unread-notices">
          Since your last visit
        </h2>
        <Link className={layoutCss.link} to={screens.notifications}>
          All {unread} unread
        </Link>
      </div>
      <ul className={`${layoutCss.stack} ${layoutCss.gap3} ${partsCss.top4}`}>
        {notices.map(({ id, message, subMessage, created_at }) => (
          <li key={id}>
            <b>{message}</b>
            <span className={`${partsCss.soft} ${layoutCss.small} ${css.more}`}>
              {splitAction(subMessage).text} · <TimeAgo instant={created_at} words={hoursAgo} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
