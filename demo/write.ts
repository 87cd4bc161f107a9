import { createHash, randomUUID } from "node:crypto";
import { copyFile, readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { sql } from "drizzle-orm";
import type { Database } from "../apps/server/src/db/database.ts";
import { renderArticle } from "../apps/server/src/lib/markdown.ts";
import { demoPassword, hashPassword } from "../apps/server/src/modules/auth/passwords.ts";
import type { MediaStore } from "../apps/server/src/modules/media/store/media-store.ts";
import { isInhabited } from "../apps/server/src/operator/demo-accounts.ts";
import { readItems } from "./items.ts";
import { demoMedia } from "./media-facts.ts";
import { people } from "./people.ts";
import { type DemoFile, writeDemoData } from "./write-story.ts";

/** The accounts printed at start; the other demo people exist to have written something. */
const announced = ["member@cairn.test", "writer@cairn.test", "admin@cairn.test", "new-admin@cairn.test"];
export const demoAccounts = people.filter(({ email }) => announced.includes(email));

/** Any number will do, as long as nothing else in Cairn locks it. */
const advisoryLock = 7_100_002;

/**
 * Fills an empty database with people, content and decisions, all of it or nothing; content 1 is the first
 * item. Does nothing, and answers false, where anybody is registered already.
 */
export async function seedDemo(db: Database, store: MediaStore, now = new Date()): Promise<boolean> {
  if (await isInhabited(db.query)) return false;

  // Files, HTML and hashes first: a transaction waits for nothing but its own statements.
  const files = new Map<string, DemoFile>();
  for (const path of Object.keys(demoMedia)) files.set(path, await storeFile(path, store));
  const items = await readItems();
  const bodies = items.flatMap(({ revisions }) => revisions.map(({ body }) => body));
  const html = new Map(bodies.map((body) => [body, renderArticle(body)]));
  const passwordHashes = new Map<string, string>();
  for (const { key } of people) passwordHashes.set(key, await hashPassword(demoPassword));

  return db.transaction(
    async (tx) => {
      // Of instances that start together one writes.
      await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLock})`);
      if (await isInhabited(tx)) return false;
      await writeDemoData(tx, { people, items, files, html, passwordHashes, now });
      return true;
    },
    { limit: 60_000 },
  );
}

/** Copies a file into the store under a name made of its content; it is there whole or not at all. */
async function storeFile(path: string, store: MediaStore): Promise<DemoFile> {
  const source = join(import.meta.dirname, path);
  const bytes = await readFile(source);
  const sha256 = createHash("sha256").update(bytes).digest();
  const key = `${sha256.toString("hex").slice(0, 32)}${extname(path)}`;
  const facts = demoMedia[path];
  if (!facts) throw new Error(`no facts about ${path}`);
  const file = { key, sha256, bytes: bytes.length, ...facts };
  const part = join(store.incoming, `${randomUUID()}.part`);
  await copyFile(source, part);
  await store.put(key, part, file);
  return file;
}
