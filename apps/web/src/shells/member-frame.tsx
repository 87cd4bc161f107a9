import { Footer } from "./Footer.tsx";
import type { FrameFacts, FrameParts } from "./Frame.tsx";
import { memberPlaces } from "./places.ts";
import { TabBar } from "./TabBar.tsx";
import { TopBar } from "./TopBar.tsx";

const placesOf = ({ user, unread }: FrameFacts) => memberPlaces(user ? (unread ?? 0) : 0);

/** The frame of member pages and of public pages. A visitor sees the same navigation and a sign-in link. */
export const memberFrame: FrameParts = {
  Bar: (facts) => <TopBar user={facts.user} places={placesOf(facts)} onLogout={facts.onLogout} />,
  Foot: Footer,
  Tabs: (facts) => <TabBar places={placesOf(facts)} />,
};
