import { limits, screens, storageKeys } from "@cairn/contract";
import { Navigate } from "react-router";
import { CodeForm } from "../features/reset/CodeForm.tsx";
import { StepCard } from "../features/reset/StepCard.tsx";
import { useSaved } from "../features/reset/saved.ts";
import { PageTitle } from "../lib/PageTitle.tsx";
import { ResetFrame } from "./reset/ResetFrame.tsx";

export function CodePage() {
  const email = useSaved(storageKeys.resetEmail);
  if (email === null) return <Navigate to={screens.forgotPassword} replace />;
  return (
    <ResetFrame>
      <PageTitle title="Enter your code" hidden />
      <StepCard
        step={2}
        title="We sent you a code"
        text={`Check ${email} for a code of up to ${limits.resetCodeLength} characters.`}
      >
        <CodeForm key={email} email={email} />
      </StepCard>
    </ResetFrame>
  );
}
