import { playerAddress } from "../model/youtube.ts";

interface PlayerFrameProps {
  /** The video's, at the video site. */
  id: string;
  title: string;
  className?: string;
}

/** The outside player. Its frame may run it and open links, nothing else; it learns the site's name, as YouTube demands. */
export function PlayerFrame({ id, title, className }: PlayerFrameProps) {
  return (
    <iframe
      className={className}
      src={playerAddress(id)}
      // The size that the spec names; smaller where there is less room.
      width={600}
      height={338}
      title={`Video: ${title}`}
      sandbox="allow-scripts allow-same-origin allow-presentation allow-popups allow-popups-to-escape-sandbox"
      allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
      referrerPolicy="strict-origin"
    />
  );
}
