import { randomUUID } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { AppError } from "../../lib/app-error.ts";

/**
 * The end of the chain at some time. Before the first decision this is row 0, with the hash that row 1 names as its
 * predecessor.
 */
export interface Head {
  readonly seq: number;
  /** Hexadecimal. */
  readonly hash: string;
  /** The item that the row is about; null if unknown. */
  readonly contentId: number | null;
}

/** An earlier head of the ledger: its row must still exist with the same hash. */
export interface KnownHead extends Head {
  /** Where it is known from, as the end of the sentence "it is ...". */
  readonly origin: string;
  /** If true, a difference is not a flaw: a restored backup may be older than this head. */
  readonly mayDiffer?: boolean;
}

/** The origin of the head that the data directory holds. */
export const rememberedHere = "the row that this machine remembers";

/**
 * Stored in the data directory, outside the database, so that someone who changes only the database cannot change it.
 */
export const headFile = "ledger-head.json";

/** null if there is no file. @throws AppError naming the file if it does not contain a head. */
export async function readHead(dataDir: string): Promise<Head | null> {
  const path = join(dataDir, headFile);
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
  const head = parseHead(text);
  if (head) return head;
  const sentence = `${path} does not contain a row of the ledger. Compare the ledger with a row that you noted elsewhere (--head), then delete the file.`;
  throw new AppError("not_allowed", { sentence });
}

function parseHead(text: string): Head | null {
  try {
    const { seq, hash, contentId } = JSON.parse(text) as Record<string, unknown>;
    const isHead = Number.isSafeInteger(seq) && typeof hash === "string" && /^[0-9a-f]{64}$/.test(hash);
    if (!isHead) return null;
    return { seq: seq as number, hash, contentId: typeof contentId === "number" ? contentId : null };
  } catch {
    return null;
  }
}

/** Replaces the stored head atomically, so that the file is always complete. */
export async function writeHead(dataDir: string, { seq, hash, contentId }: Head): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const path = join(dataDir, headFile);
  const draft = `${path}.${randomUUID()}`;
  try {
    await writeFile(draft, `${JSON.stringify({ seq, hash, contentId })}\n`, { mode: 0o600, flush: true });
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
