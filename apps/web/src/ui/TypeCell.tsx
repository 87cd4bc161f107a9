import * as dataTableCss from "./data-table.module.css";
import { type TileType, TypeTile } from "./TypeTile.tsx";

/** A type in a table. */
export const TypeCell = ({ type }: { type: TileType }) => (
  <span className={dataTableCss.typeCell}>
    <TypeTile type={type} size={28} />
    {type}
  </span>
);
