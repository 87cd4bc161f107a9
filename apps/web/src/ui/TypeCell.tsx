import * as kit from "./kit.module.css";
import { type TileType, TypeTile } from "./TypeTile.tsx";

/** A type in a table. */
export const TypeCell = ({ type }: { type: TileType }) => (
  <span className={kit.iconed}>
    <TypeTile type={type} size={28} />
    {type}
  </span>
);
