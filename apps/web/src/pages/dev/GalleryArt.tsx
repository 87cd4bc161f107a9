import { GoogleGlyph } from "../../art/brand/GoogleGlyph.tsx";
import { LineGlyph } from "../../art/brand/LineGlyph.tsx";
import { Logo, LogoMark } from "../../art/Logo.tsx";
import { Scene } from "../../art/Scene.tsx";
import { ThumbArt } from "../../art/ThumbArt.tsx";
import { GalleryRow, GallerySection } from "./GallerySection.tsx";

const titles = [
  "Postgres indexes that actually help",
  "Writing a Dockerfile you can trust",
  "What I learned in my first on-call week",
  "React Server Components, slowly",
  "Zero-downtime deploys with blue/green",
  "Hashing passwords in ten minutes",
];

export function GalleryArt() {
  return (
    <GallerySection title="Art">
      <GalleryRow>
        <Logo size={44} />
        <LogoMark size={30} />
        <LogoMark size={16} />
        <GoogleGlyph />
        {(["github", "facebook", "twitter", "instagram", "linkedin"] as const).map((name) => (
          <LineGlyph key={name} name={name} />
        ))}
      </GalleryRow>
      <div className="grid grid-cols-3 gap-2">
        {titles.map((title) => (
          <ThumbArt key={title} title={title} />
        ))}
      </div>
      {(["landing", "banner", "login", "register"] as const).map((name) => (
        <Scene key={name} name={name} />
      ))}
    </GallerySection>
  );
}
