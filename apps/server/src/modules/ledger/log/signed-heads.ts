import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { removeDrafts, replaceFile } from "@cairn/node";
import { type Checkpoint, headOf } from "@cairn/tlog";
import { AppError } from "../../../lib/app-error.ts";

/**
 * The newest checkpoint that this machine signed or served, in the data directory: outside the database, which can be
 * taken back.
 */
const headFile = "log-checkpoint";

export interface SignedHead extends Checkpoint {
  /** As it was signed. */
  readonly note: string;
}

/** The head in a note, without a look at its signatures; null if it is not a checkpoint. */
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

/** Removes what a kill left half written. Other instances may use the same data directory. */
export const removeHeadDrafts = (dataDir: string): Promise<void> => removeDrafts(join(dataDir, headFile));
