import { useId } from "react";
import { Cairn } from "./Cairn.tsx";
import { seededRandom } from "./random.ts";
import "./scene.css";
import { type SceneName, scenes } from "./scenes.ts";
import { mix, ridgePath } from "./shapes.ts";

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
      className="scene"
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
      <path d={scene.trail} className="scene-trail" />
      <Cairn x={scene.cairn[0]} y={scene.cairn[1]} scale={scene.cairn[2]} seed={scene.seed} />
    </svg>
  );
}

/** The hill in front, a gentle wave. */
function groundPath(width: number, height: number, ground: number) {
  const at = (share: number) => Math.round(width * share);
  return `M0 ${height}V${ground}C${at(0.2)} ${ground - 24} ${at(0.36)} ${ground + 2} ${at(0.52)} ${ground - 12}S${at(0.85)} ${ground - 26} ${width} ${ground - 8}V${height}Z`;
}
