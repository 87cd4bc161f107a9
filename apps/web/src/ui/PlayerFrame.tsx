import type { Ref } from "react";

interface PlayerFrameProps {
  /** The address of the provider's player. */
  src: string;
  title: string;
  className?: string;
  ref?: Ref<HTMLIFrameElement> | undefined;
}

/**
 * A player of another site. Its frame may run scripts and open links, nothing else; it learns the site's origin, as YouTube
 * requires.
 */
export function PlayerFrame({ title, ...props }: PlayerFrameProps) {
  return (
    <iframe
      {...props}
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
