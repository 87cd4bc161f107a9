import { limits, screens } from "@cairn/contract";
import { Navigate } from "react-router";
import { NewPasswordForm } from "../features/reset/NewPasswordForm.tsx";
import { isLinkToken } from "../features/reset/reset-code.ts";
import { StepCard } from "../features/reset/StepCard.tsx";
import { useResetCode } from "../features/reset/useResetCode.ts";
import { PageTitle } from "../lib/PageTitle.tsx";
import { ResetFrame } from "./reset/ResetFrame.tsx";

/** The last screen of a password reset, and the target of invitation links. */
export function NewPasswordPage() {
  const code = useResetCode();
  if (code === null) return <Navigate to={screens.forgotPassword} replace />;
  return (
    <ResetFrame>
      <PageTitle title="Change password" hidden />
      <StepCard
        step={isLinkToken(code) ? undefined : 3}
        title="Change Password"
        text={`Use ${limits.passwordMinLength} or more characters.`}
      >
        <NewPasswordForm code={code} />
      </StepCard>
    </ResetFrame>
  );
}
