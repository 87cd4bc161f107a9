import { LoadFailure } from "../features/admin/ActionProblem.tsx";
import { useAdminSource } from "../features/admin/admin-source.ts";
import { QueueCard } from "../features/admin/desk/QueueCard.tsx";
import { OverviewStats } from "../features/admin/overview/OverviewStats.tsx";
import { RecentActivity } from "../features/admin/overview/RecentActivity.tsx";
import * as layoutCss from "../ui/layout.module.css";
import * as partsCss from "../ui/parts.module.css";
import { AdminHead } from "./admin/AdminHead.tsx";
import * as css from "./admins-dashboard-page.module.css";
import { AdminActions } from "./dashboard/AdminActions.tsx";
import { FirstSteps } from "./dashboard/FirstSteps.tsx";

/** /adminsdashboard and /admin-home show the same (docs/rules.md#d7). */
export function AdminsDashboardPage() {
  const source = useAdminSource();
  const { value: overview, failure } = source.useOverview();
  const activity = source.useActivity();
  return (
    <>
      <AdminHead heading="Welcome, Admin" title="Admin" />
      {failure ? <LoadFailure failure={failure} /> : <OverviewStats overview={overview} />}
      <div className={`${layoutCss.stack} ${layoutCss.gap5} ${partsCss.top5} ${css.columns}`}>
        <div className={`${layoutCss.stack} ${layoutCss.gap5}`}>
          {source.kind === "live" && overview?.totalPosts === 0 && <FirstSteps />}
          <AdminActions overview={overview} />
          {source.kind === "live" && !failure && <QueueCard figures={overview?.desk ?? undefined} />}
        </div>
        {activity.value && <RecentActivity activity={activity.value} />}
        {activity.failure && <LoadFailure failure={activity.failure} />}
      </div>
    </>
  );
}
