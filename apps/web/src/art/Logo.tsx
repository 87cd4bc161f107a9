import { Link } from "react-router";
import "./logo.css";
import { stonePaths } from "./stone-paths.ts";

/** The mark alone: base stones in the text's colour, the top stone in tarn. */
export function LogoMark({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" fill="currentColor" aria-hidden="true">
      {stonePaths.map((path, index) => (
        <path key={path} d={path} fill={index === 2 ? "var(--accent)" : undefined} />
      ))}
    </svg>
  );
}

export function Logo({ size = 28 }: { size?: number }) {
  return (
    <span className="logo">
      <LogoMark size={size} />
      Cairn
    </span>
  );
}

export function LogoLink({ to, size = 28 }: { to: string; size?: number }) {
  return (
    <Link className="logo" to={to} aria-label="Cairn, home">
      <LogoMark size={size} />
      Cairn
    </Link>
  );
}
