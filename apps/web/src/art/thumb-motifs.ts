import { mix, type Point, ridgePath, ringPath, round } from "./shapes.ts";

export const thumbWidth = 320;
export const thumbHeight = 180;

export interface Thumb {
  background: string;
  sun?: { x: number; y: number; radius: number; fill: string };
  /** From back to front. */
  paths: readonly { d: string; fill: string }[];
}

interface Brush {
  random: () => number;
  sky: string;
  sun: string;
  /** A colour by depth: 0 is far and pale, 1 near and dark. */
  tone: (depth: number) => string;
}

export type Motif = (brush: Brush) => Thumb;

const [width, height] = [thumbWidth, thumbHeight];
const steps = (count: number) => Array.from({ length: count }, (_, index) => index);

// The order in which a motif draws its random numbers is part of the picture: changing it changes every thumbnail.

function sunOf({ random, sun }: Brush) {
  const radius = round(15 + random() * 16);
  const x = round(width * (0.2 + random() * 0.6));
  const y = round(height * (0.22 + random() * 0.18));
  return { x, y, radius, fill: sun };
}

const ridge = (random: () => number, base: number, swing: number, roughness: number, points: number) =>
  ridgePath(random, { width, height, base, swing, roughness, points });

const phasesOf = (random: () => number) => [random() * 6, random() * 6, random() * 6] as const;

/** Five mountain lines, each nearer and darker. */
export const ridges: Motif = (brush) => ({
  background: brush.sky,
  sun: sunOf(brush),
  paths: steps(5).map((index) => {
    const depth = index / 4;
    return {
      d: ridge(brush.random, height * mix(0.46, 0.9, depth), height * mix(0.38, 0.2, depth), 0.56, 30),
      fill: brush.tone(mix(0.18, 0.95, depth)),
    };
  }),
});

/** A hill on a map, seen from above. */
export const contours: Motif = ({ random, tone }) => {
  const count = 9;
  const center = [width * (0.3 + random() * 0.4), height * (0.35 + random() * 0.3)] as const;
  const phases = phasesOf(random);
  return {
    background: tone(0.16),
    paths: steps(count).map((index) => {
      const depth = index / (count - 1);
      return {
        d: ringPath({
          center,
          radius: mix(width * 0.62, 13, depth),
          phases: [phases[0], phases[1], phases[2] + index * 0.35],
        }),
        fill: tone(mix(0.22, 0.92, depth)),
      };
    }),
  };
};

/** Tilted layers of rock. */
export const strata: Motif = ({ random, sky, tone }) => {
  const tilt = (random() - 0.5) * 46;
  let top = height * 0.12;
  const paths = steps(7).map((index) => {
    const edge = steps(6).map((step): Point => {
      return [round((step * width) / 5), round(top + (step / 5 - 0.5) * tilt + (random() - 0.5) * 16)];
    });
    top += height * (0.08 + random() * 0.11);
    const depth = index / 6;
    return {
      d: `${waveThrough(edge)}L${width} ${height}L0 ${height}Z`,
      fill: tone(index % 2 ? mix(0.2, 0.95, depth) : mix(0.12, 0.72, depth)),
    };
  });
  return { background: sky, paths };
};

/** Long crossing slopes, each with a lit and a shaded side. */
export const dunes: Motif = (brush) => ({
  background: brush.sky,
  sun: sunOf(brush),
  paths: steps(5).flatMap((index) => {
    const depth = index / 4;
    const foot = height * mix(0.42, 0.92, depth);
    const peakX = width * (0.15 + brush.random() * 0.7);
    const peak = `${round(peakX)} ${round(foot - height * mix(0.2, 0.1, depth))}`;
    const shadedSide = `Q${round(peakX + (width - peakX) * 0.35)} ${round(foot)} ${width + 10} ${round(foot + 12)}V${height}`;
    return [
      {
        d: `M-10 ${round(foot + 18)}Q${round(peakX * 0.6)} ${round(foot + 4)} ${peak}${shadedSide}H-10Z`,
        fill: brush.tone(mix(0.16, 0.84, depth)),
      },
      {
        d: `M${peak}${shadedSide}H${round(peakX + width * 0.1)}Q${round(peakX - width * 0.06)} ${round(foot + 14)} ${peak}Z`,
        fill: brush.tone(mix(0.26, 0.96, depth)),
      },
    ];
  }),
});

