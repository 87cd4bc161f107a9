import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type PostsChoice, postsChoices } from "@cairn/contract";
import { replaceFile } from "@cairn/node";

/**
 * The accounts that were erased here, outside the database, which may be restored to a state of before. A line names an
 * account by its id and a hash of id and time of creation: after a restore, another account may get the id.
 */
const listFile = "erased-accounts";

interface Account {
  readonly id: number;
  readonly createdAt: Date;
}

export interface ListedAccount {
  readonly id: number;
  readonly hash: string;
  readonly posts: PostsChoice;
}

export const hashOf = ({ id, createdAt }: Account): string =>
  createHash("sha256").update(`${id} ${createdAt.toISOString()}`).digest("hex");

/** Lines that cannot be read are left out. */
export async function readErasedList(dataDir: string): Promise<ListedAccount[]> {
  const text = await readFile(join(dataDir, listFile), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
    return "";
  });
  return text.split("\n").flatMap((line) => {
    const [, id, hash, choice] = /^(\d{1,15}) ([0-9a-f]{64}) (\w+)$/.exec(line) ?? [];
    const posts = postsChoices.find((known) => known === choice);
    return hash && posts ? [{ id: Number(id), hash, posts }] : [];
  });
}

/** Adds those that are missing; the file is on the disk when this resolves. */
export async function addToErasedList(
  dataDir: string,
  accounts: readonly (Account & { readonly posts: PostsChoice })[],
): Promise<void> {
  const listed = await readErasedList(dataDir);
  const known = new Set(listed.map(({ hash }) => hash));
  const added = accounts
    .map(({ posts, ...account }) => ({ id: account.id, hash: hashOf(account), posts }))
    .filter(({ hash }) => !known.has(hash));
  if (added.length === 0) return;
  const lines = [...listed, ...added].map(({ id, hash, posts }) => `${id} ${hash} ${posts}\n`);
  await replaceFile(join(dataDir, listFile), lines.join(""));
}
