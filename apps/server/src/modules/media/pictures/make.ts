import { createHash } from "node:crypto";
import { readFile, rm, writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import sharp, { type Metadata, type Sharp } from "sharp";
import { isDiskFull } from "../../../lib/disk-full.ts";
import { isMachineFault } from "../../../lib/machine-fault.ts";
import { renditionFormats, renditionKey } from "../../../lib/present-media.ts";
import { hasCheapHeader } from "./picture-chunks.ts";
import type {
  MadePicture,
  PictureAnswer,
  PictureProblem,
  PictureTask,
  SizeAnswer,
  SizeTask,
} from "./picture-tasks.ts";

// Only JPEGs and PNGs are ever decoded, whatever a file's name or first bytes say, and for texts three kinds more.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({ operation: ["VipsForeignLoadJpeg", "VipsForeignLoadPng"] });
export const loadersForTexts = ["VipsForeignLoadWebp", "VipsForeignLoadNsgif", "VipsForeignLoadHeif"];
sharp.cache(false);
/** Half of the processors: the others are for everybody else's calls. */
sharp.concurrency(Math.max(1, Math.floor(availableParallelism() / 2)));

/** Pixels; wide enough for any page on a double-density screen. */
const widest = 2000;
/** Pixels of a stored page: of a strip that is ten times as high as wide, at 900 wide. */
export const largestPage = 8_000_000;
const squareSizes = [256, 96] as const;
const renditionWidths = [400, 800, 1600] as const;
/** A sixth of the usual effort's time, for files that are a tenth larger. */
const encodings = { avif: { quality: 50, effort: 2 }, webp: { quality: 76 } } as const;

export const sizeOf = ({ source, isForText }: SizeTask): Promise<SizeAnswer> =>
  orProblem(isForText, async (): Promise<SizeAnswer> => {
    if (!(await hasCheapHeader(source))) return { problem: "file_type_refused" };
    const found = await sharp(source, { limitInputPixels: false }).metadata();
    return { pixels: found.width * found.height, isShrunk: isShrunk(found) };
  });

/**
 * Whether a picture is decoded at half its size or less, because its page's is that much smaller; a strip stays large. Of
 * a JPEG in several scans all coefficients are held, three bytes a pixel and more.
 */
const isShrunk = ({ format, isProgressive, autoOrient: { width, height } }: Metadata): boolean =>
  format === "jpeg" && !isProgressive && width >= 2 * widest && height <= 2 * width;

/** Re-encodes a picture from its pixels, which applies the EXIF rotation and drops all metadata. */
export function makePictures(task: PictureTask): Promise<PictureAnswer> {
  const isForText = task.make === "text" || task.make === "made text" || task.make === "poster";
  return orProblem(isForText, async (): Promise<PictureAnswer> => {
    const found = await sharp(task.source, { limitInputPixels: false }).metadata();
    const { format, width, height } = found;
    // Read from the header alone, before a decompression bomb is decoded.
    if (width * height > (isShrunk(found) ? task.maxShrunkPixels : task.maxPixels))
      return { problem: "picture_too_large" };
    try {
      return { pictures: await makeAll(task, format) };
    } catch (error) {
      if (format !== "jpeg" || task.make === "made text" || !breaksOff(error)) throw error;
      const source = Buffer.concat([await readFile(task.source), endOfJpeg]);
      return { pictures: await makeAll({ ...task, source, isMended: true }, format) };
    }
  });
}

/**
 * Some cameras leave out the last mark of a JPEG. With it added, a whole one has no fault, while half a picture still has
 * one.
 */
const endOfJpeg = Buffer.from("ffd9", "hex");
const breaksOff = (error: unknown) =>
  error instanceof Error && error.message.includes("premature end of JPEG");

/** A task whose source may be in memory. */
interface PictureWork extends Omit<PictureTask, "source"> {
  readonly source: string | Buffer;
  /** Its end was added: anything else that is wrong with it counts. */
  readonly isMended?: true;
}

async function makeAll(task: PictureWork, format: string): Promise<MadePicture[]> {
  switch (task.make) {
    case "squares":
      return makeSquares(task);
    case "renditions":
      sharp.concurrency(1);
      return makeRenditions(task);
    case "text":
    case "made text":
      return makeForText(task, format);
    case "page":
    case "poster":
      return [await makePage(task, format)];
  }
}

/** Answers with the problem where the work fails. */
export async function orProblem<Answer>(
  isForText: boolean,
  work: () => Promise<Answer>,
): Promise<Answer | { readonly problem: PictureProblem }> {
  const loaders = { operation: loadersForTexts };
  if (isForText) sharp.unblock(loaders);
  else sharp.block(loaders);
  try {
    return await work();
  } catch (error) {
    if (isDiskFull(error)) return { problem: "storage_full" };
    if (isMachineFault(error)) return { problem: "unavailable" };
    // The library has no error codes: whatever it cannot decode is damaged or not a picture.
    return { problem: "file_type_refused" };
  }
}

const open = ({ source, maxShrunkPixels, isMended }: PictureWork) =>
  sharp(source, { limitInputPixels: maxShrunkPixels, failOn: isMended ? "warning" : "error" }).autoOrient();

/** In the kind in which it was sent; of a GIF, its first frame as a PNG, and of a poster's WebP a JPEG. */
async function makePage(task: PictureWork, format: string): Promise<MadePicture> {
  const { autoOrient } = await sharp(task.source, { limitInputPixels: false }).metadata();
  const ofStrip = Math.floor(Math.sqrt((largestPage * autoOrient.width) / autoOrient.height));
  const page = open(task).resize({ width: Math.min(widest, ofStrip), withoutEnlargement: true });
  if (format === "png" || format === "gif") {
    return store(task, `${task.stem}.png`, "image/png", page.png());
  }
  if (format === "webp" && task.make === "poster") {
    return store(task, `${task.stem}.jpg`, "image/jpeg", asJpeg(page.flatten({ background: "white" })));
  }
  if (format === "webp") return store(task, `${task.stem}.webp`, "image/webp", page.webp({ quality: 84 }));
  // The library's name for AVIF.
  if (format === "heif") {
    return store(task, `${task.stem}.avif`, "image/avif", page.avif({ quality: 60, effort: 2 }));
  }
  return store(task, `${task.stem}.jpg`, "image/jpeg", asJpeg(page));
}

const asJpeg = (picture: Sharp) => picture.jpeg({ quality: 82, mozjpeg: true });

const madeKinds: ReadonlyMap<string, { extension: string; type: MadePicture["type"] }> = new Map([
  ["jpeg", { extension: "jpg", type: "image/jpeg" }],
  ["png", { extension: "png", type: "image/png" }],
  ["webp", { extension: "webp", type: "image/webp" }],
  ["heif", { extension: "avif", type: "image/avif" }],
]);

/** The same bytes under a name of this task. */
async function copyPage(task: PictureWork, format: string): Promise<MadePicture> {
  const kind = madeKinds.get(format);
  if (!kind) throw new Error(`no text has a picture of the kind ${format}`);
  const { width, height } = await sharp(task.source).metadata();
  const data = await readFile(task.source);
  return write(task, `${task.stem}.${kind.extension}`, kind.type, { data, width, height });
}

/** The smaller files are made of the first one, which everyone may compare them to. */
async function makeForText(task: PictureWork, format: string): Promise<MadePicture[]> {
  const page = task.make === "made text" ? await copyPage(task, format) : await makePage(task, format);
  const smaller = await makeRenditions({ ...task, source: join(task.directory, page.name) });
  const { colour } = smaller[0] ?? {};
  return [{ ...page, ...(colour && { colour }) }, ...smaller];
}

async function makeSquares(task: PictureWork): Promise<MadePicture[]> {
  const squares: MadePicture[] = [];
  for (const size of squareSizes) {
    const square = open(task).resize(size, size, { fit: "cover" }).webp({ quality: 84 });
    squares.push(await store(task, `${task.stem}${size}.webp`, "image/webp", square));
  }
  return squares;
}

/** Never larger than the picture itself. */
async function makeRenditions(task: PictureWork): Promise<MadePicture[]> {
  const { width: ownWidth } = await sharp(task.source).metadata();
  const widths = new Set(renditionWidths.map((width) => Math.min(width, ownWidth)));
  const colour = await meanColour(task);
  const renditions: MadePicture[] = [];
  for (const format of renditionFormats) {
    for (const width of widths) {
      const rendition = open(task).resize({ width }).toFormat(format, encodings[format]);
      const name = renditionKey(task.stem, width, format);
      renditions.push({
        ...(await store(task, name, `image/${format}`, rendition)),
        ...(colour && { colour }),
      });
    }
  }
  return renditions;
}

/** Undefined for a picture with transparent parts, through which its colour would shine. */
async function meanColour(task: PictureWork): Promise<string | undefined> {
  const { isOpaque } = await open(task).stats();
  if (!isOpaque) return undefined;
  const pixel = await open(task).removeAlpha().resize(1, 1).toColourspace("srgb").raw().toBuffer();
  return `#${pixel.subarray(0, 3).toString("hex")}`;
}

async function store(
  task: PictureWork,
  name: string,
  type: MadePicture["type"],
  picture: Sharp,
): Promise<MadePicture> {
  const { data, info } = await picture.toBuffer({ resolveWithObject: true });
  return write(task, name, type, { data, width: info.width, height: info.height });
}

async function write(
  { directory }: PictureWork,
  name: string,
  type: MadePicture["type"],
  { data, width, height }: { data: Buffer; width: number; height: number },
): Promise<MadePicture> {
  const path = join(directory, name);
  try {
    await writeFile(path, data, { flag: "wx", flush: true });
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
  const sha256 = createHash("sha256").update(data).digest();
  return { name, type, width, height, bytes: data.length, sha256 };
}
