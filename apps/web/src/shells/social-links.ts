import type { LineGlyphName } from "../art/brand/LineGlyph.tsx";

interface SocialLink {
  name: string;
  href: string;
  glyph: LineGlyphName;
}

/** The footer's four outside links (D67). Cairn has no accounts there: a school puts its own addresses here. */
export const socialLinks: readonly SocialLink[] = [
  { name: "Facebook", href: "https://www.facebook.com/", glyph: "facebook" },
  { name: "Twitter", href: "https://x.com/", glyph: "twitter" },
  { name: "Instagram", href: "https://www.instagram.com/", glyph: "instagram" },
  { name: "LinkedIn", href: "https://www.linkedin.com/", glyph: "linkedin" },
];
