import { FileText, Headphones, type LucideIcon, MessageSquare, Play, Settings2 } from "lucide-react";
import "./type-tile.css";

const icons: Record<string, LucideIcon> = {
  Video: Play,
  Article: FileText,
  PDF: FileText,
  Audio: Headphones,
  Comment: MessageSquare,
  System: Settings2,
};

/** The kinds that have a tile; any other is shown as an article. */
export type TileType = "Video" | "Article" | "PDF" | "Audio" | "Comment" | "System";

export function TypeIcon({ type, size = 14 }: { type: TileType; size?: number }) {
  const Icon = icons[type] ?? FileText;
  return <Icon size={size} />;
}

/** Decoration: the type's name or the title stands beside it. */
export function TypeTile({ type, size = 34 }: { type: TileType; size?: 28 | 34 | 40 | 42 }) {
  return (
    <span className={`type-tile tile-${size} tile-${type.toLowerCase()}`}>
      <TypeIcon type={type} size={size < 40 ? 16 : 20} />
    </span>
  );
}
