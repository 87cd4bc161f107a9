import { playerAddress } from "../model/youtube.ts";
import "./embedded-player.css";

/**
 * The outside player in the size that the spec names (600 by 338), smaller where there is less room. Its frame may run
 * the player and open links, nothing else; it learns the site's name, as YouTube demands.
 */
export function EmbeddedPlayer({ id, title }: { id: string; title: string }) {
  return (
    <iframe
      className="embedded-player"
      src={playerAddress(id)}
      width={600}
      height={338}
      title={`Video: ${title}`}
      sandbox="allow-scripts allow-same-origin allow-presentation allow-popups allow-popups-to-escape-sandbox"
      allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
      referrerPolicy="strict-origin"
    />
  );
}
