import { useId } from "react";
import { seededRandom } from "./random.ts";
import { round } from "./shapes.ts";

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
export function Cairn({ x, y, scale, seed }: CairnProps) {
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
