import sharp, { type OverlayOptions } from "sharp";
import { escapeHtml } from "../../../lib/escape-html.ts";
import { largestPage, loadersForTexts } from "./make.ts";
import type { ArtTask, Brand, CardTask } from "./picture-tasks.ts";

/** What previews of links show at most, in pixels. */
const width = 1200;
const height = 630;
const margin = 80;
/** Width of the words, alone and beside a picture. */
const [roomAlone, roomBeside] = [width - 2 * margin, 620];
const pictureWidth = 440;
const bar = 14;
/** Between the logo and the author, without and with the mark. */
const [titleRoomAlone, titleRoomAboveMark] = [300, 230];
const titleSizes = [72, 64, 56, 48, 40] as const;
/** Of a podcast's picture: its side is the least that directories take. */
const art = {
  side: 1400,
  margin: 140,
  logo: 140,
  top: 420,
  room: 1120,
  height: 560,
  foot: 56,
  bar: 32,
} as const;
const artSizes = [176, 152, 128, 104, 80] as const;

/**
 * Measures of the mark, whose ends are pictures of this height; the first is as wide as its beginning. If not all fits, the
 * day is left out, or else the name.
 */
const mark = { top: 440, height: 60, beginning: 72, ends: 140 };
const markFont = "Hanken Grotesk Bold 28";

const paper = "#fbfaf8";
const ink = "#1c1916";
const softInk = "#57524b";
const accent = "#06546a";
const verifiedFill = "#cce246";
const verifiedInk = "#1e2907";

/**
 * Draws the picture of a link's preview: the logo, the item's title, kind and author, who verified it and when, and the
 * item's own picture.
 */
export async function drawCard({
  assets,
  title,
  kind,
  author,
  approval,
  picture,
  brand,
}: CardTask): Promise<Buffer> {
  const shown = picture && (await pictureLayer(picture));
  const room = shown ? roomBeside : roomAlone;
  const words = drawable(title);
  // In place of a title in a script that there is no font for.
  const place = words === null ? { height: 150, top: 200 } : { height: 64, top: 72 };
  const logo = await logoLayer(assets, brand, { ...place, left: margin, room });
  const name = drawable(author);
  const foot = [kind, name].filter((text) => text !== null).join(" · ");
  const layers: OverlayOptions[] = [
    logo,
    ...(words === null
      ? []
      : [
          await titleLayer(words, {
            left: margin,
            top: 190,
            room,
            height: approval ? titleRoomAboveMark : titleRoomAlone,
            sizes: titleSizes,
          }),
        ]),
    ...(approval ? await markLayers(assets, room, approval) : []),
    await footLayer(foot, room),
    ...(shown ? [shown] : []),
    {
      input: { create: { width, height: bar, channels: 3, background: brand?.accent ?? accent } },
      left: 0,
      top: height - bar,
    },
  ];
  return sharp({ create: { width, height, channels: 3, background: paper } })
    .composite(layers)
    .png({ palette: true, colours: shown ? 256 : 64, compressionLevel: 9 })
    .toBuffer();
}

/** Draws the square picture of a podcast: the logo, its name, and a line below. */
export async function drawArt({ assets, title, foot, brand }: ArtTask): Promise<Buffer> {
  const { side, margin: left, logo, top, room, height: titleRoom, foot: footSize, bar: line } = art;
  const words = drawable(title);
  const below = drawable(foot);
  const layers: OverlayOptions[] = [
    // In place of a name in a script that there is no font for.
    await logoLayer(assets, brand, {
      height: words === null ? 2 * logo : logo,
      left,
      top: words === null ? top : left,
      room,
    }),
    ...(words === null
      ? []
      : [await titleLayer(words, { left, top, room, height: titleRoom, sizes: artSizes })]),
  ];
  if (below !== null) {
    const { data, info } = await draw(below, `Hanken Grotesk Medium ${footSize}`, softInk, room);
    layers.push({ input: data, left, top: side - left - info.height });
  }
  layers.push({
    input: { create: { width: side, height: line, channels: 3, background: brand?.accent ?? accent } },
    left: 0,
    top: side - line,
  });
  return sharp({ create: { width: side, height: side, channels: 3, background: paper } })
    .composite(layers)
    .png({ palette: true, colours: 64, compressionLevel: 9 })
    .toBuffer();
}

/** The site's own logo, else its name, else the logo of Cairn. */
async function logoLayer(
  assets: string,
  brand: Brand | null,
  { height: logoHeight, left, top, room }: { height: number; left: number; top: number; room: number },
): Promise<OverlayOptions> {
  if (brand?.logo) {
    const own = sharp(brand.logo).resize({ height: logoHeight, width: room, fit: "inside" });
    return { input: await own.png().toBuffer(), left, top };
  }
  const name = brand && drawable(brand.name);
  if (name) {
    const { data } = await draw(name, `Hanken Grotesk Bold ${Math.round(logoHeight * 0.65)}`, ink, room);
    return { input: data, left, top };
  }
  // A name in a script that there is no font for: a line in the site's colour.
  if (brand) {
    const background = brand.accent;
    return { input: { create: { width: 2 * logoHeight, height: bar, channels: 3, background } }, left, top };
  }
  const logo = sharp(`${assets}/logo.png`).resize({ height: logoHeight });
  return { input: await logo.toBuffer(), left, top };
}

