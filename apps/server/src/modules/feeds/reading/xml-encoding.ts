/**
 * The text of an XML document in the encoding that it has, which is not always the one that it or its server names. A
 * byte order mark is right, and so are bytes that are valid UTF-8; otherwise the document's own word comes before its
 * server's, and of UTF-8 with a few broken characters only these are lost.
 */
export function decodeXml(bytes: Uint8Array, charset: string | null): string {
  const marked = markedEncoding(bytes);
  if (marked) return new TextDecoder(marked).decode(bytes);
  const isAscii = bytes.every((byte) => byte < 0x80);
  const utf8 = isAscii ? null : decodeExactly("utf-8", bytes);
  if (utf8 !== null) return utf8;
  const named = [declaredEncoding(bytes), charset].filter((label) => label !== null);
  for (const label of named) {
    const text = decodeExactly(label, bytes);
    if (text !== null) return text;
  }
  const rough = new TextDecoder().decode(bytes);
  return isMostlyRead(rough) ? rough : new TextDecoder("windows-1252").decode(bytes);
}

/** What Windows has in place of the control characters U+0080 to U+009F; five of them are nothing there either. */
const windowsSigns = [..."€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ"];

/**
 * The text with the signs that these control characters stand for in feeds: quotes and dashes of Windows, written as
 * numbers (&#146;) or read as Latin-1, as Node.js 20 does.
 */
export const withWindowsSigns = (text: string): string =>
  text.replace(/[\u0080-\u009F]/g, (sign) => windowsSigns[sign.charCodeAt(0) - 0x80] ?? sign);

/** By its byte order mark, or by the zeros around its first sign. */
function markedEncoding([first, second, third]: Uint8Array): string | null {
  if (first === 0xef && second === 0xbb && third === 0xbf) return "utf-8";
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return "utf-16le";
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return "utf-16be";
  return null;
}

function declaredEncoding(bytes: Uint8Array): string | null {
  const start = new TextDecoder("latin1").decode(bytes.subarray(0, 300));
  return /^[^<]{0,80}<\?xml[^>]*\sencoding\s*=\s*["']\s*([\w.:-]+)/i.exec(start)?.[1] ?? null;
}

/** null for an unknown encoding, for UTF-16 (which would have been seen), and for bytes that are none of it. */
function decodeExactly(label: string, bytes: Uint8Array): string | null {
  try {
    const decoder = new TextDecoder(label, { fatal: true });
    return decoder.encoding.startsWith("utf-16") ? null : decoder.decode(bytes);
  } catch {
    return null;
  }
}

function isMostlyRead(text: string): boolean {
  let [beyondAscii, lost] = [0, 0];
  for (const sign of text) {
    if (sign >= "\u0080") beyondAscii += 1;
    if (sign === "\uFFFD") lost += 1;
  }
  return lost <= beyondAscii / 2;
}
