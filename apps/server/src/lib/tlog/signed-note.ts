import {
  createHash,
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  randomBytes,
  sign,
  verify,
} from "node:crypto";

/** Notes signed with Ed25519, as in C2SP signed-note, and cosignatures of witnesses, as in C2SP tlog-cosignature. */

/** The signature type of a log's own key: over the text alone. */
const logType = 0x01;
/** The signature type of a witness's key: over the text and the time of signing. */
export const witnessType = 0x04;
export type KeyType = typeof logType | typeof witnessType;

const keyLength = 32;
const timeLength = 8;
const signatureLength = 64;
/** Signature lines that a note may have; the text demands at least 16. */
const maxSignatures = 64;

export interface Verifier {
  readonly name: string;
  readonly type: KeyType;
  /** The first four bytes of a hash of the name, the type and the key. */
  readonly id: Buffer;
  /** Ed25519 public key, 32 bytes. */
  readonly publicKey: Buffer;
}

export interface Signer extends Verifier {
  /** The signature as it stands in a note, without the key's id. */
  sign(text: string): Buffer;
}

const idOf = (name: string, type: KeyType, publicKey: Buffer): Buffer =>
  createHash("sha256")
    .update(`${name}\n`)
    .update(Buffer.from([type]))
    .update(publicKey)
    .digest()
    .subarray(0, 4);

// An Ed25519 key in DER is a fixed header and 32 bytes (RFC 8410).
const privateHeader = Buffer.from("302e020100300506032b657004220420", "hex");
const publicHeader = Buffer.from("302a300506032b6570032100", "hex");
const publicKeyObject = (key: Buffer): KeyObject =>
  createPublicKey({ key: Buffer.concat([publicHeader, key]), format: "der", type: "spki" });

/** The log's signer with this 32-byte secret, under a name. */
export function signerOf(name: string, seed: Buffer): Signer {
  const { key, publicKey } = keysOf(seed);
  return {
    name,
    type: logType,
    id: idOf(name, logType, publicKey),
    publicKey,
    sign: (text) => sign(null, Buffer.from(text), key),
  };
}

/** The witness's signer with this 32-byte secret, under a name; `now` is the time that it states. */
export function cosignerOf(name: string, seed: Buffer, now: () => Date): Signer {
  const { key, publicKey } = keysOf(seed);
  return {
    name,
    type: witnessType,
    id: idOf(name, witnessType, publicKey),
    publicKey,
    sign(text) {
      const time = Buffer.alloc(timeLength);
      time.writeBigUInt64BE(BigInt(Math.floor(now().getTime() / 1000)));
      return Buffer.concat([time, sign(null, cosignedText(time, text), key)]);
    },
  };
}

function keysOf(seed: Buffer): { key: KeyObject; publicKey: Buffer } {
  const key = createPrivateKey({ key: Buffer.concat([privateHeader, seed]), format: "der", type: "pkcs8" });
  const publicKey = createPublicKey(key).export({ format: "der", type: "spki" }).subarray(-keyLength);
  return { key, publicKey };
}

/** What a witness signs: the time in seconds, and the text. */
const cosignedText = (time: Buffer, text: string): Buffer =>
  Buffer.from(`cosignature/v1\ntime ${time.readBigUInt64BE()}\n${text}`);

export const newSeed = (): Buffer => randomBytes(keyLength);

/** `PRIVATE+KEY+<name>+<id>+<key>`, as Go's sumdb/note writes it. */
export function formatSignerKey(name: string, seed: Buffer, type: KeyType = logType): string {
  const id = idOf(name, type, keysOf(seed).publicKey);
  const key = Buffer.concat([Buffer.from([type]), seed]).toString("base64");
  return `PRIVATE+KEY+${name}+${id.toString("hex")}+${key}`;
}

/** The secret of a log's signer key line; null if the line is not one, or its id is not that of its key. */
export const readSignerKey = (line: string): Buffer | null => readNamedSecret(line, logType)?.seed ?? null;

/** The name and the secret of a signer key line of this type; null as for `readSignerKey`. */
export function readNamedSecret(line: string, type: KeyType): { name: string; seed: Buffer } | null {
  const [, name, id, key] = /^PRIVATE\+KEY\+([^+\s]+)\+([0-9a-f]{8})\+(.+)$/.exec(line.trim()) ?? [];
  const bytes = key === undefined ? null : readBase64(key);
  if (name === undefined || bytes?.length !== keyLength + 1 || bytes[0] !== type) return null;
  const seed = bytes.subarray(1);
  return idOf(name, type, keysOf(seed).publicKey).toString("hex") === id ? { name, seed } : null;
}

