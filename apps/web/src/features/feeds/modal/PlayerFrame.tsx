import { playerAddress } from "../model/youtube.ts";

interface PlayerFrameProps {
  /** The video's id at the video site. */
  id: string;
  title: string;
  className?: string;
}

/**
 * The external player. Its frame may run scripts and open links, nothing else; it learns the site's origin, as YouTube
 * requires.
 */
export function PlayerFrame({ id, title, className }: PlayerFrameProps) {
  return (
    <iframe
      className={className}
      src={playerAddress(id)}
      // The size from the spec; smaller if there is less room.
      width={600}
      height={338}
      title={`Video: ${title}`}
      sandbox="allow-scripts allow-same-origin allow-presentation allow-popups allow-popups-to-escape-sandbox"
      allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
      referrerPolicy="strict-origin"
    />
  );
}
