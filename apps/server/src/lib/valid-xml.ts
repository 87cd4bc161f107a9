/** Everything but the characters of XML 1.0 (its production 2). No escape makes them legal. */
const never = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

/**
 * The document without the characters that XML 1.0 never allows: a single one makes the whole document unreadable for
 * every parser. All XML that is sent goes through here.
 */
export const validXml = (document: string): string => document.replaceAll(never, "");

/** The document without the line breaks that feedsmith puts around a text in CDATA, which would be part of the text. */
export const tightXml = (document: string): string =>
  document.replaceAll(/\s*(<!\[CDATA\[.*?\]\]>)\s*/gs, "$1");
