import { useState } from "react";
import { hashText } from "../art/random.ts";
import "./avatar.css";

const tintCount = 5;

/** First letters of the first and the last word. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends.map((word) => Array.from(word ?? "")[0]?.toUpperCase() ?? "").join("");
}

interface AvatarProps {
  name: string;
  photo?: string | null;
  size?: 26 | 30 | 32 | 34 | 36 | 42 | 44 | 112;
}

/** Decoration: the name stands beside it in words. */
export function Avatar({ name, photo, size = 32 }: AvatarProps) {
  const [failed, setFailed] = useState<string>();
  // A name that is not known yet has no tint either: it would change before the eyes.
  const tint = name.trim() ? hashText(name) % tintCount : "none";
  return (
    <span className={`avatar avatar-${size} tint-${tint}`} aria-hidden="true">
      {photo && photo !== failed ? (
        <img src={photo} alt="" decoding="async" onError={() => setFailed(photo)} />
      ) : (
        initialsOf(name)
      )}
    </span>
  );
}
