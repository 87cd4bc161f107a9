import { cx } from "../ui/cx.ts";
import * as css from "./contours.module.css";
import { ringPath } from "./shapes.ts";

const rings = Array.from({ length: 10 }, (_, index) =>
  ringPath({
    center: [330, 262],
    radius: 344 - index * 33.25,
    phases: [0.72, 2.1 + index * 0.12, index * 0.4],
  }),
);

/** The lines of a hill on a map, for a dark ground. Decoration. */
export function Contours({ className }: { className?: string }) {
  return (
    <svg className={cx(css.root, className)} viewBox="0 0 620 520" aria-hidden="true">
      {rings.map((path) => (
        <path key={path} d={path} />
      ))}
    </svg>
  );
}
