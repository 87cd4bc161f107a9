import { oklchToHex } from "./oklch.ts";
import { hashText, seededRandom } from "./random.ts";
import { mix } from "./shapes.ts";
import { contours, dunes, type Motif, pebbles, ridges, strata, type Thumb } from "./thumb-motifs.ts";

/** Seven minerals: far hue and chroma, near hue and chroma, hue of the sun. */
const palettes = [
  [80, 0.055, 48, 0.085, 75],
  [205, 0.045, 226, 0.07, 85],
  [110, 0.05, 150, 0.062, 95],
  [48, 0.055, 28, 0.095, 65],
  [235, 0.022, 258, 0.04, 70],
  [352, 0.032, 335, 0.062, 55],
  [165, 0.035, 185, 0.056, 90],
] as const;

/** Ridges and contours twice: they carry most titles well. */
const motifs: readonly Motif[] = [ridges, contours, pebbles, strata, ridges, dunes, contours];

const pick = <Item>(items: readonly Item[], number: number) => items[number % items.length] as Item;

/** The picture that stands for a title: the same title gives the same picture, everywhere and without a network. */
export function thumbOf(title: string): Thumb {
  const hash = hashText(title);
  const [farHue, farChroma, nearHue, nearChroma, sunHue] = pick(palettes, hash);
  return pick(
    motifs,
    hash >>> 7,
  )({
    random: seededRandom(hash),
    sky: oklchToHex(0.925, farChroma * 0.8, farHue),
    sun: oklchToHex(0.975, 0.045, sunHue),
    tone: (depth) =>
      oklchToHex(
        mix(0.86, 0.3, depth),
        mix(farChroma, nearChroma, depth) * (1 - 0.25 * Math.abs(depth - 0.5)),
        mix(farHue, nearHue, Math.min(1, depth * 1.4)),
      ),
  });
}
