import { memo } from "react";
import { hashText, mix, seededRandom } from "./shapes.ts";
import * as css from "./thumb-art.module.css";
import {
  columns,
  contours,
  dunes,
  islands,
  type Motif,
  pebbles,
  ridges,
  strata,
  type Thumb,
  thumbHeight,
  thumbWidth,
} from "./thumb-motifs.ts";

/** Art made from a title, for content without a picture of its own. Decoration. */
export const ThumbArt = memo(function ThumbArt({ title }: { title: string }) {
  const { background, sun, paths } = thumbOf(title);
  return (
    <svg
      className={css.root}
      viewBox={`0 0 ${thumbWidth} ${thumbHeight}`}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      <rect width={thumbWidth} height={thumbHeight} fill={background} />
      {sun && <circle cx={sun.x} cy={sun.y} r={sun.radius} fill={sun.fill} />}
      {paths.map(({ d, fill }) => (
        <path key={d} d={d} fill={fill} />
      ))}
    </svg>
  );
});

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

/** Motifs of subjects, by the beginnings of words in a title. The first that fits is taken. */
const subjects: readonly (readonly [RegExp, Motif])[] = [
  [/\b(data|quer|rows?\b|log|histogram)/i, columns],
  [/\b(deploy|network|serv|cloud|request)/i, islands],
  [/\b(test|type|schema|review)/i, strata],
  [/\b(secur|password|token|trust)/i, pebbles],
  [/\b(design|css|page|form)/i, dunes],
];

/** For all other titles. Ridges and contours twice: they carry most titles well. */
const motifs: readonly Motif[] = [ridges, contours, pebbles, strata, ridges, dunes, contours];

const pick = <Item,>(items: readonly Item[], number: number) => items[number % items.length] as Item;

/** The picture generated from a title: the same title gives the same picture on every device, without a request. */
export function thumbOf(title: string): Thumb {
  const hash = hashText(title);
  const [farHue, farChroma, nearHue, nearChroma, sunHue] = pick(palettes, hash);
  const motif = subjects.find(([words]) => words.test(title))?.[1] ?? pick(motifs, hash >>> 7);
  return motif({
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

/**
 * An oklch colour as #rrggbb. Pictures need exactly the same colour everywhere, and browsers differ in gamut mapping.
 */
function oklchToHex(lightness: number, chroma: number, hue: number): string {
  const angle = (hue * Math.PI) / 180;
  const a = chroma * Math.cos(angle);
  const b = chroma * Math.sin(angle);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const channels = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  return `#${channels.map(toHexByte).join("")}`;
}

function toHexByte(linear: number) {
  const light = Math.min(1, Math.max(0, linear));
  const encoded = light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055;
  return Math.round(encoded * 255)
    .toString(16)
    .padStart(2, "0");
}
