import { stonePaths } from "./Logo.tsx";
import * as css from "./logo.module.css";

interface StonesProps {
  size: number;
  /** How many of the three stones stand; the rest are pale. */
  count?: 1 | 2 | 3;
}

/** Three stones in the text's colour: the verified mark's drawing and the measure of progress. */
export function Stones({ size, count = 3 }: StonesProps) {
  return (
    <svg
      className={css.stones}
      width={size}
      height={size}
      viewBox="0 0 32 32"
      fill="currentColor"
      aria-hidden="true"
    >
      {stonePaths.map((path, index) => (
        <path key={path} d={path} opacity={index < count ? undefined : 0.2} />
      ))}
    </svg>
  );
}
