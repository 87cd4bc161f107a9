import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { replaceFile } from "@cairn/node";

const fileOf = (dataDir: string) => join(dataDir, "last-backup");

/** Lets the running site know of a whole backup (docs/rules.md#status-of-the-server). */
export const noteBackup = (dataDir: string, at: Date): Promise<void> =>
  replaceFile(fileOf(dataDir), `${at.toISOString()}\n`);

/** null: no backup has been seen on this machine. */
export async function lastBackup(dataDir: string): Promise<Date | null> {
  const text = await readFile(fileOf(dataDir), "utf8").catch(() => "");
  const at = new Date(text.trim());
  return Number.isNaN(at.getTime()) ? null : at;
}
