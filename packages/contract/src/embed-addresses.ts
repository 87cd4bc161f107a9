// Apart from the schema, which every screen has.
import type { Embed } from "./embeds.ts";

/** The sites whose films are taken, in words; `hosts`: the PeerTubes of EMBED_HOSTS. */
export const embedSites = (hosts: readonly string[]): string =>
  new Intl.ListFormat("en", { type: "disjunction" }).format(["YouTube", "Vimeo", ...hosts]);

/** Where a PeerTube is reached. A host with a port is one of the tests. */
export const peertubeOrigin = (host: string): string => `${host.includes(":") ? "http" : "https"}://${host}`;

/** The film that an address leads to; null for every other address. */
export function readEmbed(address: string, hosts: readonly string[]): Embed | null {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url || url.username || url.password) return null;
  const path = url.pathname.replace(/\/$/, "");
  const known = url.protocol === "https:" ? (readYoutube(url, path) ?? readVimeo(url, path)) : null;
  return (
    known ?? (hosts.some((host) => peertubeOrigin(host) === url.origin) ? readPeertube(url, path) : null)
  );
}

/** An address that is stored, also of a PeerTube that EMBED_HOSTS has no more. */
export const storedEmbed = (address: string): Embed | null => readEmbed(address, [new URL(address).host]);

function readYoutube({ host, searchParams }: URL, path: string): Embed | null {
  const isSite = /^(?:(?:www|m|music)\.)?youtube\.com$/.test(host);
  const isPlayer = isSite || /^(?:www\.)?youtube-nocookie\.com$/.test(host);
  const id =
    host === "youtu.be"
      ? path.slice(1)
      : isSite && path === "/watch"
        ? searchParams.get("v")
        : isPlayer
          ? (isSite ? /^\/(?:shorts|live|embed)\/([^/]+)$/ : /^\/embed\/([^/]+)$/).exec(path)?.[1]
          : undefined;
  if (!id || !/^[\w-]{11}$/.test(id) || noFilms.has(id)) return null;
  return { provider: "youtube", id, address: `https://www.youtube.com/watch?v=${id}` };
}

/** With these in a film's place, YouTube plays a playlist or what a channel sends now. */
const noFilms: ReadonlySet<string> = new Set(["videoseries", "live_stream"]);

function readVimeo({ host, searchParams }: URL, path: string): Embed | null {
  const [, id, inPath] =
    host === "player.vimeo.com"
      ? (/^\/video\/([1-9]\d{0,14})$/.exec(path) ?? [])
      : /^(?:www\.)?vimeo\.com$/.test(host)
        ? (/^\/([1-9]\d{0,14})(?:\/(\w+))?$/.exec(path) ?? [])
        : [];
  // Without it an unlisted film does not play.
  const hash = inPath ?? searchParams.get("h");
  if (id === undefined || (hash !== null && !/^[\da-f]{4,40}$/.test(hash))) return null;
  return { provider: "vimeo", id, address: `https://vimeo.com/${id}${hash === null ? "" : `/${hash}`}` };
}

const uuid = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;
const digits = "123456789abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ";

function readPeertube({ origin }: URL, path: string): Embed | null {
  const named = /^\/(?:w|videos\/(?:watch|embed))\/([^/]+)$/.exec(path)?.[1] ?? "";
  const id = uuid.test(named) ? shortUuid(named) : named;
  if (id.length !== 22 || [...id].some((digit) => !digits.includes(digit))) return null;
  return { provider: "peertube", id, address: `${origin}/w/${id}` };
}

/** A UUID as PeerTube shortens it, in base 58. */
function shortUuid(long: string): string {
  let short = "";
  for (let rest = BigInt(`0x${long.replaceAll("-", "")}`); rest > 0n; rest /= 58n)
    short = digits.charAt(Number(rest % 58n)) + short;
  return short.padStart(22, "1");
}

/** The address of the provider's player; with `at` it begins by itself, at that second. */
export function embedPlayer({ provider, id, address }: Embed, at?: number): string {
  const page = new URL(address);
  const second = at === undefined ? undefined : String(Math.floor(at));
  const begins = second !== undefined && { autoplay: "1" };
  const from = second !== undefined && second !== "0";
  switch (provider) {
    case "youtube": {
      const query = new URLSearchParams({ ...begins, rel: "0", ...(from && { start: second }) });
      return `https://www.youtube-nocookie.com/embed/${id}?${query}`;
    }
    case "vimeo": {
      const hash = page.pathname.split("/")[2];
      const query = new URLSearchParams({ ...(hash && { h: hash }), ...begins, dnt: "1" });
      return `https://player.vimeo.com/video/${id}?${query}${from ? `#t=${second}s` : ""}`;
    }
    case "peertube": {
      // With p2p other viewers would learn the reader's address.
      const query = new URLSearchParams({ ...begins, p2p: "0", ...(from && { start: `${second}s` }) });
      return `${page.origin}/videos/embed/${id}?${query}`;
    }
  }
}

/** The name of an embed's site, as readers know it. */
export const embedSiteOf = ({ provider, address }: Embed): string =>
  ({ youtube: "YouTube", vimeo: "Vimeo", peertube: new URL(address).host })[provider];
