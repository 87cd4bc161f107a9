import { areEqual, type Bytes, concat, encode, fromBase64, sha256, toHex } from "./bytes.ts";
import { hashLength, type Tree } from "./merkle.ts";

/** Notes signed with Ed25519 (C2SP signed-note), the checkpoints in them, and witnesses' cosignatures. */

/** Signature types: a log signs the text alone, a witness the time and the text. */
const types = { log: 1, witness: 4 } as const;
const keyLength = 32;
const timeLength = 8;
const signatureLength = 64;
/** Characters of a note; the rest of a longer one is not worth reading. */
export const longestNote = 16_384;

export interface VerifierKey {
  /** As it was read: `<name>+<id>+<key>`. */
  readonly line: string;
  readonly name: string;
  readonly isWitness: boolean;
  readonly id: Bytes;
  readonly publicKey: Bytes;
}

export interface Checkpoint extends Tree {
  readonly origin: string;
}

/** This browser has no Ed25519. */
export class NoEd25519 extends Error {}

/** null if the line is not a verifier key, or its id is not that of its name and key. */
export async function readVerifierKey(line: string): Promise<VerifierKey | null> {
  const [, name = "", id, key = ""] = /^([^+\s]+)\+([0-9a-f]{8})\+(\S+)$/.exec(line.trim()) ?? [];
  const bytes = fromBase64(key);
  const isWitness = bytes?.[0] === types.witness;
  if (bytes?.length !== keyLength + 1 || (bytes[0] !== types.log && !isWitness)) return null;
  const own = (await sha256(encode(`${name}\n`), bytes)).slice(0, 4);
  return toHex(own) === id
    ? { line: line.trim(), name, isWitness, id: own, publicKey: bytes.slice(1) }
    : null;
}

/** A checkpoint as it stands in a note. Nothing is verified. null if there is none. */
export function readNote(note: string): { text: string; head: Checkpoint; signatures: string[] } | null {
  const split = note.lastIndexOf("\n\n");
  if (note.length > longestNote || split < 0 || !note.endsWith("\n")) return null;
  const text = note.slice(0, split + 1);
  const [origin, sizeText = "", rootText = "", ...rest] = text.split("\n");
  const root = fromBase64(rootText);
  const size = /^[1-9]\d{0,15}$/.test(sizeText) ? Number(sizeText) : Number.NaN;
  if (!origin || !Number.isSafeInteger(size) || root?.length !== hashLength || rest.at(-1) !== "")
    return null;
  return { text, head: { origin, size, root }, signatures: note.slice(split + 2, -1).split("\n") };
}

/**
 * Whether the key has signed the note's text. For a key that signed several times one valid signature is enough.
 * @throws NoEd25519
 */
export async function isSignedBy(
  { text, signatures }: { text: string; signatures: readonly string[] },
  key: VerifierKey,
): Promise<boolean> {
  for (const line of signatures) {
    const [, name, base64 = ""] = /^— ([^\s+]+) (\S+)$/u.exec(line) ?? [];
    const bytes = fromBase64(base64);
    if (name === key.name && bytes && areEqual(bytes.slice(0, 4), key.id)) {
      if (await isValid(key, text, bytes.slice(4))) return true;
    }
  }
  return false;
}

async function isValid(key: VerifierKey, text: string, bytes: Bytes): Promise<boolean> {
  const from = key.isWitness ? timeLength : 0;
  if (bytes.length !== from + signatureLength) return false;
  const time = key.isWitness ? new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0) : null;
  const signed =
    time === null ? encode(text) : concat(encode(`cosignature/v1\ntime ${time}\n`), encode(text));
  const publicKey = await crypto.subtle
    .importKey("raw", key.publicKey, "Ed25519", false, ["verify"])
    .catch((error: unknown) => {
      if (error instanceof Error && error.name === "DataError") return null;
      throw new NoEd25519();
    });
  return publicKey !== null && crypto.subtle.verify("Ed25519", publicKey, bytes.slice(from), signed);
}
