export { areEqual, concat, decode, encode, fromBase64, fromHex, toBase64, toHex } from "./bytes.ts";
export { canonicalJson } from "./canonical-json.ts";
export { type Checkpoint, formatCheckpoint, headOf, readCheckpoint } from "./checkpoint.ts";
export {
  formatProof,
  formatSubmission,
  type LogProof,
  readProof,
  readSubmission,
  type Submission,
} from "./exchange.ts";
export { createTree, type Sha256, type Subtree, type TileReader, type Tree } from "./merkle.ts";
export {
  createNoteReader,
  formatVerifierKey,
  type KeyType,
  type NoteSignature,
  type Signer,
  signatureLine,
  signNote,
  splitNote,
  type Verifier,
  witnessType,
} from "./signed-note.ts";
export { createSigners } from "./signer.ts";
export {
  formatEntries,
  formatTilePath,
  hashLength,
  readEntries,
  readTilePath,
  type TilePart,
  tileWidth,
} from "./tiles.ts";
