import { webAddress } from "./web-address.ts";

const hosts = /^(?:(?:www|m|music)\.)?youtube\.com$|^(?:www\.)?youtube-nocookie\.com$/;
const videoId = /^[\w-]+$/;

/** The video that a watch, youtu.be, embed, live or shorts link leads to; null for every other address. */
export function youtubeIdOf(link: string): string | null {
  const url = webAddress(link);
  const id = url && candidateIn(url);
  return id && videoId.test(id) ? id : null;
}

function candidateIn({ hostname, pathname, searchParams }: URL): string | null | undefined {
  if (hostname === "youtu.be") return pathname.slice(1);
  if (!hosts.test(hostname)) return null;
  return pathname === "/watch"
    ? searchParams.get("v")
    : /^\/(?:embed|live|shorts)\/([^/]+)$/.exec(pathname)?.[1];
}

/**
 * The player on the host that sets no cookies before playback. It starts immediately, because the reader has already
 * pressed a button.
 */
export const playerAddress = (id: string) => `https://www.youtube-nocookie.com/embed/${id}?autoplay=1&rel=0`;
