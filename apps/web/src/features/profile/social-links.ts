import { limits, type SocialLink } from "@cairn/contract";

/** The links as typed: one address per line. */
export const linesOf = (links: readonly SocialLink[]) => links.map(({ url }) => url).join("\n");

const addressesIn = (text: string) => text.split(/[\s,]+/).filter(Boolean);

/** A known address keeps its label; the server labels a new one with its host. */
export const linksIn = (text: string, known: readonly SocialLink[]): SocialLink[] =>
  addressesIn(text).map((url) => known.find((link) => link.url === url) ?? { label: "", url });

/** The server's rule; an address without a scheme counts as https. */
function isWebAddress(typed: string) {
  const address = /^[a-z][a-z0-9+.-]*:/i.test(typed) ? typed : `https://${typed.replace(/^\/+/, "")}`;
  if (address.length > limits.socialLinkLength || !URL.canParse(address)) return false;
  const { protocol, hostname, username } = new URL(address);
  return ["http:", "https:"].includes(protocol) && hostname.includes(".") && username === "";
}

export function linksProblem(text: string): string | undefined {
  const addresses = addressesIn(text);
  if (addresses.length > limits.socialLinkCount) return `Use at most ${limits.socialLinkCount} links.`;
  const wrong = addresses.find((address) => !isWebAddress(address));
  return wrong === undefined ? undefined : `“${wrong}” is not a web address.`;
}
