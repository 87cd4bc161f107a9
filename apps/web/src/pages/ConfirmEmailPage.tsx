import { dashboardOf, isRole, screens } from "@cairn/contract";
import { ConfirmForm } from "../features/confirmation/ConfirmForm.tsx";
import { SendLinkAgain } from "../features/confirmation/SendLinkAgain.tsx";
import { type Confirmation, useConfirmation } from "../features/confirmation/useConfirmation.ts";
import { PageTitle } from "../lib/PageTitle.tsx";
import { useIsSignedIn, useSession } from "../lib/session/useSession.tsx";
import { Alert } from "../ui/Alert.tsx";
import { Button, ButtonLink } from "../ui/Button.tsx";
import * as kit from "../ui/kit.module.css";
import { LoadingLine } from "../ui/LoadingLine.tsx";
import { Stack } from "../ui/Stack.tsx";
import { ResetFrame, StepCard } from "./reset/ResetFrame.tsx";

const asked = { title: "Confirm your email", text: "This makes sure that the account is yours." };
const done = { title: "Your email is confirmed", text: "We know now that the account is yours." };
const confirmed: readonly Confirmation["state"][] = ["confirmed", "taken"];

/** The target of the link in the mail. Opening it changes nothing; a button confirms (docs/rules.md#confirmation-by-a-press). */
export function ConfirmEmailPage() {
  const confirmation = useConfirmation();
  return (
    <ResetFrame>
      <PageTitle title="Confirm your email" hidden />
      <StepCard {...(confirmed.includes(confirmation.state) ? done : asked)}>
        <Stack>
          <Outcome confirmation={confirmation} />
        </Stack>
      </StepCard>
    </ResetFrame>
  );
}

function Outcome({ confirmation }: { confirmation: Confirmation }) {
  switch (confirmation.state) {
    case "opening":
      return <LoadingLine text="Opening your link..." />;
    case "ready":
      return <ConfirmForm {...confirmation} />;
    case "confirmed":
      return (
        <>
          <Alert kind="success" text="You are done." />
          <Onward />
        </>
      );
    case "taken":
      return (
        <Alert
          kind="success"
          title={confirmation.said}
          text="Open that link next. Then log in with your new password."
        />
      );
    case "refused":
      return (
        <>
          <Alert kind="danger" title={confirmation.said}>
            <p>
              A link works once, for seven days. If you have confirmed your email before, there is nothing to
              do.
            </p>
          </Alert>
          <Another />
        </>
      );
    case "failed":
      return (
        <>
          <Alert kind="danger" text={confirmation.said} />
          <Button kind="primary" onClick={confirmation.retry}>
            Try again
          </Button>
        </>
      );
    case "missing":
      return (
        <>
          <Alert kind="info" text="To confirm your email, open the link that we emailed to you." />
          <Another />
        </>
      );
  }
}

function Onward() {
  const role = useSession()?.role;
  const isSignedIn = useIsSignedIn();
  if (isSignedIn && isRole(role)) {
    return (
      <ButtonLink kind="primary" to={dashboardOf[role]}>
        Go to your dashboard
      </ButtonLink>
    );
  }
  return (
    <ButtonLink kind="primary" to={screens.login}>
      Log In
    </ButtonLink>
  );
}

function Another() {
  const isSignedIn = useIsSignedIn();
  if (!isSignedIn) {
    return (
      <>
        <p className={kit.small}>Log in, and your profile can send you another link.</p>
        <Onward />
      </>
    );
  }
  return (
    <>
      <p className={kit.small}>
        <SendLinkAgain />
      </p>
      <Onward />
    </>
  );
}
