import { wideLogo } from "@cairn/contract";
import { Link } from "react-router";
import { currentSite, siteName } from "../lib/site.ts";
import * as css from "./logo.module.css";

/** The three stones of the mark in a 32 px box, from the ground up. */
const stonePaths = [
  "M2 25.9c0-3.3 5.5-4.9 13.6-4.9 8.4 0 14.3 1.5 14.3 4.7 0 3.3-5.8 4.5-14.1 4.5-8.2 0-13.8-1.2-13.8-4.3Z",
  "M6.3 16.3c0-3.1 4.5-4.8 10.9-4.8 6.2 0 10.3 1.6 10.3 4.4 0 3-4.3 4.2-10.5 4.2-6.4 0-10.7-1-10.7-3.8Z",
  "M7.8 6.9c0-2.9 3-4.7 7.1-4.7 4.2 0 7.3 1.6 7.3 4.3 0 2.8-3.2 4.1-7.3 4.1-4.2 0-7.1-1.1-7.1-3.7Z",
] as const;

/** The mark alone: base stones in the text's colour, the top stone in tarn. */
function LogoMark({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" fill="currentColor" aria-hidden="true">
      {stonePaths.map((path, index) => (
        <path key={path} d={path} fill={index === 2 ? "var(--accent)" : undefined} />
      ))}
    </svg>
  );
}

/** The site's own logo, or the mark, and the name. The server puts the logo into pages of the build (lib/site-look.ts there). */
function NamedMark({ size }: { size: number }) {
  const { name, logo } = currentSite();
  const isWide = logo !== null && logo.ratio >= wideLogo;
  return (
    <span className={css.mark} data-logo={size}>
      {logo ? (
        <img src={logo.url} width={Math.round(size * logo.ratio)} height={size} alt={isWide ? name : ""} />
      ) : (
        <LogoMark size={size} />
      )}
      {!isWide && <span>{name}</span>}
    </span>
  );
}

export function Logo({ size = 28 }: { size?: number }) {
  return (
    <span className={css.root}>
      <NamedMark size={size} />
    </span>
  );
}

export function LogoLink({ to, size = 28 }: { to: string; size?: number }) {
  return (
    <Link className={css.root} to={to} aria-label={`${siteName()}, home`}>
      <NamedMark size={size} />
    </Link>
  );
}

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