/** Cut to the right side of the card; null for one that cannot be decoded. */
async function pictureLayer(picture: Uint8Array): Promise<OverlayOptions | null> {
  sharp.unblock({ operation: loadersForTexts });
  try {
    const input = await sharp(picture, { limitInputPixels: largestPage })
      .resize(pictureWidth, height - bar, { fit: "cover" })
      .flatten({ background: paper })
      .png({ compressionLevel: 1 })
      .toBuffer();
    return { input, left: width - pictureWidth, top: 0 };
  } catch {
    return null;
  }
}

interface TitlePlace {
  readonly left: number;
  readonly top: number;
  readonly room: number;
  readonly height: number;
  /** Largest first. */
  readonly sizes: readonly number[];
}

async function titleLayer(
  words: string,
  { left, top, room, height: titleRoom, sizes }: TitlePlace,
): Promise<OverlayOptions> {
  for (const size of sizes) {
    const { data, info } = await draw(words, `Hanken Grotesk Bold ${size}`, ink, room);
    if (info.height > titleRoom && size !== sizes.at(-1)) continue;
    return {
      // The last lines of the longest titles are cut off.
      input: info.height > titleRoom ? await topOf(data, info.width, titleRoom) : data,
      left: startsFromRight(words) ? left + room - info.width : left,
      top,
    };
  }
  throw new Error("there is no size for titles");
}

const topOf = (drawn: Buffer, drawnWidth: number, titleRoom: number) =>
  sharp(drawn).extract({ left: 0, top: 0, width: drawnWidth, height: titleRoom }).toBuffer();

/** The site's own mark: three stones, and who checked this revision on which day. This process reads no SVG. */
async function markLayers(
  assets: string,
  room: number,
  { by, on }: NonNullable<CardTask["approval"]>,
): Promise<OverlayOptions[]> {
  const name = by === null ? null : drawable(by);
  const { data, info } =
    (name && (await fitting(`Verified by ${name}, ${on}`, room))) ||
    (name && (await fitting(`Verified by ${name}`, room))) ||
    (await drawMark(`Verified, ${on}`, room));
  const ground = { width: info.width, height: mark.height, channels: 3, background: verifiedFill } as const;
  const left = margin + mark.beginning;
  const { top } = mark;
  return [
    { input: `${assets}/mark-left.png`, left: margin, top },
    { input: { create: ground }, left, top },
    { input: data, left, top: top + Math.round((mark.height - info.height) / 2) },
    { input: `${assets}/mark-right.png`, left: left + info.width, top },
  ];
}

const drawMark = (words: string, room: number) => draw(words, markFont, verifiedInk, room);

/** null: it is too long for the mark. */
async function fitting(words: string, room: number) {
  const drawn = await drawMark(words, room);
  return drawn.info.height > mark.height || drawn.info.width > room - mark.ends ? null : drawn;
}

async function footLayer(text: string, room: number): Promise<OverlayOptions> {
  const { data, info } = await draw(text, "Hanken Grotesk Medium 32", softInk, room);
  return { input: data, left: margin, top: height - 72 - info.height };
}

const draw = (text: string, font: string, colour: string, room: number) =>
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

/** The marks of isolated names, and what the fonts of the card folder have: Latin, Greek, Cyrillic and Arabic letters, arrows, mathematics and usual marks. */
const covered =
  /[ -~\u00a0-\u017e\u01a0\u01a1\u01af\u01b0\u0218-\u021b\u0370-\u03ff\u0400-\u045f\u0600-\u06ff\u1ea0-\u1ef9\u2010-\u2027\u2030-\u205e\u2066\u2069\u2070-\u209f\u20a0-\u20b5\u20b8-\u20ba\u20bd\u2100-\u2109\u210b-\u2149\u2150-\u215f\u2190-\u22ff\u2318\u2325\u2326\u232b\u2500-\u25ff\u2605\u2606\u2610-\u2612\u2660-\u2667\u2713-\u2718\u27e8-\u27eb]/;
/** Emoji with their joiners, colours and flags, and controls: a title says the same without them. */
const ornament =
  /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\p{Cf}]|\p{Variation_Selector}/u;

/** The text without emoji that the fonts lack; null if they lack any other sign of it, or nothing is left. */
function drawable(text: string): string | null {
  const signs = [...text.normalize("NFC").replaceAll(/\s+/g, " ")];
  const kept = signs.filter((sign) => covered.test(sign) || !ornament.test(sign));
  const words = kept.join("").trim();
  return words !== "" && kept.every((sign) => covered.test(sign)) ? words : null;
}

const startsFromRight = (text: string) => /^\P{L}*\p{Script=Arabic}/u.test(text);
