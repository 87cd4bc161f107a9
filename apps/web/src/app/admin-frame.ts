import { roleLabel, screens } from "@cairn/contract";
import { Bell, House, Layers, Table2, UserRound, Users } from "lucide-react";
import { libraryPlace } from "../shells/places.ts";
import { studioFrame } from "../shells/studio-frame.tsx";

/** The frame of the admin screens, and of the pages that an admin reads (docs/rules.md#navigation-by-role). */
export const adminFrame = studioFrame({
  role: roleLabel.Admin,
  // docs/evidence/spec-clauses.md#s2-admin-navigation
  places: () => [
    { to: screens.adminHome, label: "Home", icon: House, also: [screens.adminsDashboard] },
    { to: screens.userManagement, label: "Users", icon: Users },
    { to: screens.contentManagement, label: "Content", icon: Table2 },
    { to: screens.categoriesManagement, label: "Categories", icon: Layers },
    { to: screens.adminProfile, label: "Profile", icon: UserRound },
  ],
  more: (unread) => [libraryPlace(), ...notificationsPlace(unread)],
});

/** For those whose notifications are counted. */
function notificationsPlace(unread: number | null) {
  return unread === null ? [] : [{ to: screens.notificationss, label: "Notifications", icon: Bell, unread }];
}
