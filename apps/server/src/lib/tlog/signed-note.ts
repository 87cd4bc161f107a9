import {
  createHash,
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  randomBytes,
  sign,
  verify,
} from "node:crypto";

/** Notes signed with Ed25519, as in C2SP signed-note. */

/** The signature type of a log's own key. */
const ed25519 = 0x01;
const keyLength = 32;
const signatureLength = 64;
/** Signature lines that a note may have; the text demands at least 16. */
const maxSignatures = 64;

export interface Verifier {
  readonly name: string;
  /** The first four bytes of a hash of the name and the key. */
  readonly id: Buffer;
  /** Ed25519 public key, 32 bytes. */
  readonly publicKey: Buffer;
}

export interface Signer extends Verifier {
  sign(text: string): Buffer;
}

const idOf = (name: string, publicKey: Buffer): Buffer =>
  createHash("sha256")
    .update(`${name}\n`)
    .update(Buffer.from([ed25519]))
    .update(publicKey)
    .digest()
    .subarray(0, 4);

// An Ed25519 key in DER is a fixed header and 32 bytes (RFC 8410).
const privateHeader = Buffer.from("302e020100300506032b657004220420", "hex");
const publicHeader = Buffer.from("302a300506032b6570032100", "hex");
const publicKeyObject = (key: Buffer): KeyObject =>
  createPublicKey({ key: Buffer.concat([publicHeader, key]), format: "der", type: "spki" });

/** The signer with this 32-byte secret, under a name. */
export function signerOf(name: string, seed: Buffer): Signer {
  const key = createPrivateKey({ key: Buffer.concat([privateHeader, seed]), format: "der", type: "pkcs8" });
  const publicKey = createPublicKey(key).export({ format: "der", type: "spki" }).subarray(-keyLength);
  return { name, id: idOf(name, publicKey), publicKey, sign: (text) => sign(null, Buffer.from(text), key) };
}

export const newSeed = (): Buffer => randomBytes(keyLength);

/** `PRIVATE+KEY+<name>+<id>+<key>`, as Go's sumdb/note writes it. */
export function formatSignerKey(name: string, seed: Buffer): string {
  const { id } = signerOf(name, seed);
  const key = Buffer.concat([Buffer.from([ed25519]), seed]).toString("base64");
  return `PRIVATE+KEY+${name}+${id.toString("hex")}+${key}`;
}

/** The secret of a signer key line; null if the line is not one, or its id is not that of its key. */
export function readSignerKey(line: string): Buffer | null {
  const [, name, id, key] = /^PRIVATE\+KEY\+([^+\s]+)\+([0-9a-f]{8})\+(.+)$/.exec(line.trim()) ?? [];
  const bytes = key === undefined ? null : readBase64(key);
  if (name === undefined || bytes?.length !== keyLength + 1 || bytes[0] !== ed25519) return null;
  const seed = bytes.subarray(1);
  return signerOf(name, seed).id.toString("hex") === id ? seed : null;
}

/** `<name>+<id>+<key>`: what others need to check signatures. */
export const formatVerifierKey = ({ name, id, publicKey }: Verifier): string =>
  `${name}+${id.toString("hex")}+${Buffer.concat([Buffer.from([ed25519]), publicKey]).toString("base64")}`;

/** null if the line is not a verifier key of this type. */
export function readVerifierKey(line: string): Verifier | null {
  const [, name, id, key] = /^([^+\s]+)\+([0-9a-f]{8})\+(.+)$/.exec(line) ?? [];
  const bytes = key === undefined ? null : readBase64(key);
  if (name === undefined || bytes?.length !== keyLength + 1 || bytes[0] !== ed25519) return null;
  const publicKey = bytes.subarray(1);
  const own = idOf(name, publicKey);
  return own.toString("hex") === id ? { name, id: own, publicKey } : null;
}

/** Signs a text; it ends with a line feed. */
export function signNote(text: string, signers: readonly Signer[]): string {
  if (!text.endsWith("\n")) throw new Error("a note ends with a line feed");
  const lines = signers.map((signer) => {
    const signature = Buffer.concat([signer.id, signer.sign(text)]).toString("base64");
    return `— ${signer.name} ${signature}\n`;
  });
  return `${text}\n${lines.join("")}`;
}

/**
 * The text of a note with a signature of at least one of these keys; null if there is none, or one of theirs is wrong.
 * Signatures of other keys are ignored.
 */
export function openNote(note: string, verifiers: readonly Verifier[]): string | null {
  const split = note.lastIndexOf("\n\n");
  const hasControls = [...note].some((character) => character < " " && character !== "\n");
  if (split < 0 || !note.endsWith("\n") || hasControls) return null;
  const text = note.slice(0, split + 1);
  const lines = note.slice(split + 2, -1).split("\n");
  if (lines.length > maxSignatures) return null;
  let isSigned = false;
  for (const line of lines) {
    const [, name, base64] = /^— ([^\s+]+) (\S+)$/u.exec(line) ?? [];
    const bytes = base64 === undefined ? null : readBase64(base64);
    if (!bytes || bytes.length < 5) return null;
    const known = verifiers.find((one) => one.name === name && one.id.equals(bytes.subarray(0, 4)));
    if (!known) continue;
    const signature = bytes.subarray(4);
    const isRight =
      signature.length === signatureLength &&
      verify(null, Buffer.from(text), publicKeyObject(known.publicKey), signature);
    if (!isRight) return null;
    isSigned = true;
  }
  return isSigned ? text : null;
}

/** Buffer ignores what is not base64; here it makes the text invalid. */
export function readBase64(text: string): Buffer | null {
  const bytes = Buffer.from(text, "base64");
  return bytes.toString("base64") === text ? bytes : null;
}
