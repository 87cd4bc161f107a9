import { unescapeHtml } from "../../lib/escape-html.ts";
import { addressLength } from "../../lib/markdown/address-length.ts";

/** Links that are asked about of one item; of more, the first. */
const maxLinks = 200;

/** The link targets of a rendered text (lib/markdown.ts), each once, in text order. */
export function findLinks(html: string): string[] {
  const found = new Set<string>();
  for (const [, href = "", text = ""] of html.matchAll(/<a href="([^"]*)"[^>]*>([^<]*)/g)) {
    const address = askedAddress(withoutPunctuation(unescapeHtml(href), unescapeHtml(text)));
    if (address !== null) found.add(address);
    if (found.size === maxLinks) break;
  }
  return [...found];
}

/** Removes trailing punctuation from a bare address: links in stored HTML may include it. */
function withoutPunctuation(href: string, text: string): string {
  const surplus = bareAddress.test(text) ? text.slice(addressLength(text)) : "";
  const end = encodeURI(surplus);
  // Signs of ASCII are in the link only where the author put them there.
  return /\P{ASCII}/u.test(surplus) && href.endsWith(end) ? href.slice(0, -end.length) : href;
}
const bareAddress = /^(?:https?:\/\/|www\.)/i;

/** Longest address that is asked about. */
export const longestAddress = 2_000;

/** Without its fragment; null for what is not asked about. */
function askedAddress(href: string): string | null {
  if (!/^https?:/i.test(href) || !URL.canParse(href)) return null;
  const url = new URL(href);
  url.hash = "";
  return url.username || url.password || url.href.length > longestAddress ? null : url.href;
}
