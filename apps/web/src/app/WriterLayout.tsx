import { StudioFrame } from "./StudioFrame.tsx";
import { writerPlaces } from "./studio-places.ts";

export function WriterLayout() {
  return <StudioFrame of="TechWriter" places={writerPlaces} />;
}
