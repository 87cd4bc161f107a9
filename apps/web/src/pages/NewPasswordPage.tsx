import { limits, screens, storageKeys } from "@cairn/contract";
import { useEffect, useState } from "react";
import { Navigate, useLocation, useNavigate } from "react-router";
import { NewPasswordForm } from "../features/reset/NewPasswordForm.tsx";
import { isLinkToken } from "../features/reset/reset-code.ts";
import { StepCard } from "../features/reset/StepCard.tsx";
import { useSaved } from "../features/reset/saved.ts";
import { PageTitle } from "../lib/PageTitle.tsx";
import { removeItem, writeItem } from "../lib/storage.ts";
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

/** The stored code. A link's token is stored as the code and removed from the address bar immediately. */
function useResetCode(): string | null {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const token = new URLSearchParams(search).get("token");
  const saved = useSaved(storageKeys.resetCode);
  // Kept in state, since the token is about to be removed from the address.
  const [brought] = useState(token);

  useEffect(() => {
    if (!token) return;
    writeItem(storageKeys.resetCode, token);
    // The stored email has nothing to do with the link.
    removeItem(storageKeys.resetEmail);
    void navigate(pathname, { replace: true });
  }, [token, pathname, navigate]);

  return brought || saved;
}
