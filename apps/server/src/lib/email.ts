import { isIP } from "node:net";
import { domainToASCII, domainToUnicode } from "node:url";

/**
 * An email in the form that is stored and compared (docs/rules.md#email-domains): capitals or another spelling of the domain make
 * no second account. A domain without an ASCII form stays as typed: `isEmail` refuses it.
 */
export function normaliseEmail(email: string): string {
  const typed = email.trim();
  // The domain first: UTS 46 and JavaScript have different small letters for a Greek sigma at the end of a word.
  const ascii = asciiEmail(typed) ?? typed;
  return ascii.toLowerCase().normalize("NFC");
}

/** Exactly one address: no display name, list, line break, or character that a mail server interprets. */
export function isEmail(text: string): boolean {
  if (text.length > longest || !/^[^\p{C}\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+$/u.test(text)) return false;
  const ascii = asciiEmail(text);
  return ascii !== null && ascii.length <= longest;
}
const longest = 254;

/** The same address with its domain in ASCII (UTS 46); null if the domain has no such form. */
export function asciiEmail(email: string): string | null {
  const at = email.lastIndexOf("@") + 1;
  const domain = asciiDomain(email.slice(at));
  return at === 0 || domain === null ? null : email.slice(0, at) + domain;
}

/** Of an email in the form in which it is stored. */
export const domainOf = (email: string): string => email.slice(email.lastIndexOf("@") + 1);

/** The domain that the mails of a site at this URL come from. An IP address has brackets there (RFC 5321, 4.1.3). */
export function mailDomain(publicUrl: string): string {
  const host = new URL(publicUrl).hostname.replace(/\.$/, "");
  if (host.startsWith("[")) return `[IPv6:${host.slice(1, -1)}]`;
  return isIP(host) ? `[${host}]` : host;
}

/** A domain of ASCII alone stays as it is typed. */
function asciiDomain(typed: string): string | null {
  if (typed.split(/[.。．｡]/).includes("")) return null;
  if (/^[ -~]*$/.test(typed) && !/(?:^|\.)xn--/i.test(typed)) return typed;
  // Node parses a domain as the host of a URL: other ASCII characters would end it.
  if (/[^a-z0-9.\-\u{80}-\u{10ffff}]/iu.test(typed)) return null;
  const ascii = domainToASCII(typed);
  const unicode = domainToUnicode(ascii);
  const isWhole = asciiName.test(ascii) && ascii.length <= 253 && domainToASCII(unicode) === ascii;
  return isWhole && !/(?:^|\.)-|-(?:\.|$)/.test(unicode) ? ascii : null;
}

/** Labels of at most 63 characters; the last label must not be numeric, which would make it an IP address. */
const asciiName = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*(?!\d+$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
