import "./loading-line.css";
import { Spinner } from "./Spinner.tsx";

/** "Loading..." in words, beside a spinner. */
export function LoadingLine({ text }: { text: string }) {
  return (
    <p className="loading-line" role="status">
      <Spinner />
      {text}
    </p>
  );
}
