import { roleLabel, screens } from "@cairn/contract";
import { Bell, House, SquarePen, Table2, UserRound } from "lucide-react";
import { libraryPlace } from "../shells/places.ts";
import { studioFrame } from "../shells/studio-frame.tsx";
import { PersonFrame } from "./PersonFrame.tsx";

/** The frame of the writers' screens, and of the pages that a writer reads (docs/rules.md#navigation-by-role). */
export const writerFrame = studioFrame({
  role: roleLabel.TechWriter,
  // docs/evidence/spec-clauses.md#s2-writer-navigation
  places: (unread) => [
    { to: screens.techHome, label: "Home", icon: House, also: [screens.techWriterDashboard] },
    { to: screens.myPosts, label: "My Posts", icon: SquarePen },
    { to: screens.content, label: "Content", icon: Table2 },
    { to: screens.techWriterFlagged, label: "Notifications", icon: Bell, unread: unread ?? 0 },
    { to: screens.techWriterProfile, label: "My Profile", icon: UserRound },
  ],
  more: () => [libraryPlace()],
});

export function WriterLayout() {
  return <PersonFrame of="TechWriter" parts={writerFrame} />;
}
