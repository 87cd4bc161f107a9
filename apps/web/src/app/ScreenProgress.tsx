import "./screen-progress.css";
import { messages } from "@cairn/contract";
import { useDelayedFlag } from "../ui/useDelayedFlag.ts";
import { useScreenLoading } from "./screen-loads.ts";

/** The old screen stays until the next one's code is there: this line says that the press was heard. */
export function ScreenProgress() {
  const isLoading = useScreenLoading();
  // It goes with the old screen, however short it was there.
  const isShown = useDelayedFlag(isLoading, undefined, 0);
  if (!isShown) return null;
  return <div className="screen-progress" role="progressbar" aria-label={messages.loading} />;
}
