/** In characters: more than any screen shows, and short enough for every pattern below to stay fast. */
const cap = 5_000;
/** The beginning of the text, without half a surrogate pair at the end. */
const headOf = (text: string) => text.slice(0, cap).replace(/[\ud800-\udbff]$/, "");

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

/** Closing tags and `<br>`: plain text rarely contains either, though it may well mention a `<div>`. */
const signOfHtml = /<\/[a-z][a-z\d]*\s*>|<br\b[^<>]*>/i;
const unread = /<(script|style)\b[^>]*>.*?<\/\1\s*>|<!--.*?-->/gis;
const tag = /<\/?([a-z][a-z\d-]*)\b[^<>]*>/gi;
const breaksLine =
  /^(?:p|br|hr|div|li|ul|ol|dl|dt|dd|h[1-6]|tr|table|pre|blockquote|section|article|figure)$/i;

/** An external title or name: character references are decoded, everything else stays as written. */
export const plainLine = (external: string) => withCharacters(headOf(external)).replace(/\s+/g, " ").trim();

/** An external description, which may be HTML, as plain text with line breaks. */
export function plainText(external: string): string {
  const text = headOf(external);
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
