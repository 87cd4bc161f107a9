import { screens } from "@cairn/contract";
import { Bell, House, Layers, SquarePen, Table2, UserRound, Users } from "lucide-react";
import type { Place } from "../shells/places.ts";

type Places = readonly [Place, ...Place[]];

/** The navigation of writers (spec section 2). */
export const writerPlaces = (unread: number): Places => [
  { to: screens.techHome, label: "Home", icon: House, also: [screens.techWriterDashboard] },
  { to: screens.myPosts, label: "My Posts", icon: SquarePen },
  { to: screens.content, label: "Content", icon: Table2 },
  { to: screens.techWriterFlagged, label: "Notifications", icon: Bell, unread },
  { to: screens.techWriterProfile, label: "My Profile", icon: UserRound },
];

/** The navigation of admins (spec section 2). */
export const adminPlaces: Places = [
  { to: screens.adminHome, label: "Home", icon: House, also: [screens.adminsDashboard] },
  { to: screens.userManagement, label: "Users", icon: Users },
  { to: screens.contentManagement, label: "Content", icon: Table2 },
  { to: screens.categoriesManagement, label: "Categories", icon: Layers },
  { to: screens.adminProfile, label: "Profile", icon: UserRound },
];
