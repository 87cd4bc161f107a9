import { StudioFrame } from "./StudioFrame.tsx";
import { adminPlaces } from "./studio-places.ts";

export function AdminLayout() {
  return <StudioFrame of="Admin" places={adminPlaces} />;
}
