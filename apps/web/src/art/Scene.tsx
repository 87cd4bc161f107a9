import { useId } from "react";
import * as css from "./scene.module.css";
import { mix, ridgePath, round, seededRandom } from "./shapes.ts";

/** A landscape with a cairn: day in light, night in dark, by the theme's own tokens. Decoration. */
export function Scene({ name }: { name: SceneName }) {
  const id = useId();
  const scene = scenes[name];
  const { width, height, ground } = scene;
  const random = seededRandom(scene.seed);
  const ridges = [0, 1, 2, 3].map((index) => {
    const between = ([far, near]: readonly [number, number]) => height * mix(far, near, index / 3);
    const [base, swing] = [between(scene.base), between(scene.swing)];
    return ridgePath(random, { width, height, base, swing, roughness: 0.53, points: 65 });
  });
  return (
    <svg
      className={css.root}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio={`${scene.anchor} slice`}
      aria-hidden="true"
    >
      <linearGradient id={id} x2="0" y2="1">
        <stop stopColor="var(--art-sky-1)" />
        <stop offset="1" stopColor="var(--art-sky-2)" />
      </linearGradient>
      <rect width={width} height={height} fill={`url(#${id})`} />
      <circle cx={scene.sun[0]} cy={scene.sun[1]} r={scene.sun[2]} fill="var(--art-sun)" />
      {ridges.map((path, index) => (
        <path key={path} d={path} fill={`var(--art-${index + 1})`} />
      ))}
      <path d={groundPath(width, height, ground)} fill="var(--art-5)" />
      <path d={scene.trail} className={css.trail} />
      <Cairn x={scene.cairn[0]} y={scene.cairn[1]} scale={scene.cairn[2]} seed={scene.seed} />
    </svg>
  );
}

/** The hill in front, a gentle wave. */
function groundPath(width: number, height: number, ground: number) {
  const at = (share: number) => Math.round(width * share);
  return `M0 ${height}V${ground}C${at(0.2)} ${ground - 24} ${at(0.36)} ${ground + 2} ${at(0.52)} ${ground - 12}S${at(0.85)} ${ground - 26} ${width} ${ground - 8}V${height}Z`;
}

interface SceneShape {
  width: number;
  height: number;
  /** What stays in view where the box is narrower than the picture. */
  anchor: "xMidYMax" | "xMaxYMax";
  seed: number;
  sun: readonly [x: number, y: number, radius: number];
  /** The farthest and the nearest of four ridges, as shares of the height: where they lie and how far they stray. */
  base: readonly [far: number, near: number];
  swing: readonly [far: number, near: number];
  /** Height of the hill in front at its left end. */
  ground: number;
  trail: string;
  cairn: readonly [x: number, y: number, scale: number];
}

const scenes = {
  landing: {
    width: 1200,
    height: 500,
    anchor: "xMaxYMax",
    seed: 23,
    sun: [672, 125, 44],
    base: [0.5, 0.8],
    swing: [0.3, 0.15],
    ground: 454,
    trail: "M294 504C466 461 573 491 793 452",
    cairn: [982, 450, 1.433],
  },
  login: {
    width: 720,
    height: 876,
    anchor: "xMidYMax",
    seed: 31,
    sun: [533, 315, 50],
    base: [0.5, 0.8],
    swing: [0.3, 0.15],
    ground: 815,
    trail: "M-226 880C-62 828 40 865 250 813",
    cairn: [430, 811, 1.367],
  },
  register: {
    width: 720,
    height: 876,
    anchor: "xMidYMax",
    seed: 78,
    sun: [576, 333, 48],
    base: [0.53, 0.8],
    swing: [0.22, 0.07],
    ground: 815,
    trail: "M-336 880C-172 828 -70 865 140 813",
    cairn: [320, 811, 1.367],
  },
  banner: {
    width: 1200,
    height: 300,
    anchor: "xMaxYMax",
    seed: 61,
    sun: [880, 72, 34],
    base: [0.7, 0.9],
    swing: [0.22, 0.07],
    ground: 293,
    trail: "M505 304C625 286 700 297 853 291",
    cairn: [985, 288, 1],
  },
} as const satisfies Record<string, SceneShape>;

type SceneName = keyof typeof scenes;

interface Stone {
  path: string;
  fill: string;
  /** The middle of the stone's face, where the specks are drawn. */
  face: readonly [x: number, y: number, width: number, height: number];
}

/** From the ground up, around the point where the cairn stands. */
const stones: readonly Stone[] = [
  {
    path: "M-111-27C-111-56-56-57 4-57C69-57 111-45 111-28C111-6 61 0 0 0C-67 0-111-7-111-27Z",
    fill: "var(--art-stone-1)",
    face: [0, -28, 130, 30],
  },
  {
    path: "M-70-79C-70-95-31-102 6-102C58-102 88-98 88-78C88-59 53-54 9-54C-39-54-70-60-70-79Z",
    fill: "var(--art-stone-2)",
    face: [10, -80, 90, 26],
  },
  {
    path: "M-63-119C-63-141-35-141-5-141C27-141 48-132 48-121C48-104 23-100-8-100C-41-100-63-106-63-119Z",
    fill: "var(--art-stone-3)",
    face: [-6, -122, 64, 22],
  },
  {
    path: "M-30-155C-30-166-13-169 4-169C26-169 39-166 39-154C39-142 24-139 5-139C-16-139-30-143-30-155Z",
    fill: "var(--verified-fill)",
    face: [0, 0, 0, 0],
  },
];

const speckCount = 4;

interface CairnProps {
  x: number;
  y: number;
  scale: number;
  /** Seed of the specks. */
  seed: number;
}

/** Three stones and the verified one on top; part of a scene. */
function Cairn({ x, y, scale, seed }: CairnProps) {
  const id = useId();
  const random = seededRandom(seed);
  return (
    <g transform={`translate(${x} ${y}) scale(${scale})`}>
      <linearGradient id={id} x2="0" y2="1">
        <stop stopColor="#fff" stopOpacity=".26" />
        <stop offset=".45" stopColor="#fff" stopOpacity="0" />
        <stop offset=".6" stopOpacity="0" />
        <stop offset="1" stopOpacity=".28" />
      </linearGradient>
      <ellipse cx="9" cy="-1.5" rx="126" ry="9" opacity=".22" />
      {stones.map(({ path, fill, face }) => (
        <g key={fill}>
          <path d={path} fill={fill} />
          <path d={path} fill={`url(#${id})`} />
          {face[2] > 0 && <path d={speckPath(random, face)} fill="#fff" opacity=".14" />}
        </g>
      ))}
    </g>
  );
}

/** A few flat flecks of mica as one path. */
function speckPath(random: () => number, [x, y, width, height]: Stone["face"]) {
  return Array.from({ length: speckCount }, () => {
    const rx = round(2 + random() * 2.6);
    const ry = round(1 + random() * 1.2);
    const left = round(x + (random() - 0.5) * width);
    const top = round(y + (random() - 0.5) * height);
    return `M${left} ${top}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0`;
  }).join("");
}
