import { useLocation } from "react-router";
import { ForgotPasswordForm } from "../features/reset/ForgotPasswordForm.tsx";
import { StepCard } from "../features/reset/StepCard.tsx";
import { PageTitle } from "../lib/PageTitle.tsx";
import { ResetFrame } from "./reset/ResetFrame.tsx";

export function ForgotPasswordPage() {
  const { state } = useLocation();
  const email: unknown = state?.email;
  return (
    <ResetFrame>
      <PageTitle
        title="Forgot password"
        description="Get a code by email to choose a new password for Cairn."
      />
      <StepCard step={1} title="Forgot your password?" text="Enter your email and we send you a code.">
        <ForgotPasswordForm email={typeof email === "string" ? email : undefined} />
      </StepCard>
    </ResetFrame>
  );
}
