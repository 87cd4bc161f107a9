import { useQuery } from "@tanstack/react-query";
import { Scene } from "../art/Scene.tsx";
import { personalFeedQuery } from "../features/content/content.queries.ts";
import { PersonalFeed } from "../features/content/PersonalFeed.tsx";
import { PageTitle } from "../lib/PageTitle.tsx";
import * as css from "./dashboard/trail-banner.module.css";

/** The member home (docs/rules.md#d7). */
export function UsersDashboardPage() {
  return (
    <>
      <PageTitle title="Personalized Feed" hidden />
      <TrailBanner />
      <PersonalFeed />
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
