import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { formatSignerKey, newSeed, openNote, readSignerKey, signerOf } from "@cairn/node";
import { areEqual } from "@cairn/tlog";
import { AppError } from "../../../lib/app-error.ts";
import { readOrMake } from "../../../lib/secret-file.ts";

/** Secrets of the log's key and, while the key is being changed, of the one before: 32 bytes each. */
export interface LogKeys {
  readonly current: Uint8Array;
  readonly former: Uint8Array | null;
}

/** In the data directory, readable by its owner only; in a backup under the same name. */
export const keyFile = "log-key";

/** A new key in the format of LOG_KEY. Only its key counts: signatures use the log's origin as their name. */
export const newLogKey = (): string => formatSignerKey("cairn", newSeed());

/** One signer key line, or two: the new key and the one before. null for any other text. */
export function parseLogKeys(text: string): LogKeys | null {
  const [current, former = null, ...more] = text.trim().split(/\s+/).map(readSignerKey);
  if (!current || more.length > 0 || (former === null && /\s/.test(text.trim()))) return null;
  return { current, former };
}

export const formatLogKeys = ({ current, former }: LogKeys): string =>
  [current, former].flatMap((seed) => (seed ? [`${formatSignerKey("cairn", seed)}\n`] : [])).join("");

/** The key in the data directory, made on the first start. @throws AppError naming the file if it is no key. */
export async function readLogKeys(dataDir: string): Promise<LogKeys> {
  const path = join(dataDir, keyFile);
  return parsed(await readOrMake(path, () => `${newLogKey()}\n`), path);
}

/** The key in the data directory; null before the first start. @throws AppError naming the file if it is no key. */
export async function findLogKeys(dataDir: string): Promise<LogKeys | null> {
  const path = join(dataDir, keyFile);
  try {
    return parsed(await readFile(path, "utf8"), path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

function parsed(text: string, path: string): LogKeys {
  const keys = parseLogKeys(text);
  if (keys) return keys;
  const sentence = `${path} does not contain the key of the log. Restore it from a backup.`;
  throw new AppError("not_allowed", { sentence });
}

/**
 * The state of these keys. `announced`: the public key in the newest leaf of a key change; null if the key never
 * changed. `unannounced`: `former` signed the log, and no leaf names `current` yet.
 */
export function standingOfKeys(
  { current, former }: LogKeys,
  { origin, note, announced }: { origin: string; note: string | null; announced: Uint8Array | null },
): "in force" | "unannounced" | "foreign" {
  const isAnnounced = (seed: Uint8Array) =>
    announced === null || areEqual(signerOf(origin, seed).publicKey, announced);
  const hasSigned = (seed: Uint8Array) => hasKeySigned(seed, origin, note);
  if (note === null) return isAnnounced(current) ? "in force" : "foreign";
  if (isAnnounced(current) && hasSigned(current)) return "in force";
  if (former === null || !hasSigned(former)) return "foreign";
  if (announced !== null && isAnnounced(current)) return "in force";
  return isAnnounced(former) ? "unannounced" : "foreign";
}

/** Whether a note has a valid signature of the key under this name. */
export const hasKeySigned = (seed: Uint8Array, origin: string, note: string | null): boolean =>
  note !== null && openNote(note, [signerOf(origin, seed)]) !== null;
