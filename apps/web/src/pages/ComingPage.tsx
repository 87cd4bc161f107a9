import { dashboardOf, isRole, screens } from "@cairn/contract";
import { PageTitle } from "../lib/PageTitle.tsx";
import { useSession } from "../lib/session/useSession.ts";
import { ScreenMessage } from "../shells/ScreenMessage.tsx";
import { ButtonLink } from "../ui/Button.tsx";

/** A place on the map whose screen is still being made. */
export function ComingPage() {
  const role = useSession()?.role;
  return (
    <ScreenMessage
      spot="empty"
      title="This screen is not open yet"
      text="We are still building it. Everything else on Cairn works meanwhile."
    >
      <PageTitle title="Not open yet" hidden />
      {isRole(role) ? (
        <ButtonLink to={dashboardOf[role]}>Back to your dashboard</ButtonLink>
      ) : (
        <ButtonLink to={screens.landing}>Back to the start</ButtonLink>
      )}
    </ScreenMessage>
  );
}
