import { Headphones, Play } from "lucide-react";
import { useState } from "react";
import { ThumbArt } from "../art/ThumbArt.tsx";
import { cx } from "./cx.ts";
import * as css from "./media-box.module.css";
import { Picture, type PictureFile } from "./Picture.tsx";

interface MediaBoxProps {
  /** Its title; seeds the art where there is no picture. */
  title: string;
  src?: string | null;
  /** What the picture shows; empty where it only decorates. */
  alt?: string;
  /** Its smaller files and its colour (Picture.tsx). */
  sources?: readonly PictureFile[];
  colour?: string;
  /** The widths at which it is shown; else those of a card in a grid. */
  sizes?: string;
  /** In the first view. */
  isFirst?: boolean;
  /** A round icon that invites to watch or to listen. */
  glyph?: "play" | "listen";
  /** Duration or reading time, where it is known (docs/rules.md#verified-mark). */
  corner?: string;
  className?: string;
}

/** Of a card in a grid. */
const cardWidth = "(max-width: 640px) 92vw, 400px";

/** A 16:9 picture; if there is none or it fails to load, art made from the title. */
export function MediaBox({ title, src, alt = "", glyph, corner, className, ...picture }: MediaBoxProps) {
  const [failed, setFailed] = useState<string>();
  return (
    <div className={cx(css.root, className)}>
      {src && src !== failed ? (
        <Picture src={src} alt={alt} sizes={cardWidth} {...picture} onError={() => setFailed(src)} />
      ) : (
        <ThumbArt title={title} />
      )}
      {glyph && (
        <span className={cx(css.glyph, glyph === "play" ? css.isPlay : css.isListen)}>
          {glyph === "play" ? <Play size={18} /> : <Headphones size={18} />}
        </span>
      )}
      {corner && <span className={css.corner}>{corner}</span>}
    </div>
  );
}
