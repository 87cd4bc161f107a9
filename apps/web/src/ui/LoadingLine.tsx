import * as css from "./loading-line.module.css";
import { Spinner } from "./Spinner.tsx";

/** "Loading..." in words, beside a spinner. */
export function LoadingLine({ text }: { text: string }) {
  return (
    <p className={css.root} role="status">
      <Spinner />
      {text}
    </p>
  );
}
