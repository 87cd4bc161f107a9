import sharp, { type OverlayOptions } from "sharp";
import { escapeHtml } from "../../../lib/escape-html.ts";
import type { CardTask } from "./tasks.ts";

/** What previews of links show at most, in pixels. */
const width = 1200;
const height = 630;
const margin = 80;
const room = width - 2 * margin;
/** Between the logo and the author. */
const titleRoom = 300;
const titleSizes = [72, 64, 56, 48, 40] as const;

const paper = "#fbfaf8";
const ink = "#1c1916";
const softInk = "#57524b";
const accent = "#06546a";

/** Draws the picture of a link's preview: the logo, and the item's title, kind and author. */
export async function drawCard({ assets, title, kind, author }: CardTask): Promise<Buffer> {
  const words = drawable(title);
  const logo = await sharp(`${assets}/logo.png`)
    // In place of a title in a script that there is no font for.
    .resize({ height: words === null ? 150 : 64 })
    .toBuffer();
  const name = drawable(author);
  const foot = [kind, name].filter((text) => text !== null).join(" · ");
  const layers: OverlayOptions[] = [
    { input: logo, left: margin, top: words === null ? 200 : 72 },
    ...(words === null ? [] : [await titleLayer(words)]),
    await footLayer(foot),
    { input: { create: { width, height: 14, channels: 3, background: accent } }, left: 0, top: height - 14 },
  ];
  return sharp({ create: { width, height, channels: 3, background: paper } })
    .composite(layers)
    .png({ palette: true, colours: 64, compressionLevel: 9 })
    .toBuffer();
}

async function titleLayer(words: string): Promise<OverlayOptions> {
  for (const size of titleSizes) {
    const { data, info } = await draw(words, `Hanken Grotesk Bold ${size}`, ink);
    if (info.height > titleRoom && size !== titleSizes.at(-1)) continue;
    return {
      // Of the longest titles the last lines are left out.
      input: info.height > titleRoom ? await topOf(data, info.width) : data,
      left: startsFromRight(words) ? width - margin - info.width : margin,
      top: 190,
    };
  }
  throw new Error("there is no size for titles");
}

const topOf = (drawn: Buffer, drawnWidth: number) =>
  sharp(drawn).extract({ left: 0, top: 0, width: drawnWidth, height: titleRoom }).toBuffer();

async function footLayer(text: string): Promise<OverlayOptions> {
  const { data, info } = await draw(text, "Hanken Grotesk Medium 32", softInk);
  return { input: data, left: margin, top: height - 72 - info.height };
}

const draw = (text: string, font: string, colour: string) =>
  sharp({
    text: {
      text: `<span foreground="${colour}">${escapeHtml(text)}</span>`,
      font,
      width: room,
      wrap: "word-char",
      rgba: true,
      dpi: 72,
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true });

/** What the fonts of the card folder have: Latin letters with their accents, Arabic ones, and the usual marks. */
const covered =
  /[ -~\u00a0-\u017e\u01a0\u01a1\u01af\u01b0\u0218-\u021b\u0600-\u06ff\u1ea0-\u1ef9\u2013\u2014\u2018-\u201a\u201c-\u201e\u2022\u2026\u2039\u203a\u20ac\u2122\u2212]/;

/** The text without signs that the fonts lack, such as emoji; null if they lack letters of it, or nothing is left. */
function drawable(text: string): string | null {
  const signs = [...text.normalize("NFC").replaceAll(/\s+/g, " ")];
  const kept = signs.filter((sign) => covered.test(sign) || /[\p{L}\p{N}]/u.test(sign));
  const words = kept.join("").trim();
  return words !== "" && kept.every((sign) => covered.test(sign)) ? words : null;
}

const startsFromRight = (text: string) => /^\P{L}*\p{Script=Arabic}/u.test(text);
