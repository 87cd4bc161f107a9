import { isRole, screens } from "@cairn/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { endSession, readSession } from "../../lib/session/session.ts";
import { endServerSession } from "./auth.queries.ts";

/**
 * The logout of the whole site (docs/rules.md#logout). From a writer's or an admin's navigation it ends at /, whatever the
 * role.
 */
export function useLogout(navigation: "member" | "studio") {
  const navigate = useNavigate();
  const cache = useQueryClient();
  return () => {
    const { refreshToken, role } = readSession();
    // Calls on their way would be refused once the session has ended.
    void cache.cancelQueries();
    if (refreshToken) {
      // The user is logged out on this device whether or not the call succeeds; if it fails, the session expires by
      // itself (docs/rules.md#tokens).
      endServerSession(refreshToken).then(signOutThere, () => {});
    }
    const endsAtLanding = navigation === "studio" || (isRole(role) && role !== "User");
    endSession({ leaving: true });
    // The landing page replaces the signed-in screen in the history, so that Back never shows it.
    void navigate(screens.landing, { replace: true });
    if (!endsAtLanding) void navigate(screens.login);
  };
}

/** Else the next person at a shared computer would sign in as this one with a single press. The provider leads back. */
function signOutThere({ sign_out_url: page }: Awaited<ReturnType<typeof endServerSession>>) {
  if (page !== undefined) window.location.assign(page);
}
