import { Headphones, Play } from "lucide-react";
import { useState } from "react";
import { ThumbArt } from "../art/ThumbArt.tsx";
import { cx } from "./cx.ts";
import "./media-box.css";

interface MediaBoxProps {
  /** What it is called: the seed of the art where there is no picture. */
  title: string;
  src?: string | null;
  /** What the picture shows; empty where it only decorates. */
  alt?: string;
  /** A round sign that says: press to watch, or to listen. */
  glyph?: "play" | "listen";
  /** Duration or reading time, where it is known (D60). */
  corner?: string;
  className?: string;
}

/** A 16:9 picture; where there is none, or it fails, the art of its title. */
export function MediaBox({ title, src, alt = "", glyph, corner, className }: MediaBoxProps) {
  const [failed, setFailed] = useState<string>();
  return (
    <div className={cx("media", className)}>
      {src && src !== failed ? (
        <img src={src} alt={alt} loading="lazy" decoding="async" onError={() => setFailed(src)} />
      ) : (
        <ThumbArt title={title} />
      )}
      {glyph && (
        <span className={cx("media-glyph", `is-${glyph}`)}>
          {glyph === "play" ? <Play size={18} /> : <Headphones size={18} />}
        </span>
      )}
      {corner && <span className="media-corner">{corner}</span>}
    </div>
  );
}
