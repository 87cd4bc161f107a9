import { dashboardOf, isRole, messages, type SessionTokens } from "@cairn/contract";
import { useNavigate } from "react-router";
import { endSession, startSession } from "../../lib/session/session.ts";

/** Signs in with what login or register answered and goes to the role's dashboard; else says why not. */
export function useEnter() {
  const navigate = useNavigate();
  return (tokens: SessionTokens): string | undefined => {
    if (!isRole(tokens.role)) {
      endSession();
      return messages.unknownRole;
    }
    startSession(tokens);
    void navigate(dashboardOf[tokens.role], { replace: true });
    return undefined;
  };
}
