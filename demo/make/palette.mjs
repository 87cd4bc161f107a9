// The colours of the design tokens, as hex, for renderers that do not know oklch().

const channel = (value) => {
  const linear = Math.min(1, Math.max(0, value));
  const encoded = linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055;
  return Math.round(encoded * 255);
};

/** oklch -> [red, green, blue], 0 to 255. */
export function rgb(lightness, chroma, hue) {
  const angle = (hue * Math.PI) / 180;
  const a = chroma * Math.cos(angle);
  const b = chroma * Math.sin(angle);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    channel(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    channel(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    channel(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

export const hex = (lightness, chroma, hue) =>
  `#${rgb(lightness, chroma, hue)
    .map((value) => value.toString(16).padStart(2, "0"))
    .join("")}`;

export const stone = {
  0: "#ffffff",
  50: hex(0.984, 0.0035, 80),
  100: hex(0.966, 0.005, 80),
  150: hex(0.948, 0.006, 79),
  200: hex(0.922, 0.007, 78),
  300: hex(0.872, 0.009, 76),
  400: hex(0.735, 0.012, 74),
  500: hex(0.605, 0.013, 72),
  600: hex(0.492, 0.013, 70),
  700: hex(0.395, 0.012, 68),
  800: hex(0.288, 0.01, 66),
  900: hex(0.212, 0.008, 65),
  950: hex(0.172, 0.007, 65),
};

export const tarn = {
  50: hex(0.968, 0.016, 213),
  100: hex(0.935, 0.032, 213),
  200: hex(0.878, 0.056, 213),
  300: hex(0.81, 0.086, 214),
  400: hex(0.715, 0.105, 216),
  500: hex(0.59, 0.102, 219),
  600: hex(0.492, 0.088, 221),
  700: hex(0.422, 0.076, 223),
  800: hex(0.342, 0.061, 225),
  900: hex(0.272, 0.047, 227),
  950: hex(0.208, 0.034, 229),
};

/** Only for "verified": used here only for the top stone of the stacking video. */
export const lichen = hex(0.868, 0.175, 117);

export const danger = hex(0.53, 0.185, 27);

/** Day scene of the landing page. */
export const art = {
  sky1: hex(0.945, 0.018, 85),
  sky2: hex(0.905, 0.045, 72),
  sun: hex(0.975, 0.05, 85),
  ridges: [
    hex(0.8, 0.038, 205),
    hex(0.68, 0.056, 214),
    hex(0.54, 0.066, 220),
    hex(0.4, 0.062, 224),
    hex(0.29, 0.048, 227),
  ],
  trail: hex(0.93, 0.03, 90),
};

/** Natural stone colours as [lightness, chroma, hue]. */
export const mineral = {
  basalt: [0.41, 0.012, 68],
  granite: [0.52, 0.014, 70],
  limestone: [0.64, 0.015, 72],
  chalk: [0.83, 0.012, 78],
  slate: [0.47, 0.032, 250],
};

export const mix = (from, to, t) => from + (to - from) * t;
