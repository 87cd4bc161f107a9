import { type ComponentProps, type ReactNode, useState } from "react";
import { Link } from "react-router";
import { hashText } from "../art/shapes.ts";
import { mediaSource } from "../lib/api/media-source.ts";
import * as css from "./avatar.module.css";
import * as bylineCss from "./byline.module.css";
import { cx } from "./cx.ts";

const tints = [css.tint0, css.tint1, css.tint2, css.tint3, css.tint4];

/** First letters of the first and the last word. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends.map((word) => Array.from(word ?? "")[0]?.toUpperCase() ?? "").join("");
}

interface AvatarProps {
  name: string;
  /** As the server gives it, or of a file on this device. */
  photo?: string | null;
  size?: 26 | 32 | 36 | 44 | 112;
  className?: string;
}

/** Decorative: the name is shown next to it as text. */
export function Avatar({ name, photo, size = 32, className }: AvatarProps) {
  const [failed, setFailed] = useState<string>();
  // No tint until the name is known, because the colour would change visibly.
  const tint = name.trim() ? tints[hashText(name) % tints.length] : css.tintNone;
  return (
    <span className={cx(css.root, tint, className)} data-size={size} aria-hidden="true">
      {photo && photo !== failed ? (
        <img src={mediaSource(photo)} alt="" decoding="async" onError={() => setFailed(photo)} />
      ) : (
        initialsOf(name)
      )}
    </span>
  );
}

interface BylineProps extends ComponentProps<typeof Avatar> {
  /** Second line: a date, a role, an address. */
  note?: ReactNode;
  /** Path of the person's page. */
  to?: string | undefined;
}

/** A person's name with the avatar beside it. */
export function Byline({ name, photo, size = 26, note, to, className }: BylineProps) {
  return (
    <span className={cx(bylineCss.root, className)}>
      <Avatar name={name} photo={photo} size={size} />
      <span className={bylineCss.text}>
        <b>{to === undefined ? name : <Link to={to}>{name}</Link>}</b>
        {note && <span>{note}</span>}
      </span>
    </span>
  );
}
