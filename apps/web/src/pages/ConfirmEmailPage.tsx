import { dashboardOf, isRole, screens } from "@cairn/contract";
import { SendLinkAgain } from "../features/confirmation/SendLinkAgain.tsx";
import { type Confirmation, useConfirmation } from "../features/confirmation/useConfirmation.ts";
import { StepCard } from "../features/reset/StepCard.tsx";
import { PageTitle } from "../lib/PageTitle.tsx";
import { useSession } from "../lib/session/useSession.ts";
import { Alert } from "../ui/Alert.tsx";
import { Button, ButtonLink } from "../ui/Button.tsx";
import { LoadingLine } from "../ui/LoadingLine.tsx";
import { ResetFrame } from "./reset/ResetFrame.tsx";

/** Where the link in the mail leads (D57); signing in has nothing to do with it. */
export function ConfirmEmailPage() {
  const confirmation = useConfirmation();
  return (
    <ResetFrame>
      <PageTitle title="Confirm your email" hidden />
      <StepCard title="Confirm your email" text="So that your account is yours alone.">
        <div className="grid gap-4">
          <Outcome confirmation={confirmation} />
        </div>
      </StepCard>
    </ResetFrame>
  );
}

function Outcome({ confirmation }: { confirmation: Confirmation }) {
  switch (confirmation.state) {
    case "working":
      return <LoadingLine text="Confirming your email..." />;
    case "confirmed":
      return (
        <>
          <Alert kind="success" title={confirmation.said}>
            <p>That was all. You can go on.</p>
          </Alert>
          <Onward />
        </>
      );
    case "refused":
      return (
        <>
          <Alert kind="danger" title={confirmation.said}>
            <p>A link works for a while, and the newest one counts.</p>
          </Alert>
          <Another />
        </>
      );
    case "failed":
      return (
        <>
          <Alert kind="danger">
            <p>{confirmation.said}</p>
          </Alert>
          <Button kind="primary" onClick={confirmation.retry}>
            Try again
          </Button>
        </>
      );
    case "missing":
      return (
        <>
          <Alert kind="info">
            <p>This page opens from the link in the mail that you got from us.</p>
          </Alert>
          <Another />
        </>
      );
  }
}

const useIsSignedIn = () => Boolean(useSession()?.accessToken);

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
        <p className="text-sm">Log in, and your profile can send you another link.</p>
        <Onward />
      </>
    );
  }
  return (
    <>
      <p className="text-sm">
        <SendLinkAgain />
      </p>
      <Onward />
    </>
  );
}
