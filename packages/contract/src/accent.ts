/** "#7a1f5c" in red, green and blue, each from 0 to 1 in linear light. */
const linear = (hex: string): number[] =>
  [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });

/** Relative luminance as WCAG 2 defines it. */
const luminance = (colour: readonly number[]): number => {
  const [red = 0, green = 0, blue = 0] = colour;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

/** Rounds down, so that the result is never lighter than asked for. */
const hexOf = (colour: readonly number[]): string =>
  `#${colour
    .map((value) => {
      const part = value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055;
      return Math.floor(part * 255)
        .toString(16)
        .padStart(2, "0");
    })
    .join("")}`;

/** The darkest ground of the light theme that accent text stands on: `--accent-soft-2`. */
const ground = 0.81;
/** WCAG 2 asks for it of text. */
const leastContrast = 4.5;
const lightest = (ground + 0.05) / leastContrast - 0.05;

/**
 * The colour itself if text in it is readable (4.5:1) on the light theme's grounds, else the nearest that is: the same
 * hue, darker. White text on it is readable too. In the dark theme the site shows a light shade of the same hue, which is
 * readable for every colour.
 */
export function readableAccent(hex: string): string {
  const colour = linear(hex);
  const ratio = lightest / luminance(colour);
  return ratio >= 1 ? hex : hexOf(colour.map((value) => value * ratio));
}
