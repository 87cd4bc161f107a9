import { fromBase64, toBase64 } from "./bytes.ts";
import type { Tree } from "./merkle.ts";
import { splitNote } from "./signed-note.ts";
import { hashLength } from "./tiles.ts";

/** A tree head of a log, as in C2SP tlog-checkpoint. */
export interface Checkpoint extends Tree {
  readonly origin: string;
}

/** The text that is signed. */
export const formatCheckpoint = ({ origin, size, root }: Checkpoint): string =>
  `${origin}\n${size}\n${toBase64(root)}\n`;

/** Reads the text of a note; lines after the third are extensions and are ignored. null if it is not a checkpoint. */
export function readCheckpoint(text: string): Checkpoint | null {
  const [origin, sizeText = "", rootText = "", ...rest] = text.split("\n");
  const root = fromBase64(rootText);
  const size = /^(0|[1-9]\d{0,15})$/.test(sizeText) ? Number(sizeText) : Number.NaN;
  const isWhole = rest.at(-1) === "" && rest.indexOf("") === rest.length - 1;
  if (!origin || !Number.isSafeInteger(size) || root?.length !== hashLength || !isWhole) return null;
  return { origin, size, root };
}

/** The checkpoint in a note, without checking its signatures; null if there is none. */
export const headOf = (note: string): Checkpoint | null => readCheckpoint(splitNote(note)?.text ?? "");
