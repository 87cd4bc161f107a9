import { PersonalFeed } from "../features/content/PersonalFeed.tsx";
import { PageTitle } from "../lib/PageTitle.tsx";
import { TrailBanner } from "./dashboard/TrailBanner.tsx";

/** The member home (D7). */
export function UsersDashboardPage() {
  return (
    <>
      <PageTitle title="Personalized Feed" hidden />
      <TrailBanner />
      <PersonalFeed />
    </>
  );
}
