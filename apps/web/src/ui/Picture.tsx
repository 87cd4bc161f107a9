import { useState } from "react";
import { preload } from "react-dom";
import * as css from "./picture.module.css";

/** One file of a picture; `width` in pixels. */
export interface PictureFile {
  url: string;
  type: string;
  width: number;
}

interface PictureProps {
  src: string;
  alt: string;
  /** The same picture in smaller files, the better format first. */
  sources?: readonly PictureFile[];
  /** Fills the picture's place until it is there. */
  colour?: string;
  /** How wide it is shown, as the attribute of an image says it. */
  sizes: string;
  /** In the first view: fetched at once, and named in the head of a page from the server. */
  isFirst?: boolean;
  className?: string;
  width?: number;
  height?: number;
  /** Called if none of its files can be shown. */
  onError: () => void;
}

/** A picture in the smallest of its files that is sharp enough here. Its parent is positioned. */
export function Picture({ src, alt, sources = [], colour, sizes, isFirst, onError, ...image }: PictureProps) {
  const [unreadable, setUnreadable] = useState<string>();
  const files = unreadable === src ? [] : sources;
  const types = [...new Set(files.map(({ type }) => type))];
  const setOf = (type: string) =>
    files.flatMap((file) => (file.type === type ? `${file.url} ${file.width}w` : [])).join(", ");
  const [best] = types;
  if (isFirst) {
    const smaller = best ? { type: best, imageSrcSet: setOf(best), imageSizes: sizes } : {};
    preload(src, { as: "image", fetchPriority: "high", ...smaller });
  }
  return (
    <>
      {colour && (
        // The CSP forbids style attributes; `fill` is an SVG attribute.
        <svg className={css.colour} aria-hidden="true">
          <rect width="100%" height="100%" fill={colour} />
        </svg>
      )}
      <picture className={css.root}>
        {types.map((type) => (
          <source key={type} type={type} srcSet={setOf(type)} sizes={sizes} />
        ))}
        <img
          {...image}
          src={src}
          alt={alt}
          loading={isFirst ? undefined : "lazy"}
          fetchPriority={isFirst ? "high" : undefined}
          decoding="async"
          onError={files.length > 0 ? () => setUnreadable(src) : onError}
        />
      </picture>
    </>
  );
}