/** `<name>+<id>+<key>`: what others need to check signatures. */
export const formatVerifierKey = ({ name, id, type, publicKey }: Verifier): string =>
  `${name}+${id.toString("hex")}+${Buffer.concat([Buffer.from([type]), publicKey]).toString("base64")}`;

/** null if the line is not a verifier key of this type. */
export function readVerifierKey(line: string, type: KeyType = logType): Verifier | null {
  const [, name, id, key] = /^([^+\s]+)\+([0-9a-f]{8})\+(.+)$/.exec(line) ?? [];
  const bytes = key === undefined ? null : readBase64(key);
  if (name === undefined || bytes?.length !== keyLength + 1 || bytes[0] !== type) return null;
  const publicKey = bytes.subarray(1);
  const own = idOf(name, type, publicKey);
  return own.toString("hex") === id ? { name, type, id: own, publicKey } : null;
}

/** A signature line of a note, with its line feed. */
export const signatureLine = (signer: Signer, text: string): string =>
  `— ${signer.name} ${Buffer.concat([signer.id, signer.sign(text)]).toString("base64")}\n`;

/** Signs a text; it ends with a line feed. */
export function signNote(text: string, signers: readonly Signer[]): string {
  if (!text.endsWith("\n")) throw new Error("a note ends with a line feed");
  return `${text}\n${signers.map((signer) => signatureLine(signer, text)).join("")}`;
}

/** A signature of a known key, which was verified. */
export interface NoteSignature {
  readonly verifier: Verifier;
  /** With its line feed. */
  readonly line: string;
  /** When a witness signed; null for a log's own signature. */
  readonly at: Date | null;
}

/** The text of a note, and what stands after it; null if it does not end in signature lines. Nothing is verified. */
export function splitNote(note: string): { text: string; lines: string[] } | null {
  const split = note.lastIndexOf("\n\n");
  if (split < 0 || !note.endsWith("\n")) return null;
  return { text: note.slice(0, split + 1), lines: note.slice(split + 2, -1).split("\n") };
}

/**
 * The text of a note with a signature of at least one of these keys; null if there is none, or one of theirs is wrong.
 * Signatures of other keys are ignored.
 */
export const openNote = (note: string, verifiers: readonly Verifier[]): string | null =>
  readNote(note, verifiers)?.text ?? null;

/** As `openNote`, with the verified signatures in the note's order. */
export function readNote(
  note: string,
  verifiers: readonly Verifier[],
): { text: string; signatures: NoteSignature[] } | null {
  const parts = splitNote(note);
  const hasControls = [...note].some((character) => character < " " && character !== "\n");
  if (!parts || hasControls || parts.lines.length > maxSignatures) return null;
  const signatures: NoteSignature[] = [];
  for (const line of parts.lines) {
    const [, name, base64] = /^— ([^\s+]+) (\S+)$/u.exec(line) ?? [];
    const bytes = base64 === undefined ? null : readBase64(base64);
    if (!bytes || bytes.length < 5) return null;
    const verifier = verifiers.find((one) => one.name === name && one.id.equals(bytes.subarray(0, 4)));
    if (!verifier) continue;
    const found = verifySignature(verifier, parts.text, bytes.subarray(4));
    if (!found) return null;
    signatures.push({ verifier, line: `${line}\n`, at: found.at });
  }
  return signatures.length > 0 ? { text: parts.text, signatures } : null;
}

function verifySignature(
  { type, publicKey }: Verifier,
  text: string,
  bytes: Buffer,
): { at: Date | null } | null {
  const time = type === witnessType ? bytes.subarray(0, timeLength) : null;
  const signature = bytes.subarray(time ? timeLength : 0);
  if (signature.length !== signatureLength) return null;
  const signed = time ? cosignedText(time, text) : Buffer.from(text);
  if (!verify(null, signed, publicKeyObject(publicKey), signature)) return null;
  return { at: time && new Date(Number(time.readBigUInt64BE()) * 1000) };
}

/** Buffer ignores what is not base64; here it makes the text invalid. */
export function readBase64(text: string): Buffer | null {
  const bytes = Buffer.from(text, "base64");
  return bytes.toString("base64") === text ? bytes : null;
}
