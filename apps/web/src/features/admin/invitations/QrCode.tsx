import { encode } from "uqr";
import * as css from "./invitations.module.css";

/** The text as a QR code, dark on white in every theme, so that cameras read it. */
export function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { ecc: "M", border: 2 });
  const path = data
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])))
    .join("");
  return (
    <svg className={css.code} viewBox={`0 0 ${size} ${size}`} role="img" aria-label="QR code of the link">
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
