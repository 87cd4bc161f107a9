import * as fieldCss from "./field.module.css";

/** Why the last action failed, below what started it; a screen reader says it at once. */
export function FailureLine({ text }: { text: string | null | undefined }) {
  if (!text) return null;
  return (
    <p className={fieldCss.errorText} role="alert">
      {text}
    </p>
  );
}
