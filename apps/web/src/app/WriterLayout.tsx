import { useJournalUpkeep } from "../features/drafts/useJournalUpkeep.ts";
import { useUnreadCount } from "../features/notifications/useUnreadCount.ts";
import { StudioFrame } from "./StudioFrame.tsx";
import { writerPlaces } from "./studio-places.ts";

const useWriterPlaces = () => writerPlaces(useUnreadCount());

export function WriterLayout() {
  useJournalUpkeep();
  return <StudioFrame of="TechWriter" usePlaces={useWriterPlaces} />;
}
