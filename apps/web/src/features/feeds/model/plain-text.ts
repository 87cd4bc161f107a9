/** More than any screen shows, and little enough for every pattern below. */
const cap = 5_000;

const namedCharacters = new Map(
  Object.entries({
    amp: "&",
    lt: "<",
    gt: ">",
    quot: '"',
    apos: "'",
    nbsp: " ",
    hellip: "…",
    mdash: "—",
    ndash: "–",
    lsquo: "‘",
    rsquo: "’",
    ldquo: "“",
    rdquo: "”",
    laquo: "«",
    raquo: "»",
    bull: "•",
    middot: "·",
    copy: "©",
    reg: "®",
    trade: "™",
    euro: "€",
    rarr: "→",
    times: "×",
  }),
);

const characterReference = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));/gi;

/** Closing tags and breaks: text that is no HTML rarely has either, though it may well speak of a `<div>`. */
const signOfHtml = /<\/[a-z][a-z\d]*\s*>|<br\b[^<>]*>/i;
const unread = /<(script|style)\b[^>]*>.*?<\/\1\s*>|<!--.*?-->/gis;
const tag = /<\/?([a-z][a-z\d-]*)\b[^<>]*>/gi;
const breaksLine =
  /^(?:p|br|hr|div|li|ul|ol|dl|dt|dd|h[1-6]|tr|table|pre|blockquote|section|article|figure)$/i;

/** A title or a name from outside: its character references read, everything else as written. */
export const plainLine = (outside: string) =>
  withCharacters(outside.slice(0, cap)).replace(/\s+/g, " ").trim();

/** A description from outside, which may be HTML, as words and line breaks. */
export function plainText(outside: string): string {
  const text = outside.slice(0, cap);
  return withCharacters(signOfHtml.test(text) ? withoutTags(text) : text)
    .replace(/[^\S\n]+/g, " ")
    .replace(/ ?\n ?/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

const withoutTags = (html: string) =>
  html.replace(unread, "").replace(tag, (_, name: string) => (breaksLine.test(name) ? "\n" : ""));

const withCharacters = (text: string) =>
  text.replace(
    characterReference,
    (written, decimal?: string, hexadecimal?: string, name?: string) =>
      (name === undefined ? characterOf(decimal, hexadecimal) : namedCharacters.get(name)) ?? written,
  );

function characterOf(decimal?: string, hexadecimal?: string): string | undefined {
  const code = decimal === undefined ? Number.parseInt(hexadecimal ?? "", 16) : Number(decimal);
  const isCharacter = code >= 0x20 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : undefined;
}
