import {
  createHash,
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  randomBytes,
  sign,
  verify,
} from "node:crypto";
import { canonicalJson, createNoteReader, createSigners, createTree } from "@cairn/tlog";

/** The parts of @cairn/tlog over Node's own SHA-256 and Ed25519. */

function sha256(...parts: readonly Uint8Array[]): Buffer {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
}

const keyLength = 32;
// An Ed25519 key in DER is a fixed header and 32 bytes (RFC 8410).
const privateHeader = Buffer.from("302e020100300506032b657004220420", "hex");
const publicHeader = Buffer.from("302a300506032b6570032100", "hex");
const publicKeyObject = (key: Uint8Array): KeyObject =>
  createPublicKey({ key: Buffer.concat([publicHeader, key]), format: "der", type: "spki" });

export const {
  emptyRoot,
  leafHash,
  foldHashes,
  rootOf,
  inclusionProof,
  consistencyProof,
  includes,
  continues,
  append,
  rootOfSubtrees,
} = createTree(sha256);

export const { readVerifierKey, readNote, openNote } = createNoteReader({
  sha256,
  verify: (publicKey, message, signature) => verify(null, message, publicKeyObject(publicKey), signature),
});

export const { signerOf, cosignerOf, formatSignerKey, readNamedSecret, readSignerKey } = createSigners({
  sha256,
  pairOf(seed) {
    const key = createPrivateKey({ key: Buffer.concat([privateHeader, seed]), format: "der", type: "pkcs8" });
    const publicKey = createPublicKey(key).export({ format: "der", type: "spki" }).subarray(-keyLength);
    return { publicKey, sign: (message) => sign(null, message, key) };
  },
});

/** The secret of a new key. */
export const newSeed = (): Buffer => randomBytes(keyLength);

/** SHA-256 of the facts in their one form as JSON. */
export const hashJson = (facts: object): Buffer => createHash("sha256").update(canonicalJson(facts)).digest();
