import { createHash, createPublicKey, verify } from "node:crypto";

/** Checks a log from served bytes alone, with the words of RFC 6962 and of C2SP's texts, and with nothing of Cairn's own. */

export const sha256 = (...parts: readonly Uint8Array[]): Buffer =>
  createHash("sha256").update(Buffer.concat(parts)).digest();

export const leafHash = (leaf: Uint8Array): Buffer => sha256(Buffer.from([0]), leaf);

/** MTH: RFC 6962, 2.1. */
export function treeHash(hashes: readonly Uint8Array[]): Buffer {
  const [only] = hashes;
  if (!only) return sha256();
  if (hashes.length === 1) return Buffer.from(only);
  const split = 2 ** Math.ceil(Math.log2(hashes.length) - 1);
  return sha256(Buffer.from([1]), treeHash(hashes.slice(0, split)), treeHash(hashes.slice(split)));
}

/** MTH from an inclusion path: RFC 6962, 2.1.1, read backwards. */
export function rootFrom(hash: Buffer, index: number, size: number, path: readonly Buffer[]): Buffer {
  if (size === 1) return hash;
  const split = 2 ** Math.ceil(Math.log2(size) - 1);
  const [last = Buffer.alloc(0), rest] = [path.at(-1), path.slice(0, -1)];
  return index < split
    ? sha256(Buffer.from([1]), rootFrom(hash, index, split, rest), last)
    : sha256(Buffer.from([1]), last, rootFrom(hash, index - split, size - split, rest));
}

/** Size and root of a checkpoint after its signatures were checked; throws if a key has not signed it. */
export function openCheckpoint(note: string, ...keys: string[]) {
  const [text = "", signatures = ""] = note.split(/(?<=\n)\n/);
  for (const key of keys) {
    const [, name = "", , bytes = ""] = /^([^+]+)\+([0-9a-f]{8})\+(\S+)\s*$/.exec(key) ?? [];
    const publicKey = Buffer.from(bytes, "base64");
    const id = sha256(Buffer.from(`${name}\n`), publicKey).subarray(0, 4);
    const signature = signatures
      .split("\n")
      .filter((line) => line.startsWith(`— ${name} `))
      .map((line) => Buffer.from(line.split(" ")[2] ?? "", "base64"))
      .find((signed) => signed.subarray(0, 4).equals(id));
    const der = Buffer.concat([Buffer.from("302a300506032b6570032100", "hex"), publicKey.subarray(1)]);
    const object = createPublicKey({ key: der, format: "der", type: "spki" });
    if (!signature || !verify(null, Buffer.from(text), object, signature.subarray(4))) {
      throw new Error(`not signed by ${key}`);
    }
  }
  const [origin = "", size = "", root = ""] = text.split("\n");
  return { origin, size: Number(size), root, signatures: signatures.trim().split("\n").length };
}

/** The entries of a bundle. */
export function entriesIn(bundle: Buffer): Buffer[] {
  const entries: Buffer[] = [];
  for (let at = 0; at < bundle.length; at += 2 + bundle.readUInt16BE(at)) {
    entries.push(bundle.subarray(at + 2, at + 2 + bundle.readUInt16BE(at)));
  }
  return entries;
}
