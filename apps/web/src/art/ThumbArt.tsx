import { memo } from "react";
import { thumbOf } from "./thumb.ts";
import * as css from "./thumb-art.module.css";
import { thumbHeight, thumbWidth } from "./thumb-motifs.ts";

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
