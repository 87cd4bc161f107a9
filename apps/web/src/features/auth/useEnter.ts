import { dashboardOf, isRole, messages, type SessionTokens } from "@cairn/contract";
import { useNavigate } from "react-router";
import { endSession, startSession } from "../../lib/session/session.ts";

/**
 * Signs in with the tokens from login or register and opens the role's dashboard; returns the error text if that fails.
 */
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
