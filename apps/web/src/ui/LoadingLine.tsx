import * as kit from "./kit.module.css";
import * as spinnerCss from "./spinner.module.css";

/** "Loading..." in words, beside a spinner. */
export function LoadingLine({ text }: { text: string }) {
  return (
    <p className={`${kit.iconed} ${kit.soft}`} role="status">
      <Spinner />
      {text}
    </p>
  );
}

/** Decorative, beside a text that says what is in progress. */
export function Spinner({ size = 18 }: { size?: number }) {
  return (
    <svg className={spinnerCss.root} width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <path d="M21 12a9 9 0 1 1-6.2-8.56" />
    </svg>
  );
}
