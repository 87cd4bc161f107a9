import { messages } from "@cairn/contract";
import { useDelayedFlag } from "../ui/useDelayedFlag.ts";
import { useScreenLoading } from "./screen.tsx";
import * as css from "./screen-progress.module.css";

/** The old screen stays until the next one's code has loaded; this bar shows that the click was registered. */
export function ScreenProgress() {
  const isLoading = useScreenLoading();
  // No minimum display time: the bar disappears together with the old screen.
  const isShown = useDelayedFlag(isLoading, undefined, 0);
  if (!isShown) return null;
  return <div className={css.root} role="progressbar" aria-label={messages.loading} />;
}
