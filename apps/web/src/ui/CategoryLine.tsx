import * as css from "./category-line.module.css";
import { type TileType, TypeIcon } from "./TypeTile.tsx";

/** An item's category, with the icon of its type. */
export function CategoryLine({ type, name }: { type: TileType; name: string }) {
  return (
    <span className={css.root}>
      <TypeIcon type={type} />
      {name}
    </span>
  );
}
