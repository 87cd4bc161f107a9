import { type Checkpoint, readCheckpoint } from "../lib/tlog/checkpoint.ts";
import { hashLength } from "../lib/tlog/merkle.ts";
import { readBase64, splitNote } from "../lib/tlog/signed-note.ts";

/** What a log sends to `add-checkpoint`, as in C2SP tlog-witness. */
export interface Submission {
  /** The size of the checkpoint that the proof begins with. */
  readonly oldSize: number;
  readonly proof: readonly Buffer[];
  /** The signed checkpoint; its signatures are not verified yet. */
  readonly note: string;
  readonly checkpoint: Checkpoint;
}

/** The most hashes that a consistency proof may have. */
const maxHashes = 63;

export const formatSubmission = ({ oldSize, proof, note }: Omit<Submission, "checkpoint">): string =>
  [`old ${oldSize}`, ...proof.map((hash) => hash.toString("base64")), "", note].join("\n");

/** null if the bytes are not a submission. */
export function readSubmission(bytes: Uint8Array): Submission | null {
  const body = decodeText(bytes);
  const end = body?.indexOf("\n\n") ?? -1;
  if (body === null || end < 0) return null;
  const [oldLine = "", ...hashLines] = body.slice(0, end).split("\n");
  const [, oldText] = /^old (0|[1-9]\d{0,15})$/.exec(oldLine) ?? [];
  const oldSize = Number(oldText);
  const proof = hashLines.map(readBase64).filter((hash) => hash?.length === hashLength) as Buffer[];
  const note = body.slice(end + 2);
  const checkpoint = readCheckpoint(splitNote(note)?.text ?? "");
  const isWhole =
    Number.isSafeInteger(oldSize) && proof.length === hashLines.length && proof.length <= maxHashes;
  return checkpoint && isWhole ? { oldSize, proof, note, checkpoint } : null;
}

function decodeText(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
