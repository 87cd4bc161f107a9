import { useEffect } from "react";
import { Outlet } from "react-router";
import { useLogout } from "../features/auth/useLogout.ts";
import { useJournalUpkeep } from "../features/drafts/useJournalUpkeep.ts";
import { useUnreadCount } from "../features/notifications/useUnreadCount.ts";
import { MemberShell } from "../shells/MemberShell.tsx";
import { ToastRegion } from "../ui/ToastRegion.tsx";
import { QueryLayer } from "./QueryLayer.tsx";
import { useShellUser } from "./useShellUser.ts";

function MemberFrame() {
  useJournalUpkeep();
  useEffect(() => {
    // From now on the bar shows whose session it is (session-mark.js).
    delete document.documentElement.dataset.session;
  }, []);
  return (
    <MemberShell user={useShellUser()} unread={useUnreadCount()} onLogout={useLogout("member")}>
      <Outlet />
    </MemberShell>
  );
}

export function MemberLayout() {
  return (
    <QueryLayer>
      <MemberFrame />
      <ToastRegion />
    </QueryLayer>
  );
}