/** Basalt columns, row before row. */
export const columns: Motif = (brush) => ({
  background: brush.sky,
  sun: sunOf(brush),
  paths: steps(4).map((index) => {
    const depth = index / 3;
    const count = 17 - index * 3;
    const top = () => round(height * (mix(0.34, 0.78, depth) + brush.random() * 0.2));
    const line = steps(count).map((column) => `V${top()}H${round(((column + 1) * width) / count)}`);
    return { d: `M0 ${height}${line.join("")}V${height}Z`, fill: brush.tone(mix(0.2, 0.92, depth)) };
  }),
});

/** Islands on a chart, each with the lines of its heights. */
export const islands: Motif = ({ random, tone }) => ({
  background: tone(0.12),
  paths: steps(5).flatMap((index) => {
    const center = [width * (0.1 + 0.2 * index), height * (0.2 + random() * 0.6)] as const;
    const radius = 26 + random() * 38;
    const phases = phasesOf(random);
    return steps(4).map((level) => ({
      d: ringPath({ center, radius: radius * (1 - level * 0.24), phases }),
      fill: tone(0.34 + level * 0.18),
    }));
  }),
});

/** Four stones stacked in front of a mountain. */
export const pebbles: Motif = (brush) => {
  const { random, tone } = brush;
  const sun = sunOf(brush);
  const ground = height * 0.93;
  const paths = [
    { d: ridge(random, height * 0.62, height * 0.3, 0.55, 30), fill: tone(0.24) },
    { d: ridge(random, height * 0.74, height * 0.18, 0.5, 30), fill: tone(0.4) },
    { d: ridge(random, ground, 8, 0.5, 8), fill: tone(0.72) },
  ];
  const middle = width * (0.32 + random() * 0.36);
  let halfWidth = 50 + random() * 12;
  let top = ground + 4;
  for (const index of steps(4)) {
    const halfHeight = halfWidth * (0.26 + random() * 0.08);
    top -= halfHeight;
    const x = middle + (random() - 0.5) * 8;
    paths.push({ d: stonePath(random, [x, top], halfWidth, halfHeight), fill: tone(0.98 - index * 0.11) });
    top -= halfHeight * 0.93;
    halfWidth *= 0.7;
  }
  return { background: brush.sky, sun, paths };
};

function waveThrough(points: readonly Point[]): string {
  return points
    .map(([x, y], index) => {
      const before = points[index - 1];
      if (!before) return `M${x} ${y}`;
      const half = round((before[0] + x) / 2);
      return `C${half} ${before[1]} ${half} ${y} ${x} ${y}`;
    })
    .join("");
}

/** A flat round stone, a little lopsided. */
function stonePath(random: () => number, [x, y]: Point, rx: number, ry: number): string {
  const tilt = (random() - 0.5) * 0.5;
  const at = (dx: number, dy: number) => `${round(x + rx * dx)} ${round(y + ry * dy)}`;
  const start = at(-1, tilt * 0.4);
  return [
    `M${start}`,
    `C${at(-1, -0.85 - tilt)} ${at(-0.5, -1)} ${at(tilt * 0.3, -1)}`,
    `C${at(0.62, -1)} ${at(1, tilt - 0.7)} ${at(1, 0)}`,
    `C${at(1, 0.8)} ${at(0.55, 1)} ${at(0, 1)}`,
    `C${at(-0.6, 1)} ${at(-1, 0.75)} ${start}Z`,
  ].join("");
}
