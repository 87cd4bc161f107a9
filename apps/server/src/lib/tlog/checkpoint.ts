import { hashLength } from "./merkle.ts";
import { readBase64 } from "./signed-note.ts";

/** A tree head of a log, as in C2SP tlog-checkpoint. */
export interface Checkpoint {
  readonly origin: string;
  readonly size: number;
  readonly root: Buffer;
}

/** The text that is signed. */
export const formatCheckpoint = ({ origin, size, root }: Checkpoint): string =>
  `${origin}\n${size}\n${root.toString("base64")}\n`;

/** Reads the text of a note; lines after the third are extensions and are ignored. null if it is not a checkpoint. */
export function readCheckpoint(text: string): Checkpoint | null {
  const [origin, sizeText = "", rootText = "", ...rest] = text.split("\n");
  const root = readBase64(rootText);
  const size = /^(0|[1-9]\d{0,15})$/.test(sizeText) ? Number(sizeText) : Number.NaN;
  const isWhole = rest.at(-1) === "" && rest.indexOf("") === rest.length - 1;
  if (!origin || !Number.isSafeInteger(size) || root?.length !== hashLength || !isWhole) return null;
  return { origin, size, root };
}

/** A proof that needs nothing else to be checked, as in C2SP tlog-proof. */
export interface LogProof {
  readonly index: number;
  readonly hashes: readonly Buffer[];
  /** The signed checkpoint of the tree that the hashes lead to. */
  readonly checkpoint: string;
  /** Not authenticated by itself; in Cairn it is the leaf, whose hash the proof starts from. */
  readonly extra: Buffer;
}

export const formatProof = ({ index, hashes, checkpoint, extra }: LogProof): string =>
  [
    "c2sp.org/tlog-proof@v1",
    `extra ${extra.toString("base64")}`,
    `index ${index}`,
    ...hashes.map((hash) => hash.toString("base64")),
    "",
    checkpoint,
  ].join("\n");
