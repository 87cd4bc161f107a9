import * as css from "./line-glyph.module.css";

const paths = {
  github:
    "M15 21.5v-3.6c0-1.1-.1-1.7-.6-2.2 2.9-.4 5.6-1.6 5.6-6.2 0-1.3-.4-2.4-1.2-3.2.2-.9.1-1.8-.2-2.8 0 0-1.2 0-3.1 1.4a11 11 0 0 0-7 0C6.6 3.5 5.4 3.5 5.4 3.5c-.3 1-.4 1.9-.2 2.8C4.4 7.1 4 8.2 4 9.5c0 4.6 2.7 5.8 5.6 6.2-.5.5-.6 1.1-.6 2.2v3.6M9 18.8c-3.7 1.3-3.9-1.9-6-2.3",
  facebook:
    "M13.8 21.5v-7.7h3.4l.8-3.8h-4.2V7.6c0-1 .5-1.6 1.6-1.6H18V2.5h-3.4c-2.9 0-4.6 1.8-4.6 4.6V10H7v3.8h3v7.7Z",
  twitter:
    "M21.5 5.6c-.4 1.3-1 2.3-2 3.1.3 6.6-4.4 11.3-10.5 11.3-2.4 0-4.6-.6-6.5-1.8 2.3.2 4.3-.4 5.9-1.6-2-.2-3.4-1.3-4-3.1h1.8C4 12.6 2.9 11 2.9 9c.6.3 1.2.5 1.9.5C3 8 2.6 5.9 3.6 4c2.1 2.5 4.8 3.9 8.1 4.1-.5-2.7 1.3-4.8 3.8-4.8 1.2 0 2.2.5 2.9 1.2 1-.2 1.8-.5 2.6-1-.3 1-.9 1.8-1.7 2.3.8 0 1.5-.1 2.2-.2Z",
  instagram:
    "M7 2.5h10A4.5 4.5 0 0 1 21.5 7v10a4.5 4.5 0 0 1-4.5 4.5H7A4.5 4.5 0 0 1 2.5 17V7A4.5 4.5 0 0 1 7 2.5Z M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8Z M17.3 6.7h.01",
  linkedin:
    "M2.5 9.5h3.6v11.5H2.5Z M4.3 2.5a1.8 1.8 0 1 1 0 3.6 1.8 1.8 0 0 1 0-3.6Z M9.5 21V9.5h3.5v1.7c.8-1.2 2-1.9 3.7-1.9 3 0 4.8 2 4.8 5.4V21h-3.6v-5.8c0-1.7-.8-2.7-2.3-2.7s-2.5 1-2.5 2.7V21Z",
} as const;

export type LineGlyphName = keyof typeof paths;

/** A social network's logo in the line style of our icons; the icon set has none. */
export function LineGlyph({ name, size = 18 }: { name: LineGlyphName; size?: number }) {
  return (
    <svg className={css.root} width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}
