import { dashboardOf, isRole, screens } from "@cairn/contract";
import { Spot } from "../art/Spot.tsx";
import { PageTitle } from "../lib/PageTitle.tsx";
import { useSession } from "../lib/session/useSession.ts";
import { ButtonLink } from "../ui/Button.tsx";

/** A place on the map whose screen is still being made. */
export function ComingPage() {
  const role = useSession()?.role;
  return (
    <div className="grid justify-items-center gap-3 py-12 text-center">
      <PageTitle title="Not open yet" hidden />
      <Spot name="empty" />
      <h1 className="h1">This screen is not open yet</h1>
      <p className="sub">We are still building it. Everything else on Cairn works meanwhile.</p>
      {isRole(role) ? (
        <ButtonLink className="mt-4" to={dashboardOf[role]}>
          Back to your dashboard
        </ButtonLink>
      ) : (
        <ButtonLink className="mt-4" to={screens.landing}>
          Back to the start
        </ButtonLink>
      )}
    </div>
  );
}
