import { areEqual, concat, encode, fromBase64, toBase64, toHex } from "./bytes.ts";
import type { Sha256 } from "./merkle.ts";

/** Notes signed with Ed25519, as in C2SP signed-note, and cosignatures of witnesses, as in C2SP tlog-cosignature. */

/** The signature type of a log's own key: over the text alone. */
export const logType = 0x01;
/** The signature type of a witness's key: over the text and the time of signing. */
export const witnessType = 0x04;
export type KeyType = typeof logType | typeof witnessType;

export const keyLength = 32;
export const timeLength = 8;
const idLength = 4;
const signatureLength = 64;
/** Signature lines that a note may have; the text demands at least 16. */
const maxSignatures = 64;

export interface Verifier {
  readonly name: string;
  readonly type: KeyType;
  /** The first four bytes of a hash of the name, the type and the key. */
  readonly id: Uint8Array;
  /** Ed25519 public key, 32 bytes. */
  readonly publicKey: Uint8Array;
}

export interface Signer extends Verifier {
  /** The signature as it stands in a note, without the key's id. */
  sign(text: string): Uint8Array;
}

/** A signature of a known key, which was verified. */
export interface NoteSignature {
  readonly verifier: Verifier;
  /** With its line feed. */
  readonly line: string;
  /** When a witness signed; null for a log's own signature. */
  readonly at: Date | null;
}

export const idOf = (sha256: Sha256, name: string, type: KeyType, publicKey: Uint8Array): Uint8Array =>
  sha256(encode(`${name}\n`), Uint8Array.of(type), publicKey).subarray(0, idLength);

const secondsOf = (time: Uint8Array): bigint =>
  time.reduce((seconds, byte) => seconds * 256n + BigInt(byte), 0n);

/** What a witness signs: the time in seconds, and the text. */
export const cosignedText = (time: Uint8Array, text: string): Uint8Array =>
  encode(`cosignature/v1\ntime ${secondsOf(time)}\n${text}`);

/** `<name>+<id>+<key>`: what others need to check signatures. */
export const formatVerifierKey = ({ name, id, type, publicKey }: Verifier): string =>
  `${name}+${toHex(id)}+${toBase64(concat(Uint8Array.of(type), publicKey))}`;

/** A signature line of a note, with its line feed. */
export const signatureLine = (signer: Signer, text: string): string =>
  `— ${signer.name} ${toBase64(concat(signer.id, signer.sign(text)))}\n`;

/** Signs a text; it ends with a line feed. */
export function signNote(text: string, signers: readonly Signer[]): string {
  if (!text.endsWith("\n")) throw new Error("a note ends with a line feed");
  return `${text}\n${signers.map((signer) => signatureLine(signer, text)).join("")}`;
}

/** The text of a note, and what stands after it; null if it does not end in signature lines. Nothing is verified. */
export function splitNote(note: string): { text: string; lines: string[] } | null {
  const split = note.lastIndexOf("\n\n");
  if (split < 0 || !note.endsWith("\n")) return null;
  return { text: note.slice(0, split + 1), lines: note.slice(split + 2, -1).split("\n") };
}

interface Checks {
  readonly sha256: Sha256;
  /** Whether an Ed25519 signature is right; the key has 32 bytes, the signature 64. */
  verify(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean;
}

/** Reads keys and notes. */
export function createNoteReader({ sha256, verify }: Checks) {
  /** null if the line is not a verifier key of this type, or its id is not that of its name and key. */
  function readVerifierKey(line: string, type: KeyType = logType): Verifier | null {
    const [, name, id, key] = /^([^+\s]+)\+([0-9a-f]{8})\+(.+)$/.exec(line) ?? [];
    const bytes = key === undefined ? null : fromBase64(key);
    if (name === undefined || bytes?.length !== keyLength + 1 || bytes[0] !== type) return null;
    const publicKey = bytes.subarray(1);
    const own = idOf(sha256, name, type, publicKey);
    return toHex(own) === id ? { name, type, id: own, publicKey } : null;
  }

  function verifySignature(
    { type, publicKey }: Verifier,
    text: string,
    bytes: Uint8Array,
  ): { at: Date | null } | null {
    const time = type === witnessType ? bytes.subarray(0, timeLength) : null;
    const signature = bytes.subarray(time ? timeLength : 0);
    if (signature.length !== signatureLength) return null;
    if (!verify(publicKey, time ? cosignedText(time, text) : encode(text), signature)) return null;
    return { at: time && new Date(Number(secondsOf(time)) * 1000) };
  }

  /**
   * The text of a note and the signatures of these keys, in the note's order; null if there is none, or one of theirs is
   * wrong. Signatures of other keys are ignored.
   */
  function readNote(
    note: string,
    verifiers: readonly Verifier[],
  ): { text: string; signatures: NoteSignature[] } | null {
    const parts = splitNote(note);
    const hasControls = [...note].some((character) => character < " " && character !== "\n");
    if (!parts || hasControls || parts.lines.length > maxSignatures) return null;
    const signatures: NoteSignature[] = [];
    for (const line of parts.lines) {
      const [, name, base64] = /^— ([^\s+]+) (\S+)$/u.exec(line) ?? [];
      const bytes = base64 === undefined ? null : fromBase64(base64);
      if (!bytes || bytes.length <= idLength) return null;
      const id = bytes.subarray(0, idLength);
      const verifier = verifiers.find((one) => one.name === name && areEqual(one.id, id));
      if (!verifier) continue;
      const found = verifySignature(verifier, parts.text, bytes.subarray(idLength));
      if (!found) return null;
      signatures.push({ verifier, line: `${line}\n`, at: found.at });
    }
    return signatures.length > 0 ? { text: parts.text, signatures } : null;
  }

  return {
    readVerifierKey,
    readNote,
    /** The text of a note alone. */
    openNote: (note: string, verifiers: readonly Verifier[]): string | null =>
      readNote(note, verifiers)?.text ?? null,
  };
}
