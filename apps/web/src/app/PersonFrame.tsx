import { isRole, type Role } from "@cairn/contract";
import { QueryClientProvider } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { Outlet } from "react-router";
import { useMe } from "../features/auth/me.queries.ts";
import { useLogout } from "../features/auth/useLogout.ts";
import { useUnreadCount } from "../features/notifications/notifications.queries.ts";
import { lazyNamed } from "../lib/lazy-named.ts";
import { usePageAnswers } from "../lib/page-data.ts";
import { currentQueryClient } from "../lib/query-client.ts";
import { isSignedIn, readSession, subscribeSession } from "../lib/session/session.ts";
import { useIsSignedIn, useSession } from "../lib/session/useSession.tsx";
import { Frame, type FrameParts } from "../shells/Frame.tsx";
import { ToastRegion } from "../ui/ToastRegion.tsx";

interface PersonFrameProps {
  /** The role that the frame is made for, independent of who views it (docs/rules.md#screens-without-a-token). */
  of: Role;
  parts: FrameParts;
  /** Set while another frame is on its way: this one stays as the server sent it. */
  isLeaving?: boolean;
  /** Wraps the screen's `<Outlet />` where it needs something of its own, such as a provider. */
  children?: ReactNode;
}

/** A frame with what it shows of the person, around the screen. */
export function PersonFrame(props: PersonFrameProps) {
  return (
    <QueryLayer>
      <FrameWithFacts {...props} />
      <ToastRegion />
    </QueryLayer>
  );
}

const phones = "(width < 768px)";

// Lazy: it is asked once a visit at most.
const AskLogout = lazyNamed(() => import("./AskLogout.tsx"), "AskLogout");

function FrameWithFacts({ of, parts, isLeaving = false, children = <Outlet /> }: PersonFrameProps) {
  useJournalUpkeep();
  const user = useShellUser();
  const unread = useUnread(of);
  const logOut = useLogout(of === "User" ? "member" : "studio");
  const [isAsking, setAsking] = useState(false);
  const onLogout = () => (window.matchMedia(phones).matches ? setAsking(true) : logOut());
  return (
    <Frame parts={parts} user={isLeaving ? null : user} unread={unread} onLogout={onLogout}>
      {children}
      {isAsking && (
        <Suspense>
          <AskLogout onLogout={logOut} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </Frame>
  );
}

/** Verified admins get their notifications too; for other admins the server is not asked (docs/rules.md#sample-mode-makes-no-calls). */
function useUnread(of: Role): number | null {
  const { data: me } = useMe();
  const isCounted = of !== "Admin" || (me?.role === "Admin" && me.verified);
  const unread = useUnreadCount({ enabled: isCounted });
  return isCounted ? unread : null;
}

// Lazy: the page is shown first, and works without it.
const LiveLine = lazy(() =>
  import("./LiveLine.tsx").then(
    ({ LiveLine }) => ({ default: LiveLine }),
    () => ({ default: () => null }),
  ),
);

/** Provides the query cache to the screens inside. Not part of the entry chunk: the public screens need no cache. */
function QueryLayer({ children }: { children: ReactNode }) {
  // Re-renders when the session changes, because each session has its own cache.
  const session = useSession();
  const client = currentQueryClient();
  usePageAnswers(client);
  return (
    <QueryClientProvider client={client}>
      {children}
      {isSignedIn(session) && (
        <Suspense>
          <LiveLine />
        </Suspense>
      )}
    </QueryClientProvider>
  );
}

/** The user shown in the shells: null for a visitor; the name is empty until the server has answered. */
function useShellUser() {
  const isSignedIn = useIsSignedIn();
  const role = useSession()?.role;
  const me = useMe();
  if (!isSignedIn) return null;
  return {
    name: me.data?.name ?? "",
    ...(me.data && { email: me.data.email, photo: me.data.avatar_small_url ?? null }),
    ...(isRole(role) && { role }),
  };
}

/**
 * When a session ends, deletes other members' unsent work from the device; the member's own stays (docs/rules.md#logout).
 */
function useJournalUpkeep() {
  useEffect(() => {
    // Not part of the page's first script, but loaded before a session can end. If that fails, the end of the next
    // session deletes the work.
    const journal = import("../lib/forms/journal.ts").catch(() => undefined);
    let owner = readSession().userId;
    return subscribeSession(() => {
      const [ended, now] = [owner, readSession().userId];
      owner = now;
      if (ended !== null && now === null) void journal.then((loaded) => loaded?.forgetOthers(ended));
    });
  }, []);
}
