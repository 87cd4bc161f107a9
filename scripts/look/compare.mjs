import { readdirSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";

/**
 * How two pictures of one screen differ.
 * @typedef {{ name: string, differing: number, why: string }} Difference `differing`: part of the pixels, 0 to 1
 */

/** A channel may differ by this much before a pixel counts: rendering of letters varies by a shade. */
const tolerance = 16;

/**
 * Compares each picture of `folder` with its namesake in `former`.
 * @param {string} folder
 * @param {string} former
 * @returns {Promise<Difference[]>} the largest difference first; a missing picture differs wholly
 */
export async function compareFolders(folder, former) {
  const names = new Set([...picturesIn(folder), ...picturesIn(former)]);
  const differences = [];
  for (const name of names) differences.push(await compare(name, folder, former));
  return differences.sort((a, b) => b.differing - a.differing || a.name.localeCompare(b.name));
}

/** @param {string} folder */
export const picturesIn = (folder) => readdirSync(folder).filter((name) => name.endsWith(".png"));

/**
 * @param {string} name
 * @param {string} folder
 * @param {string} former
 * @returns {Promise<Difference>}
 */
async function compare(name, folder, former) {
  const [now, before] = await Promise.all([pixels(join(folder, name)), pixels(join(former, name))]);
  if (!now || !before) return { name, differing: 1, why: now ? "is new" : "is missing" };
  const [width, height] = [Math.max(now.width, before.width), Math.max(now.height, before.height)];
  const isSameSize = now.width === before.width && now.height === before.height;
  let differing = width * height - Math.min(now.width, before.width) * Math.min(now.height, before.height);
  for (let y = 0; y < Math.min(now.height, before.height); y += 1) {
    for (let x = 0; x < Math.min(now.width, before.width); x += 1) {
      const [a, b] = [(y * now.width + x) * 3, (y * before.width + x) * 3];
      if ([0, 1, 2].some((c) => Math.abs((now.data[a + c] ?? 0) - (before.data[b + c] ?? 0)) > tolerance)) {
        differing += 1;
      }
    }
  }
  const size = (/** @type {{ width: number, height: number }} */ of) => `${of.width} x ${of.height}`;
  return {
    name,
    differing: differing / (width * height),
    why: isSameSize ? "" : `${size(before)} became ${size(now)}`,
  };
}

/** @param {string} path */
async function pixels(path) {
  const raw = await sharp(path)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(() => null);
  return raw && { data: raw.data, width: raw.info.width, height: raw.info.height };
}
