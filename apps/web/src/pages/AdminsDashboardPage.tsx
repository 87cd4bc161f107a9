import { useAdminSource } from "../features/admin/admin-source.ts";
import { QueueCard } from "../features/admin/desk/QueueCard.tsx";
import { LoadFailure } from "../features/admin/LoadFailure.tsx";
import { OverviewStats } from "../features/admin/overview/OverviewStats.tsx";
import { RecentActivity } from "../features/admin/overview/RecentActivity.tsx";
import { AdminHead } from "./admin/AdminHead.tsx";
import { AdminActions } from "./dashboard/AdminActions.tsx";

/** /adminsdashboard and /admin-home show the same (D7). */
export function AdminsDashboardPage() {
  const source = useAdminSource();
  const { value: overview, failure } = source.useOverview();
  const activity = source.useActivity();
  return (
    <>
      <AdminHead heading="Welcome, Admin" title="Admin" />
      {failure ? <LoadFailure failure={failure} /> : <OverviewStats overview={overview} />}
      <div className="mt-5 grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.35fr)]">
        <div className="grid gap-5">
          <AdminActions overview={overview} />
          {source.kind === "live" && !failure && <QueueCard figures={overview?.desk ?? undefined} />}
        </div>
        {activity.value && <RecentActivity activity={activity.value} />}
        {activity.failure && <LoadFailure failure={activity.failure} />}
      </div>
    </>
  );
}
