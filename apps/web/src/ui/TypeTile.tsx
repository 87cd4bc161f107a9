import { FileText, Headphones, MessageSquare, Play, Settings2 } from "lucide-react";
import "./type-tile.css";

const icons = {
  Video: Play,
  Article: FileText,
  PDF: FileText,
  Audio: Headphones,
  Comment: MessageSquare,
  System: Settings2,
};

export type TileType = keyof typeof icons;

export function TypeIcon({ type, size = 14 }: { type: TileType; size?: number }) {
  const Icon = icons[type];
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
