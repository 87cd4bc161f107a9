import "./category-line.css";
import { type TileType, TypeIcon } from "./TypeTile.tsx";

/** What an item belongs to, with the icon of what it is. */
export function CategoryLine({ type, name }: { type: TileType; name: string }) {
  return (
    <span className="category-line">
      <TypeIcon type={type} />
      {name}
    </span>
  );
}
