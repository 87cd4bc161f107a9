import { useQuery } from "@tanstack/react-query";
import { Scene } from "../art/Scene.tsx";
import { useMe } from "../features/auth/me.queries.ts";
import { personalFeedQuery } from "../features/content/content.queries.ts";
import { HomeRow } from "../features/content/HomeRow.tsx";
import { PersonalFeed, PersonalFeedSkeleton } from "../features/content/PersonalFeed.tsx";
import { useHomeRows } from "../features/content/useHomeRows.ts";
import { PageTitle } from "../lib/PageTitle.tsx";
import * as layoutCss from "../ui/layout.module.css";
import { useDelayedFlag } from "../ui/useDelayedFlag.ts";
import { FirstDays, useFirstDays } from "./dashboard/FirstDays.tsx";
import * as css from "./dashboard/trail-banner.module.css";
import { UnreadNotices, useUnreadNotices } from "./dashboard/UnreadNotices.tsx";

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
