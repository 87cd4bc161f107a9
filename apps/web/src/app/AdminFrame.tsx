import { screens } from "@cairn/contract";
import { Bell, House, Layers, Table2, UserRound, Users } from "lucide-react";
import type { ReactNode } from "react";
import { useMe } from "../features/auth/me.queries.ts";
import { useUnreadCount } from "../features/notifications/useUnreadCount.ts";
import { StudioFrame, type StudioPlaces } from "./StudioFrame.tsx";

/** The navigation of admins (docs/rules.md#s2-admin-navigation). */
const adminPlaces: StudioPlaces = [
  { to: screens.adminHome, label: "Home", icon: House, also: [screens.adminsDashboard] },
  { to: screens.userManagement, label: "Users", icon: Users },
  { to: screens.contentManagement, label: "Content", icon: Table2 },
  { to: screens.categoriesManagement, label: "Categories", icon: Layers },
  { to: screens.adminProfile, label: "Profile", icon: UserRound },
];

const useAdminPlaces = () => adminPlaces;

/** Verified admins get their notifications too; for everyone else the server is not asked (docs/rules.md#d68). */
function useMorePlaces() {
  const { data: me } = useMe();
  const isVerified = me?.role === "Admin" && me.verified;
  const unread = useUnreadCount({ enabled: isVerified === true });
  return isVerified ? [{ to: screens.notificationss, label: "Notifications", icon: Bell, unread }] : [];
}

/** The frame of the admin screens, and of the pages that an admin reads (docs/rules.md#d102). */
export function AdminFrame({ children }: { children?: ReactNode }) {
  return (
    <StudioFrame of="Admin" usePlaces={useAdminPlaces} useMore={useMorePlaces}>
      {children}
    </StudioFrame>
  );
}
