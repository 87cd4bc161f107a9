import { useQuery } from "@tanstack/react-query";
import { Scene } from "../art/Scene.tsx";
import { useMe } from "../features/auth/me.queries.ts";
import { personalFeedQuery } from "../features/content/content.queries.ts";
import { InterestsRow } from "../features/content/InterestsRow.tsx";
import { PersonalFeed } from "../features/content/PersonalFeed.tsx";
import { PageTitle } from "../lib/PageTitle.tsx";
import { FirstDays } from "./dashboard/FirstDays.tsx";
import * as css from "./dashboard/trail-banner.module.css";
import { UnreadNotices } from "./dashboard/UnreadNotices.tsx";

/** The member home (docs/rules.md#d7), with what the member may come back for (docs/rules.md#d104). */
export function UsersDashboardPage() {
  const { data: me } = useMe();
  return (
    <>
      <PageTitle title="Personalized Feed" hidden />
      <TrailBanner />
      <UnreadNotices />
      <FirstDays />
      <PersonalFeed />
      {me && me.interests.length > 0 && <InterestsRow interests={me.interests} />}
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
  if (!total) return "Every piece here is checked by a named person.";
  return total === 1
    ? "One verified piece to explore."
    : `${total.toLocaleString("en")} verified pieces to watch, read and hear.`;
}
