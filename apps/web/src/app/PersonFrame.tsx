import type { Role } from "@cairn/contract";
import type { ReactNode } from "react";
import { Outlet } from "react-router";
import { useMe } from "../features/auth/me.queries.ts";
import { useLogout } from "../features/auth/useLogout.ts";
import { useJournalUpkeep } from "../features/drafts/useJournalUpkeep.ts";
import { useUnreadCount } from "../features/notifications/useUnreadCount.ts";
import { Frame, type FrameParts } from "../shells/Frame.tsx";
import { ToastRegion } from "../ui/ToastRegion.tsx";
import { QueryLayer } from "./QueryLayer.tsx";
import { useShellUser } from "./useShellUser.ts";

interface PersonFrameProps {
  /** The role that the frame is made for, independent of who views it (docs/rules.md#d62). */
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

function FrameWithFacts({ of, parts, isLeaving = false, children = <Outlet /> }: PersonFrameProps) {
  useJournalUpkeep();
  const user = useShellUser();
  const unread = useUnread(of);
  const onLogout = useLogout(of === "User" ? "member" : "studio");
  return (
    <Frame parts={parts} user={isLeaving ? null : user} unread={unread} onLogout={onLogout}>
      {children}
    </Frame>
  );
}

/** Verified admins get their notifications too; for other admins the server is not asked (docs/rules.md#d68). */
function useUnread(of: Role): number | null {
  const { data: me } = useMe();
  const isCounted = of !== "Admin" || (me?.role === "Admin" && me.verified);
  const unread = useUnreadCount({ enabled: isCounted });
  return isCounted ? unread : null;
}
