import { createHash } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp, { type Sharp } from "sharp";
import { isDiskFull } from "../../../lib/disk-full.ts";
import { isMachineFault } from "../../../lib/machine-fault.ts";
import type { MadePicture, PictureAnswer, PictureTask } from "./tasks.ts";

// Only JPEGs and PNGs are ever decoded, whatever a file's name or first bytes say.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({ operation: ["VipsForeignLoadJpeg", "VipsForeignLoadPng"] });
sharp.cache(false);

/** Pixels; wide enough for any page on a double-density screen. */
const widest = 2000;
const squareSizes = [256, 96] as const;

/** Re-encodes a picture from its pixels, which applies the EXIF rotation and drops all metadata. */
export async function makePictures(task: PictureTask): Promise<PictureAnswer> {
  try {
    const { format, width, height } = await sharp(task.source, { limitInputPixels: false }).metadata();
    // Read from the header alone, before a decompression bomb is decoded.
    if (width * height > task.mostPixels) return { problem: "picture_too_large" };
    const pictures = task.make === "page" ? [await makePage(task, format)] : await makeSquares(task);
    return { pictures };
  } catch (error) {
    if (isDiskFull(error)) return { problem: "storage_full" };
    if (isMachineFault(error)) return { problem: "unavailable" };
    // The library has no error codes: whatever it cannot decode is damaged or not a picture.
    return { problem: "file_type_refused" };
  }
}

const open = ({ source, mostPixels }: PictureTask) =>
  sharp(source, { limitInputPixels: mostPixels, failOn: "error" }).autoOrient();

function makePage(task: PictureTask, format: string): Promise<MadePicture> {
  const page = open(task).resize({ width: widest, withoutEnlargement: true });
  return format === "png"
    ? store(task, `${task.stem}.png`, "image/png", page.png())
    : store(task, `${task.stem}.jpg`, "image/jpeg", page.jpeg({ quality: 82, mozjpeg: true }));
}

async function makeSquares(task: PictureTask): Promise<MadePicture[]> {
  const squares: MadePicture[] = [];
  for (const size of squareSizes) {
    const square = open(task).resize(size, size, { fit: "cover" }).webp({ quality: 84 });
    squares.push(await store(task, `${task.stem}${size}.webp`, "image/webp", square));
  }
  return squares;
}

async function store(
  { directory }: PictureTask,
  name: string,
  type: MadePicture["type"],
  picture: Sharp,
): Promise<MadePicture> {
  const { data, info } = await picture.toBuffer({ resolveWithObject: true });
  const path = join(directory, name);
  try {
    await writeFile(path, data, { flag: "wx", flush: true });
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
  const sha256 = createHash("sha256").update(data).digest();
  return { name, type, width: info.width, height: info.height, bytes: data.length, sha256 };
}
