import { PageTitle } from "../lib/PageTitle.tsx";
import { AdminActions } from "./dashboard/AdminActions.tsx";
import { ComingFigures } from "./dashboard/ComingFigures.tsx";
import { SignInHint } from "./dashboard/SignInHint.tsx";

/** /adminsdashboard and /admin-home show the same (D7). It asks the server for nothing (D68). */
export function AdminsDashboardPage() {
  return (
    <>
      <PageTitle title="Admin" hidden />
      <div className="page-head">
        <h1 className="h1">Welcome, Admin</h1>
      </div>
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.35fr)]">
        <AdminActions />
        <ComingFigures>
          Figures and recent activity will stand here. This version of Cairn does not count them yet.
        </ComingFigures>
      </div>
      <SignInHint />
    </>
  );
}
