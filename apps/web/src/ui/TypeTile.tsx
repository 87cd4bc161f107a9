import { FileText, Headphones, MessageSquare, Play, Settings2 } from "lucide-react";
import * as categoryLineCss from "./category-line.module.css";
import * as kit from "./kit.module.css";
import * as css from "./type-tile.module.css";

const icons = {
  Video: Play,
  Article: FileText,
  PDF: FileText,
  Audio: Headphones,
  Comment: MessageSquare,
  System: Settings2,
};

export type TileType = keyof typeof icons;

/** Articles and PDFs keep the colour of `root`. */
const tints = {
  Video: css.video,
  Article: "",
  PDF: "",
  Audio: css.audio,
  Comment: css.comment,
  System: css.system,
};

function TypeIcon({ type, size = 14 }: { type: TileType; size?: number }) {
  const Icon = icons[type];
  return <Icon size={size} />;
}

/** Decorative: the type's name or the title is shown next to it. */
export function TypeTile({ type, size = 34 }: { type: TileType; size?: 28 | 34 | 40 }) {
  return (
    <span className={`${css.root} ${tints[type]}`} data-size={size}>
      <TypeIcon type={type} size={size < 40 ? 16 : 20} />
    </span>
  );
}

/** An item's category, with the icon of its type. */
export function CategoryLine({ type, name }: { type: TileType; name: string }) {
  return (
    <span className={`${kit.clip} ${categoryLineCss.root}`}>
      <TypeIcon type={type} />
      {name}
    </span>
  );
}
