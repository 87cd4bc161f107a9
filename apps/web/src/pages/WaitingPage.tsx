import { screens } from "@cairn/contract";
import { PageTitle } from "../lib/PageTitle.tsx";
import { ButtonLink } from "../ui/Button.tsx";
import { ResetFrame, StepCard } from "./reset/ResetFrame.tsx";

/** Where a new account leads that an admin has to approve first (docs/rules.md#who-may-join). */
export function WaitingPage() {
  return (
    <ResetFrame>
      <PageTitle title="Your account is waiting" hidden />
      <StepCard
        title="Your account is waiting"
        text="An admin has to approve it. We will email you when you can log in. If we emailed you a link to confirm your email address, please open it."
      >
        <ButtonLink kind="primary" to={screens.landing}>
          Go to the home page
        </ButtonLink>
      </StepCard>
    </ResetFrame>
  );
}
