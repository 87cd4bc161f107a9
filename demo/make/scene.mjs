// The trail of the landing page, before which the film about easing plays.
import { round } from "./drawing.mjs";
import { art, hex, lichen, mineral } from "./palette.mjs";

export const ground = 735;

/** Where each stone ends up, base first; only the last, the verified one, is lichen. */
export const stack = [
  { cx: 1090, rx: 236, ry: 62, colour: mineral.basalt, seed: 5, tilt: 0.008 },
  { cx: 1098, rx: 178, ry: 54, colour: mineral.granite, seed: 16, tilt: -0.02 },
  { cx: 1082, rx: 132, ry: 46, colour: mineral.limestone, seed: 27, tilt: 0.018 },
  { cx: 1094, rx: 84, ry: 36, colour: [0.84, 0.175, 117], seed: 38, tilt: -0.012 },
].map((stone, index, all) => {
  const below = all.slice(0, index).reduce((sum, { ry }) => sum + ry * 1.93, 0);
  return { ...stone, cy: ground - below - stone.ry };
});

export const sun = { x: 760, y: 230, r: 78 };

/** Everything in front of the sun: ridges and the near ground. */
export const land = (picture) =>
  picture.ridges({ horizon: 330, seed: 3, spread: 0.95 }) +
  `<path d="M0 900V${ground - 34}C300 ${ground - 62} 560 ${ground - 30} 830 ${ground - 44}S1360 ${ground - 66} 1600 ${ground - 36}V900Z" fill="${picture.gradient(
    [
      [0, art.ridges[4]],
      [1, hex(0.22, 0.036, 228)],
    ],
  )}"/>`;

const trailPoints = [
  [250, 900],
  [420, 826],
  [640, 796],
  [790, 762],
  [880, 734],
];

/** The trail as a dense line, so that dots can be set at equal distances. */
function trailLine() {
  const at = (index) => trailPoints[Math.min(trailPoints.length - 1, Math.max(0, index))];
  const line = [];
  for (let leg = 0; leg < trailPoints.length - 1; leg++) {
    const [p0, p1, p2, p3] = [at(leg - 1), at(leg), at(leg + 1), at(leg + 2)];
    for (let step = 0; step < 80; step++) {
      const t = step / 80;
      line.push(
        [0, 1].map(
          (axis) =>
            0.5 *
            (2 * p1[axis] +
              (p2[axis] - p0[axis]) * t +
              (2 * p0[axis] - 5 * p1[axis] + 4 * p2[axis] - p3[axis]) * t * t +
              (3 * p1[axis] - p0[axis] - 3 * p2[axis] + p3[axis]) * t ** 3),
        ),
      );
    }
  }
  return line;
}

/** The dotted trail up to the cairn, as far as `reach` (0 to 1). */
export function trail(reach = 1) {
  const dots = [];
  let [travelled, next] = [0, 0];
  const line = trailLine();
  for (let i = 1; i < line.length; i++) {
    travelled += Math.hypot(line[i][0] - line[i - 1][0], line[i][1] - line[i - 1][1]);
    if (travelled >= next) {
      dots.push(`<circle cx="${round(line[i][0])}" cy="${round(line[i][1])}" r="3.6"/>`);
      next += 22;
    }
  }
  return `<g fill="${art.trail}" opacity="0.85">${dots.slice(0, Math.ceil(dots.length * reach)).join("")}</g>`;
}

/** Light around the top stone once it lies; `amount` from 0 to 1. */
export const halo = (picture, stone, amount) =>
  `<circle cx="${stone.cx}" cy="${round(stone.cy)}" r="190" fill="${picture.glow([
    [0, lichen, 0.42 * amount],
    [1, lichen, 0],
  ])}"/>`;

export const contactShadow = (picture, stone, opacity = 0.4) =>
  `<ellipse cx="${stone.cx}" cy="${round(stone.cy + stone.ry * 0.95)}" rx="${round(stone.rx * 0.84)}" ry="${round(stone.ry * 0.2)}" fill="#0b1114" opacity="${round(opacity * 10) / 10}" filter="${picture.blur(Math.max(2, stone.ry * 0.1))}"/>`;
