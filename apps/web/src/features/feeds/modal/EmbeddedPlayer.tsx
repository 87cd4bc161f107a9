import { PlayerFrame } from "./PlayerFrame.tsx";
import "./embedded-player.css";

/** The player of a dialog that holds little else, as wide as the spec says. */
export const EmbeddedPlayer = (video: { id: string; title: string }) => (
  <PlayerFrame className="embedded-player" {...video} />
);
