import { isRole, screens } from "@cairn/contract";
import { useNavigate } from "react-router";
import { endSession, readSession } from "../../lib/session/session.ts";
import { endServerSession } from "./auth.queries.ts";

/** One logout for the whole site (D41). A writer's and an admin's navigation ends at /, whoever uses it. */
export function useLogout(navigation: "member" | "studio") {
  const navigate = useNavigate();
  return () => {
    const { refreshToken, role } = readSession();
    if (refreshToken) {
      // Whoever logs out is out on this device, whatever the call comes to; the session then ends by itself (D19).
      endServerSession(refreshToken).catch(() => {});
    }
    const endsAtLanding = navigation === "studio" || (isRole(role) && role !== "User");
    endSession({ leaving: true });
    // The signed-in screen's place in the history goes to the landing page, so that Back never shows it.
    void navigate(screens.landing, { replace: true });
    if (!endsAtLanding) void navigate(screens.login);
  };
}
