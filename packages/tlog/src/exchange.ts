import { decode, fromBase64, toBase64 } from "./bytes.ts";
import { type Checkpoint, headOf } from "./checkpoint.ts";
import { hashLength } from "./tiles.ts";

/** What logs, witnesses and readers send each other around a checkpoint: proofs, and what a witness is asked to sign. */

/** A proof that needs nothing else to be checked, as in C2SP tlog-proof. */
export interface LogProof {
  readonly index: number;
  readonly hashes: readonly Uint8Array[];
  /** The signed checkpoint of the tree that the hashes lead to. */
  readonly checkpoint: string;
  /** Not authenticated by itself; it may be the leaf, whose hash the proof starts from. */
  readonly extra: Uint8Array;
}

const proofForm = "c2sp.org/tlog-proof@v1";

export const formatProof = ({ index, hashes, checkpoint, extra }: LogProof): string =>
  [
    proofForm,
    `extra ${toBase64(extra)}`,
    `index ${index}`,
    ...hashes.map((hash) => toBase64(hash)),
    "",
    checkpoint,
  ].join("\n");

/** null if the text is not a proof with an `extra` line. Nothing is verified. */
export function readProof(text: string): LogProof | null {
  const end = text.indexOf("\n\n");
  const [form, extraLine = "", indexLine = "", ...hashLines] = text.slice(0, end).split("\n");
  const extra = fromBase64(extraLine.replace(/^extra /, ""));
  const [, index] = /^index (\d{1,15})$/.exec(indexLine) ?? [];
  const hashes = readHashes(hashLines);
  if (end < 0 || form !== proofForm || index === undefined || !extra || !hashes) return null;
  return { index: Number(index), hashes, checkpoint: text.slice(end + 2), extra };
}

/** What a log sends to `add-checkpoint`, as in C2SP tlog-witness. */
export interface Submission {
  /** The size of the checkpoint that the proof begins with. */
  readonly oldSize: number;
  readonly proof: readonly Uint8Array[];
  /** The signed checkpoint; its signatures are not verified yet. */
  readonly note: string;
  readonly checkpoint: Checkpoint;
}

/** The most hashes that a consistency proof may have. */
const maxHashes = 63;

export const formatSubmission = ({ oldSize, proof, note }: Omit<Submission, "checkpoint">): string =>
  [`old ${oldSize}`, ...proof.map((hash) => toBase64(hash)), "", note].join("\n");

/** null if the bytes are not a submission. */
export function readSubmission(bytes: Uint8Array): Submission | null {
  const body = decode(bytes);
  const end = body?.indexOf("\n\n") ?? -1;
  if (body === null || end < 0) return null;
  const [oldLine = "", ...hashLines] = body.slice(0, end).split("\n");
  const [, oldText] = /^old (0|[1-9]\d{0,15})$/.exec(oldLine) ?? [];
  const oldSize = Number(oldText);
  const proof = hashLines.length > maxHashes ? null : readHashes(hashLines);
  const note = body.slice(end + 2);
  const checkpoint = headOf(note);
  return checkpoint && proof && Number.isSafeInteger(oldSize) ? { oldSize, proof, note, checkpoint } : null;
}

/** null if a line is not a hash. */
function readHashes(lines: readonly string[]): Uint8Array[] | null {
  const hashes = lines.map(fromBase64).filter((hash) => hash?.length === hashLength) as Uint8Array[];
  return hashes.length === lines.length ? hashes : null;
}
