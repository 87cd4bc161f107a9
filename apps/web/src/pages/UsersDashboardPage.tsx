import { screens } from "@cairn/contract";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { Scene } from "../art/Scene.tsx";
import { useMe } from "../features/auth/me.queries.ts";
import { personalFeedQuery } from "../features/content/content.queries.ts";
import { HomeRow, useHomeRows } from "../features/content/HomeRow.tsx";
import { PersonalFeed, PersonalFeedSkeleton } from "../features/content/PersonalFeed.tsx";
import { splitAction } from "../features/notifications/notice.ts";
import { notificationListQuery, unreadQuery } from "../features/notifications/notifications.queries.ts";
import { useUnreadCount } from "../features/notifications/useUnreadCount.ts";
import { PageTitle } from "../lib/PageTitle.tsx";
import { isFirstTry } from "../lib/query-client.ts";
import { useIsSignedIn } from "../lib/session/useSession.ts";
import { hoursAgo, TimeAgo } from "../lib/time/TimeAgo.tsx";
import * as cardCss from "../ui/card.module.css";
import * as layoutCss from "../ui/layout.module.css";
import * as partsCss from "../ui/parts.module.css";
import { useDelayedFlag } from "../ui/useDelayedFlag.ts";
import { FirstDays, useFirstDays } from "./dashboard/FirstDays.tsx";
import * as homeCardsCss from "./dashboard/home-cards.module.css";
import * as css from "./dashboard/trail-banner.module.css";

/** The member home (docs/rules.md#d7), with what the member may come back for (docs/rules.md#d104). */
export function UsersDashboardPage() {
  const { data: me } = useMe();
  const interests = me?.interests ?? [];
  const { unfinished, interesting, discussed } = useHomeRows(interests);
  const notices = useUnreadNotices();
  const firstDays = useFirstDays();
  // What comes first pushes all else down, so nothing shows before it is known.
  const isWaiting = notices.isPending || firstDays.isPending || unfinished.isPending;
  const signShown = useDelayedFlag(isWaiting);
  if (isWaiting || signShown) {
    return (
      <>
        <PageTitle title="Personalized Feed" hidden />
        <TrailBanner />
        <section className={layoutCss.section}>
          <PersonalFeedSkeleton shown={signShown} />
        </section>
      </>
    );
  }
  return (
    <>
      <PageTitle title="Personalized Feed" hidden />
      <TrailBanner />
      <UnreadNotices {...notices} />
      <FirstDays {...firstDays} />
      <HomeRow title="Continue" items={unfinished.items} isExpected={unfinished.isExpected} />
      <PersonalFeed last={unfinished.ids} />
      <HomeRow title="In your interests" text={interests.join(", ")} items={interesting} />
      <HomeRow title="Most discussed this week" items={discussed} />
    </>
  );
}

function TrailBanner() {
  const { data } = useQuery(personalFeedQuery);
  return (
    <section className={css.root}>
      <Scene name="banner" />
      <div className={css.inner}>
        <h1>Fresh stones on your trail</h1>
        <p>{lineFor(data?.total)}</p>
      </div>
    </section>
  );
}

/** Names the total only if it is known and not zero. */
function lineFor(total: number | undefined) {
  if (!total) return "Every post here is checked by a named person.";
  return total === 1
    ? "One verified post to explore."
    : `${total.toLocaleString("en")} verified posts to watch, read and hear.`;
}

/** How many notices the card shows; all of them stand on the notifications screen. */
const shownNotices = 3;

/** The notices for UnreadNotices; `isPending` until it is known whether there are any. */
function useUnreadNotices() {
  const unread = useUnreadCount();
  const counting = useQuery({ ...unreadQuery, enabled: useIsSignedIn() });
  const listing = useQuery({ ...notificationListQuery, enabled: unread > 0 });
  const notices = listing.data?.items.filter(({ read }) => !read).slice(0, shownNotices) ?? [];
  return { unread, notices, isPending: isFirstTry(counting) || isFirstTry(listing) };
}

/** What happened since the last visit, the reviewers' decisions on own posts among it; nothing when all is read. */
function UnreadNotices({ unread, notices }: ReturnType<typeof useUnreadNotices>) {
  if (unread === 0 || notices.length === 0) return null;
  return (
    <section className={`${cardCss.root} ${homeCardsCss.root}`} aria-labelledby="unread-notices">
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
            <span className={`${partsCss.soft} ${layoutCss.small} ${homeCardsCss.more}`}>
              {splitAction(subMessage).text} · <TimeAgo instant={created_at} words={hoursAgo} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
