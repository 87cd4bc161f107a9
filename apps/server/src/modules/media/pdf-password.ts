import { createCipheriv, createHash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";

/** Bytes that are searched at a time. */
const pieceBytes = 1024 * 1024;
/** Bytes in which a dictionary stands: one with everything that this reads has about 1,000. */
const nearby = 4096;

/**
 * Whether a PDF asks everybody for a password. One that only forbids to print or copy opens with an empty password. False
 * for what this cannot read: a viewer might.
 */
export async function needsPassword(file: FileHandle, size: number): Promise<boolean> {
  const at = await lastPlaceOf(file, size, "/Encrypt");
  if (at === null) return false;
  const before = Math.min(at, nearby);
  const around = await textAt(file, at - before, before + nearby);
  const trailer = around.slice(before);
  const [, reference] = /^\/Encrypt\s+(\d{1,10} \d{1,5}) R/.exec(trailer) ?? [];
  const object = reference === undefined ? null : await lastPlaceOf(file, size, `${reference} obj`);
  const facts = object === null ? trailer : await textAt(file, object, nearby);
  if (!/\/Filter\s*\/Standard\b/.test(facts)) return false;
  return opensWith(facts, stringOf(around, "ID")) === false;
}

/** Longer names that begin alike, such as EncryptMetadata, among which a name is looked for. */
const mostAlike = 1_000;

/** Where a name or an object's head stands last; null if it does not, as far as this looks. */
async function lastPlaceOf(file: FileHandle, size: number, words: string): Promise<number | null> {
  const piece = Buffer.alloc(pieceBytes + words.length + 2);
  let alike = 0;
  for (let end = size; end > 0; end -= pieceBytes) {
    // With the byte before and the one after.
    const start = Math.max(0, end - pieceBytes - 1);
    const { bytesRead } = await file.read(
      piece,
      0,
      Math.min(piece.length, end - start + words.length + 1),
      start,
    );
    const found = piece.subarray(0, bytesRead);
    let at = found.lastIndexOf(words, undefined, "latin1");
    while (at >= 0) {
      if (!isOfName(found[at - 1]) && !isOfName(found[at + words.length])) return start + at;
      alike += 1;
      if (alike === mostAlike) return null;
      at = at === 0 ? -1 : found.lastIndexOf(words, at - 1, "latin1");
    }
  }
  return null;
}

const isOfName = (byte = 0) => /[\da-z]/i.test(String.fromCharCode(byte));

async function textAt(file: FileHandle, at: number, length: number): Promise<string> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at);
  return buffer.toString("latin1", 0, bytesRead);
}

const escapes: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f", "\n": "" };

/** The first string behind a name, as bytes. */
function stringOf(text: string, name: string): Buffer {
  const found = new RegExp(
    String.raw`/${name}\s*(?:\[\s*)?(?:<([\da-fA-F\s]*)>|\(((?:[^\\()]|\\.)*)\))`,
    "s",
  ).exec(text);
  const [, hex, written = ""] = found ?? [];
  if (hex !== undefined) return Buffer.from(hex.replaceAll(/\s/g, ""), "hex");
  const plain = written.replaceAll(/\\([0-7]{1,3}|\r\n?|.)|\r\n?/gs, (_, escaped?: string) => {
    if (escaped === undefined) return "\n";
    if (/^[0-7]/.test(escaped)) return String.fromCharCode(Number.parseInt(escaped, 8) & 255);
    return escaped.startsWith("\r") ? "" : (escapes[escaped] ?? escaped);
  });
  return Buffer.from(plain, "latin1");
}

/** What short passwords are filled up with (ISO 32000-1, algorithm 2). */
const padding = Buffer.from("28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a", "hex");

/** Whether the empty password is the user's, by ISO 32000-2 (7.6.4); null where the dictionary does not say enough. */
function opensWith(facts: string, id: Buffer): boolean | null {
  const numberOf = (name: string) =>
    Number(new RegExp(String.raw`/${name}\s+(-?\d{1,10})\b`).exec(facts)?.[1]);
  const [version, revision] = [numberOf("V"), numberOf("R")];
  const [user, owner] = [stringOf(facts, "U"), stringOf(facts, "O")];
  if (revision === 5 || revision === 6) {
    if (user.length < 48) return null;
    const salt = user.subarray(32, 40);
    return (revision === 5 ? digest("sha256", salt) : hardened(salt)).equals(user.subarray(0, 32));
  }
  const permissions = numberOf("P");
  if (!(revision >= 2 && revision <= 4) || user.length < 32 || owner.length < 32 || Number.isNaN(permissions))
    return null;
  const length = version === 1 ? 5 : version === 4 ? 16 : (numberOf("Length") || 40) / 8;
  if (![5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16].includes(length)) return null;
  const bits = Buffer.alloc(4);
  bits.writeInt32LE(permissions | 0);
  const isMetadataPlain = revision === 4 && /\/EncryptMetadata\s+false\b/.test(facts);
  let key = digest(
    "md5",
    padding,
    owner.subarray(0, 32),
    bits,
    id,
    Buffer.alloc(isMetadataPlain ? 4 : 0, 255),
  );
  for (let round = 0; revision > 2 && round < 50; round += 1) key = digest("md5", key.subarray(0, length));
  key = key.subarray(0, length);
  if (revision === 2) return rc4(key, padding).equals(user.subarray(0, 32));
  let made = digest("md5", padding, id);
  for (let round = 0; round < 20; round += 1)
    made = rc4(
      key.map((byte) => byte ^ round),
      made,
    );
  return made.equals(user.subarray(0, 16));
}

function digest(algorithm: string, ...parts: Uint8Array[]): Buffer {
  const hash = createHash(algorithm);
  for (const part of parts) hash.update(part);
  return hash.digest();
}

/** Algorithm 2.B for the empty password. It ends after about 70 rounds; which one depends on the salt. */
function hardened(salt: Buffer): Buffer {
  let key = digest("sha256", salt);
  for (let round = 0; round < 300; round += 1) {
    const cipher = createCipheriv("aes-128-cbc", key.subarray(0, 16), key.subarray(16, 32)).setAutoPadding(
      false,
    );
    const made = cipher.update(Buffer.concat(Array<Buffer>(64).fill(key)));
    const sum = made.subarray(0, 16).reduce((total, byte) => total + byte, 0);
    key = digest(["sha256", "sha384", "sha512"][sum % 3] ?? "", made);
    if (round >= 63 && (made.at(-1) ?? 0) <= round - 31) break;
  }
  return key.subarray(0, 32);
}

/** OpenSSL lacks it by now. */
function rc4(key: Uint8Array, data: Uint8Array): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index);
  const at = (index: number) => state[index & 255] ?? 0;
  const swap = (one: number, other: number) => {
    [state[one], state[other]] = [at(other), at(one)];
  };
  for (let one = 0, other = 0; one < 256; one += 1) {
    other = (other + at(one) + (key[one % key.length] ?? 0)) & 255;
    swap(one, other);
  }
  let [one, other] = [0, 0];
  return Buffer.from(
    data.map((byte) => {
      one = (one + 1) & 255;
      other = (other + at(one)) & 255;
      swap(one, other);
      return byte ^ at(at(one) + at(other));
    }),
  );
}
