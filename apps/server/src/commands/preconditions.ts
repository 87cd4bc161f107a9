import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Config } from "../config.ts";

/** A command cannot begin, and has changed nothing. The message says what to mend. */
export class CannotBegin extends Error {
  override readonly name = "CannotBegin";
}

/** @throws CannotBegin where the embedded database is yet to be made */
export function ensureBegun({ databaseUrl, dataDir }: Pick<Config, "databaseUrl" | "dataDir">): void {
  if (databaseUrl !== null || existsSync(join(dataDir, "db"))) return;
  throw new CannotBegin(`There is no Cairn in ${dataDir} yet. Start it once, or set DATA_DIR.`);
}

/** @throws CannotBegin where a file cannot be written, since its folder is not there */
export function ensureFolderOf(file: string): void {
  if (!existsSync(dirname(file))) throw new CannotBegin(`There is no folder ${dirname(file)} to write into`);
}
