import { dashboardOf, type Role, screens } from "@cairn/contract";
import { Bell, Compass, House, Layers, Library, type LucideIcon, SquarePlay, UserRound } from "lucide-react";

/** One destination of a shell's navigation. */
export interface Place {
  to: string;
  label: string;
  icon: LucideIcon;
  /** Other paths that count as being here. */
  also?: readonly string[];
  unread?: number;
}

/**
 * The five places of a member (docs/evidence/spec-clauses.md#s2-member-navigation), in the bar on top and in the tab bar of phones.
 * `home`: another path that counts as their home, where it has no link of its own.
 */
export const memberPlaces = (unread: number, ...home: string[]): Place[] => [
  { to: screens.home, label: "Home", icon: House, also: [screens.feed, ...home] },
  { to: screens.feedPage, label: "Feed", icon: SquarePlay },
  { to: screens.category, label: "Category", icon: Layers },
  { to: screens.notifications, label: "Notifications", icon: Bell, also: [screens.notificationss], unread },
  { to: screens.profile, label: "Profile", icon: UserRound },
];

/**
 * The library, which every shell has beside its role's places (docs/rules.md#library). A function, like the others: the
 * icons may be in a chunk that is evaluated after this one.
 */
export const libraryPlace = (): Place => ({ to: screens.library, label: "Library", icon: Library });

/** Where the logo leads a signed-in user (docs/rules.md#logo-and-for-you). */
export const ownPlace = (role: Role): Place => ({
  to: dashboardOf[role],
  label: role === "User" ? "For you" : "Dashboard",
  icon: Compass,
});

/** Whether this is the page or one below it. */
const isWithin = (pathname: string, path: string) => pathname === path || pathname.startsWith(`${path}/`);

export const isAt = (place: Place, pathname: string) =>
  [place.to, ...(place.also ?? [])].some((path) => isWithin(pathname, path));
