import { useJournalUpkeep } from "../features/drafts/useJournalUpkeep.ts";
import { StudioFrame } from "./StudioFrame.tsx";
import { writerPlaces } from "./studio-places.ts";

export function WriterLayout() {
  useJournalUpkeep();
  return <StudioFrame of="TechWriter" places={writerPlaces} />;
}
