import { screens } from "@cairn/contract";
import { Bell, House, SquarePen, Table2, UserRound } from "lucide-react";
import { useJournalUpkeep } from "../features/drafts/useJournalUpkeep.ts";
import { useUnreadCount } from "../features/notifications/useUnreadCount.ts";
import { StudioFrame, type StudioPlaces } from "./StudioFrame.tsx";

/** The navigation of writers (docs/rules.md#s2-writer-navigation). */
const writerPlaces = (unread: number): StudioPlaces => [
  { to: screens.techHome, label: "Home", icon: House, also: [screens.techWriterDashboard] },
  { to: screens.myPosts, label: "My Posts", icon: SquarePen },
  { to: screens.content, label: "Content", icon: Table2 },
  { to: screens.techWriterFlagged, label: "Notifications", icon: Bell, unread },
  { to: screens.techWriterProfile, label: "My Profile", icon: UserRound },
];

const useWriterPlaces = () => writerPlaces(useUnreadCount());

export function WriterLayout() {
  useJournalUpkeep();
  return <StudioFrame of="TechWriter" usePlaces={useWriterPlaces} />;
}
