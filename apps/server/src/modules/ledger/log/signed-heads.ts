import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { removeDrafts, replaceFile } from "@cairn/node";
import { type Checkpoint, headOf } from "@cairn/tlog";
import { AppError } from "../../../lib/app-error.ts";

/**
 * The newest checkpoint that this machine signed or served. It is stored in the data directory, outside the database,
 * which may be restored to an older state.
 */
const headFile = "log-checkpoint";

export interface SignedHead extends Checkpoint {
  /** As it was signed. */
  readonly note: string;
}

/** Reads the head of a note without checking signatures; null if it is no checkpoint. */
export function headOfNote(note: string): SignedHead | null {
  const head = headOf(note);
  return head && { ...head, note };
}

/** null if nothing was ever signed here. @throws AppError naming the file if it does not contain a checkpoint. */
export async function readSignedHead(dataDir: string): Promise<SignedHead | null> {
  const path = join(dataDir, headFile);
  let note: string;
  try {
    note = await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
  const head = headOfNote(note);
  if (head) return head;
  throw new AppError("not_allowed", { sentence: `${path} does not contain a checkpoint of the log.` });
}

/** Replaces the stored checkpoint; it is on the disk when this resolves. */
export const writeSignedHead = (dataDir: string, note: string): Promise<void> =>
  replaceFile(join(dataDir, headFile), note);

/** Removes files that a killed process left incomplete. Other instances may share the data directory. */
export const removeHeadDrafts = (dataDir: string): Promise<void> => removeDrafts(join(dataDir, headFile));
