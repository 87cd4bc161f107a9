import { useState } from "react";
import { GoogleGlyph } from "../../art/GoogleGlyph.tsx";
import { LineGlyph } from "../../art/LineGlyph.tsx";
import { Logo, LogoMark } from "../../art/Logo.tsx";
import { Scene } from "../../art/Scene.tsx";
import { Stones } from "../../art/Stones.tsx";
import { ThumbArt } from "../../art/ThumbArt.tsx";
import { StaleMark } from "../../features/reviews/StaleMark.tsx";
import { Avatar } from "../../ui/Avatar.tsx";
import { Badge } from "../../ui/Badge.tsx";
import { Byline } from "../../ui/Byline.tsx";
import { Chip } from "../../ui/Chip.tsx";
import { Count } from "../../ui/Count.tsx";
import { StatusBadge, type StatusWord } from "../../ui/StatusBadge.tsx";
import { type TileType, TypeTile } from "../../ui/TypeTile.tsx";
import { VerifiedMark } from "../../ui/VerifiedMark.tsx";
import { GalleryRow, GallerySection } from "./GallerySection.tsx";
import * as css from "./gallery.module.css";

const statuses: StatusWord[] = ["Published", "Approved", "Pending", "Waiting", "Flagged", "Draft", "Removed"];
const types: TileType[] = ["Video", "Article", "PDF", "Audio", "Comment", "System"];

export function GalleryMarks() {
  const [interested, setInterested] = useState(true);
  return (
    <GallerySection title="Marks">
      <GalleryRow>
        <VerifiedMark form="pill" />
        <VerifiedMark form="dot" />
        <VerifiedMark form="quiet" />
        <VerifiedMark form="pill" standing="due" />
        <VerifiedMark form="pill" standing="outdated" />
        <VerifiedMark form="pill" standing="superseded" />
        <VerifiedMark form="quiet" standing="due" />
        <StaleMark since={4} />
      </GalleryRow>
      <GalleryRow>
        <Stones size={34} count={1} />
        <Stones size={34} count={2} />
        <Stones size={34} />
      </GalleryRow>
      <GalleryRow>
        {statuses.map((status) => (
          <StatusBadge key={status} status={status} />
        ))}
        <Badge kind="info">Info</Badge>
        <Count value={4} of="unread" />
        <Count value={120} of="unread" />
      </GalleryRow>
      <GalleryRow>
        <Chip on={interested} onToggle={() => setInterested(!interested)}>
          Full-Stack
        </Chip>
        <Chip on>Front-End</Chip>
        <Chip>DevOps</Chip>
      </GalleryRow>
      <GalleryRow>
        {types.map((type) => (
          <TypeTile key={type} type={type} />
        ))}
        <TypeTile type="Video" size={28} />
        <TypeTile type="Video" size={40} />
        <TypeTile type="Video" size={42} />
      </GalleryRow>
      <GalleryRow>
        <Avatar name="Amina Yusuf" size={44} />
        <Avatar name="Kofi Asante" size={36} />
        <Avatar name="Lena Hoffmann" />
        <Avatar name="Priya" size={26} />
        <Avatar name="A photo that fails" photo="/favicon-missing.svg" size={42} />
        <Avatar name="A photo" photo="/favicon.svg" size={42} />
        <Byline name="Wanjiru Kamau" note="16 Nov 2025 · 9 min read" size={42} />
      </GalleryRow>
    </GallerySection>
  );
}

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
      <div className={css.scenes}>
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
