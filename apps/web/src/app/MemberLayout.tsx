import { screens } from "@cairn/contract";
import { type ComponentType, lazy, useEffect } from "react";
import { Outlet, useLocation } from "react-router";
import { useLogout } from "../features/auth/useLogout.ts";
import { useJournalUpkeep } from "../features/drafts/useJournalUpkeep.ts";
import { useUnreadCount } from "../features/notifications/useUnreadCount.ts";
import { laterPartsThere } from "../lib/later-part.tsx";
import { useIsSignedIn, useSession } from "../lib/session/useSession.ts";
import { MemberShell } from "../shells/MemberShell.tsx";
import { isWithin } from "../shells/places.ts";
import { ToastRegion } from "../ui/ToastRegion.tsx";
import { QueryLayer } from "./QueryLayer.tsx";
import { useShellUser } from "./useShellUser.ts";

function MemberFrame() {
  useJournalUpkeep();
  useEffect(() => {
    // From now on the bar shows whose session it is (start.js).
    delete document.documentElement.dataset.session;
  }, []);
  return (
    <MemberShell user={useShellUser()} unread={useUnreadCount()} onLogout={useLogout("member")}>
      <Outlet />
    </MemberShell>
  );
}

/** A frame of its own, which the page moves into as a whole: the code of the page's later parts comes first. */
const ownFrame = (load: () => Promise<ComponentType>) =>
  lazy(async () => {
    const Frame = await load();
    await laterPartsThere();
    return { default: Frame };
  });

// Lazy: most readers are members and visitors, who need neither.
const WriterLayout = ownFrame(async () => (await import("./WriterLayout.tsx")).WriterLayout);
const AdminFrame = ownFrame(async () => (await import("./AdminFrame.tsx")).AdminFrame);

/** Pages that everyone reads, with the paths below them: there writers and admins keep their own navigation. */
const readPages: readonly string[] = [
  screens.library,
  "/authors",
  "/series",
  screens.ledger,
  screens.notificationss,
  screens.saved,
  screens.history,
  screens.onThisDevice,
];

/** The frame of the members' screens, and of the pages that everyone reads (docs/rules.md#d102). */
export function MemberLayout() {
  const { pathname } = useLocation();
  const session = useSession();
  const role = session?.role;
  const isSignedIn = useIsSignedIn();
  const isVisitor = session !== null && !isSignedIn;
  useEffect(() => {
    if (isVisitor) delete document.documentElement.dataset.member;
  }, [isVisitor]);
  if (isSignedIn && readPages.some((page) => isWithin(pathname, page))) {
    if (role === "TechWriter") return <WriterLayout />;
    if (role === "Admin") return <AdminFrame />;
  }
  return (
    <QueryLayer>
      <MemberFrame />
      <ToastRegion />
    </QueryLayer>
  );
}
