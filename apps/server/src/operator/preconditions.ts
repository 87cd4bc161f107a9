import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Config } from "../config.ts";

/** A command cannot begin, and has changed nothing. The message says what to fix. */
export class CannotBegin extends Error {
  override readonly name = "CannotBegin";
}

/** @throws CannotBegin if the embedded database does not exist yet */
export function ensureBegun({ databaseUrl, dataDir }: Pick<Config, "databaseUrl" | "dataDir">): void {
  if (databaseUrl !== null || existsSync(join(dataDir, "db"))) return;
  throw new CannotBegin(`There is no Cairn data in ${dataDir} yet. Start Cairn once, or set DATA_DIR.`);
}

/** @throws CannotBegin if a file cannot be written because its folder does not exist */
export function ensureFolderOf(file: string): void {
  if (!existsSync(dirname(file))) throw new CannotBegin(`The folder ${dirname(file)} does not exist`);
}
