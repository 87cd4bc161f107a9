/** Decorative, beside a text that says what is in progress. */
import * as css from "./spinner.module.css";

export function Spinner({ size = 18 }: { size?: number }) {
  return (
    <svg className={css.root} width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <path d="M21 12a9 9 0 1 1-6.2-8.56" />
    </svg>
  );
}
