import { createNoteReader, createTree } from "@cairn/tlog";
import * as ed25519 from "@noble/ed25519";
import { sha512 } from "@noble/hashes/sha2.js";
import { sha256 } from "../../../lib/sha256.ts";

/**
 * The parts of @cairn/tlog over hashes that answer at once: browsers' own only answer later, and not all browsers have
 * Ed25519 (docs/decisions/0013-one-log-code.md).
 */

ed25519.hashes.sha512 = sha512;

export const { leafHash, consistencyProof, includes, continues } = createTree(sha256);

/** Opens a note that has a signature line of a key, be it right or wrong. */
export const { openNote: openUnverified } = createNoteReader({ sha256, verify: () => true });

export const { readVerifierKey, openNote } = createNoteReader({
  sha256,
  verify(publicKey, message, signature) {
    try {
      return ed25519.verify(signature, message, publicKey, { zip215: false });
    } catch {
      // The key or the signature is no point of the curve.
      return false;
    }
  },
});
