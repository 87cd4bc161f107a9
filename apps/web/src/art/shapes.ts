/** Path pieces that the thumbnails and the scenes are made of. Coordinates are rounded: the paths stand in the HTML. */

export type Point = readonly [x: number, y: number];

export const round = (value: number) => Math.round(value * 10) / 10;
export const mix = (from: number, to: number, share: number) => from + (to - from) * share;

interface RidgeShape {
  width: number;
  height: number;
  /** Mean height of the line, and how far it strays. */
  base: number;
  swing: number;
  /** What is left of the swing at each halving: small is smooth. */
  roughness: number;
  points: number;
}

/** A mountain line by midpoint displacement, closed down to the ground. */
export function ridgePath(random: () => number, shape: RidgeShape): string {
  const { width, height, base, swing, roughness } = shape;
  const stray = (reach: number) => (random() - 0.5) * reach;
  let line = [base + stray(swing), base + stray(swing)];
  for (let reach = swing; line.length < shape.points; reach *= roughness) {
    line = line.flatMap((y, index) => {
      const next = line[index + 1];
      return next === undefined ? [y] : [y, (y + next) / 2 + stray(reach)];
    });
  }
  const step = width / (line.length - 1);
  const points = line.map((y, index) => `${round(index * step)} ${round(y)}`);
  return `M0 ${height}L${points.join("L")}L${width} ${height}Z`;
}

interface RingShape {
  center: Point;
  radius: number;
  /** Turns of the three waves that bend the ring. */
  phases: readonly [number, number, number];
}

const ringPoints = 24;

/** A closed contour line, rounder than tall. */
export function ringPath({ center, radius, phases }: RingShape): string {
  const pointAt = (index: number): Point => {
    const angle = ((index % ringPoints) / ringPoints) * Math.PI * 2;
    const bend =
      1 +
      0.13 * Math.sin(2 * angle + phases[0]) +
      0.09 * Math.sin(3 * angle + phases[1]) +
      0.05 * Math.sin(5 * angle + phases[2]);
    return [
      round(center[0] + Math.cos(angle) * radius * bend),
      round(center[1] + Math.sin(angle) * radius * bend * 0.62),
    ];
  };
  const halfwayFrom = (index: number): Point => {
    const [x0, y0] = pointAt(index);
    const [x1, y1] = pointAt(index + 1);
    return [round((x0 + x1) / 2), round((y0 + y1) / 2)];
  };
  const bends = Array.from({ length: ringPoints }, (_, index) => {
    return `Q${pointAt(index).join(" ")} ${halfwayFrom(index).join(" ")}`;
  });
  return `M${halfwayFrom(ringPoints - 1).join(" ")}${bends.join("")}Z`;
}

/** FNV-1a, 32 bits: derives a seed from a text. */
export function hashText(text: string): number {
  let hash = 2166136261;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 16777619);
  }
  return hash >>> 0;
}

/** Mulberry32: the same numbers between 0 and 1 for the same seed, on every machine. */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
