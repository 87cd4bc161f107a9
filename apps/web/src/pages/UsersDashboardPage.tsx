import { type ContentItem, screens } from "@cairn/contract";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useId } from "react";
import { Link } from "react-router";
import { Scene } from "../art/Scene.tsx";
import { useMe } from "../features/auth/me.queries.ts";
import { CardRow } from "../features/content/CardRow.tsx";
import { CardRowSkeleton, rowLength } from "../features/content/CardRowSkeleton.tsx";
import {
  discussedQuery,
  interestsQuery,
  personalFeedQuery,
  unfinishedQuery,
} from "../features/content/content.queries.ts";
import { PersonalFeed, PersonalFeedSkeleton } from "../features/content/PersonalFeed.tsx";
import { splitAction } from "../features/notifications/notice.ts";
import {
  notificationListQuery,
  unreadQuery,
  useUnreadCount,
} from "../features/notifications/notifications.queries.ts";
import { formatCount } from "../lib/format-count.ts";
import { PageTitle } from "../lib/PageTitle.tsx";
import { isFirstTry } from "../lib/query-client.ts";
import { useIsSignedIn } from "../lib/session/useSession.tsx";
import { readItem, removeItem, writeItem } from "../lib/storage.ts";
import { hoursAgo, TimeAgo } from "../lib/time/TimeAgo.tsx";
import { Card } from "../ui/Card.tsx";
import * as kit from "../ui/kit.module.css";
import { SectionHead } from "../ui/PageHead.tsx";
import { Row, Stack } from "../ui/Stack.tsx";
import { Text } from "../ui/Text.tsx";
import { useDelayedFlag } from "../ui/useDelayedFlag.ts";

import * as css from "./dashboard/trail-banner.module.css";
import { useFirstDays } from "./dashboard/useFirstDays.ts";

/** The member home (docs/rules.md#dashboards), with what the member may come back for (docs/rules.md#verified-rows-and-first-steps). */
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
        <section className={kit.section}>
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
      {firstDays.Card && <firstDays.Card keep={firstDays.keep} />}
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
        <h1 className={kit.display}>Fresh stones on your trail</h1>
        <p className={kit.lead}>{lineFor(data?.total)}</p>
      </div>
    </section>
  );
}

/** Names the total only if it is known and not zero. */
function lineFor(total: number | undefined) {
  if (!total) return "Posts for your interests, each checked by a named person.";
  return total === 1
    ? "One verified post to explore."
    : `${formatCount(total)} verified posts to watch, read and hear, those in your interests first.`;
}

/** How many notices the card shows; the notifications screen shows all of them. */
const shownNotices = 3;

/** The notices for UnreadNotices; `isPending` until it is known whether there are any. */
function useUnreadNotices() {
  const unread = useUnreadCount();
  const counting = useQuery({ ...unreadQuery, enabled: useIsSignedIn() });
  const listing = useQuery({ ...notificationListQuery, enabled: unread > 0 });
  const notices = listing.data?.items.filter(({ read }) => !read).slice(0, shownNotices) ?? [];
  return { unread, notices, isPending: isFirstTry(counting) || isFirstTry(listing) };
}

/** The newest that are unread, the reviewers' decisions on own posts among it; nothing when all is read. */
function UnreadNotices({ unread, notices }: ReturnType<typeof useUnreadNotices>) {
  if (unread === 0 || notices.length === 0) return null;
  return (
    <Card as="section" pad above={6} aria-labelledby="unread-notices">
      <Row between gap={3}>
        <h2 className={kit.heading} id="unread-notices">
          Unread notifications
        </h2>
        <Link className={kit.link} to={screens.notifications}>
          All notifications
        </Link>
      </Row>
      <Stack as="ul" gap={3} above={4}>
        {notices.map(({ id, message, subMessage, created_at }) => (
          <li key={id}>
            <b>{message}</b>
            <Text kind="soft">
              {splitAction(subMessage).text} · <TimeAgo instant={created_at} words={hoursAgo} />
            </Text>
          </li>
        ))}
      </Stack>
    </Card>
  );
}

interface HomeRowProps {
  title: string;
  text?: string;
  /** Undefined: still loading. */
  items: readonly ContentItem[] | undefined;
  /** Takes its space while it loads. */
  isExpected?: boolean;
}

/** A row of the member home; nothing where there are no items for it. */
function HomeRow({ title, text, items, isExpected = false }: HomeRowProps) {
  const headingId = useId();
  if (items ? items.length === 0 : !isExpected) return null;
  return (
    <section className={kit.section} aria-labelledby={headingId}>
      <SectionHead id={headingId} title={title} sub={text} />
      {items ? <CardRow items={items} labelledBy={headingId} /> : <CardRowSkeleton />}
    </section>
  );
}

/**
 * The rows of the member home around the Personalized Feed. Each leaves out what the ones before it begin with, in the
 * order: what the member did not finish, the feed, interests, what is discussed (docs/rules.md#continue-and-most-discussed). Undefined: still
 * loading.
 */
function useHomeRows(interests: readonly string[]) {
  const unfinished = useUnfinished();
  const feed = useQuery(personalFeedQuery);
  const found = useQuery(interestsQuery(interests));
  const discussed = useQuery(discussedQuery);

  const begun = new Set(unfinished.ids);
  const take = (items: readonly ContentItem[] = []) => {
    const row = items.filter(({ id }) => !begun.has(id)).slice(0, rowLength);
    for (const { id } of row) begun.add(id);
    return row;
  };
  take(feed.data?.items);
  const isLoading = feed.isPending || (interests.length > 0 && found.isPending);
  return {
    unfinished,
    interesting: isLoading ? undefined : take(found.data),
    discussed: isLoading || discussed.isPending ? undefined : take(discussed.data),
  };
}

/** Set where the row was shown last: its space is kept while it loads. */
const shownKey = "continue_shown";

/** The last ones that the member left. */
function useUnfinished() {
  const unfinished = useQuery(unfinishedQuery);
  const { data, isError } = unfinished;
  const items = isError ? [] : data?.slice(0, rowLength);
  const count = items?.length;
  useEffect(() => {
    if (count === undefined) return;
    if (count > 0) writeItem(shownKey, "yes");
    else removeItem(shownKey);
  }, [count]);
  return {
    items,
    ids: items?.map(({ id }) => id) ?? [],
    isPending: isFirstTry(unfinished),
    isExpected: readItem(shownKey) !== null,
  };
}
