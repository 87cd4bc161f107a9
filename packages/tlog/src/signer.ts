import { concat, encode, fromBase64, toBase64, toHex } from "./bytes.ts";
import type { Sha256 } from "./merkle.ts";
import {
  cosignedText,
  idOf,
  type KeyType,
  keyLength,
  logType,
  type Signer,
  timeLength,
  witnessType,
} from "./signed-note.ts";

interface Keys {
  readonly sha256: Sha256;
  /** The Ed25519 key pair of a 32-byte secret. */
  pairOf(seed: Uint8Array): { readonly publicKey: Uint8Array; sign(message: Uint8Array): Uint8Array };
}

/** Signs as a log and as a witness, and writes and reads the secrets for that. */
export function createSigners({ sha256, pairOf }: Keys) {
  const keyOf = (name: string, type: KeyType, publicKey: Uint8Array) => ({
    name,
    type,
    id: idOf(sha256, name, type, publicKey),
    publicKey,
  });

  /** The name and the secret of a signer key line of this type; null if the line is not one, or has another id. */
  function readNamedSecret(line: string, type: KeyType): { name: string; seed: Uint8Array } | null {
    const [, name, id, key] = /^PRIVATE\+KEY\+([^+\s]+)\+([0-9a-f]{8})\+(.+)$/.exec(line.trim()) ?? [];
    const bytes = key === undefined ? null : fromBase64(key);
    if (name === undefined || bytes?.length !== keyLength + 1 || bytes[0] !== type) return null;
    const seed = bytes.subarray(1);
    return toHex(keyOf(name, type, pairOf(seed).publicKey).id) === id ? { name, seed } : null;
  }

  return {
    /** The log's signer with this 32-byte secret, under a name. */
    signerOf(name: string, seed: Uint8Array): Signer {
      const { publicKey, sign } = pairOf(seed);
      return { ...keyOf(name, logType, publicKey), sign: (text) => sign(encode(text)) };
    },

    /** The witness's signer with this 32-byte secret, under a name; `now` is the time that it states. */
    cosignerOf(name: string, seed: Uint8Array, now: () => Date): Signer {
      const { publicKey, sign } = pairOf(seed);
      return {
        ...keyOf(name, witnessType, publicKey),
        sign(text) {
          const time = new Uint8Array(timeLength);
          new DataView(time.buffer).setBigUint64(0, BigInt(Math.floor(now().getTime() / 1000)));
          return concat(time, sign(cosignedText(time, text)));
        },
      };
    },

    /** `PRIVATE+KEY+<name>+<id>+<key>`, as Go's sumdb/note writes it. */
    formatSignerKey(name: string, seed: Uint8Array, type: KeyType = logType): string {
      const key = toBase64(concat(Uint8Array.of(type), seed));
      return `PRIVATE+KEY+${name}+${toHex(keyOf(name, type, pairOf(seed).publicKey).id)}+${key}`;
    },

    readNamedSecret,

    /** The secret of a log's signer key line; null as for `readNamedSecret`. */
    readSignerKey: (line: string): Uint8Array | null => readNamedSecret(line, logType)?.seed ?? null,
  };
}
