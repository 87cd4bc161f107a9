import { createHash, randomUUID } from "node:crypto";
import { copyFile, readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { sql } from "drizzle-orm";
import { hashPassword } from "../../modules/auth/passwords.ts";
import type { MediaStore } from "../../modules/media/store/media-store.ts";
import type { Database } from "../database.ts";
import type { Queries } from "../queries.ts";
import { users } from "../schema.ts";
import { itemsA } from "./items-a.ts";
import { itemsB } from "./items-b.ts";
import { demoMedia } from "./media.ts";
import { people } from "./people.ts";
import { type DemoFile, writeDemoData } from "./write-demo-data.ts";

export const demoPassword = "cairn-demo-1";

/** The accounts printed at start; the other demo people exist to have written something. */
const announced = ["member@cairn.test", "writer@cairn.test", "admin@cairn.test", "new-admin@cairn.test"];
export const demoAccounts = people.filter(({ email }) => announced.includes(email));

const items = [...itemsA, ...itemsB];
/** Any number will do, as long as nothing else in Cairn locks it. */
const advisoryLock = 7_100_002;

/**
 * Fills an empty database with people, content and decisions, all of it or nothing; content 1 is the first
 * item. Does nothing, and answers false, where anybody is registered already.
 */
export async function seedDemo(db: Database, store: MediaStore): Promise<boolean> {
  if (await isInhabited(db.query)) return false;

  // Files and hashes first: a transaction waits for nothing but its own statements.
  const files = new Map<string, DemoFile>();
  for (const name of Object.keys(demoMedia)) files.set(name, await storeFile(name, store));
  const bodies = new Map<string, string>();
  for (const { body } of items.flatMap((item) => item.revisions)) {
    bodies.set(body, (await readFile(join(import.meta.dirname, "bodies", body), "utf8")).trim());
  }
  const passwordHashes = new Map<string, string>();
  for (const { key } of people) passwordHashes.set(key, await hashPassword(demoPassword));

  return db.transaction(
    async (tx) => {
      // Of instances that start together one writes.
      await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLock})`);
      if (await isInhabited(tx)) return false;
      await writeDemoData(tx, { people, items, files, bodies, passwordHashes, now: new Date() });
      return true;
    },
    { limit: 60_000 },
  );
}

async function isInhabited(db: Queries): Promise<boolean> {
  const [somebody] = await db.select({ id: users.id }).from(users).limit(1);
  return somebody !== undefined;
}

/** Copies a file into the store under a name made of its content; it is there whole or not at all. */
async function storeFile(name: string, store: MediaStore): Promise<DemoFile> {
  const source = join(import.meta.dirname, "media", name);
  const bytes = await readFile(source);
  const sha256 = createHash("sha256").update(bytes).digest();
  const key = `${sha256.toString("hex").slice(0, 32)}${extname(name)}`;
  const facts = demoMedia[name];
  if (!facts) throw new Error(`no facts about ${name}`);
  const file = { key, sha256, bytes: bytes.length, ...facts };
  const part = join(store.incoming, `${randomUUID()}.part`);
  await copyFile(source, part);
  await store.put(key, part, file);
  return file;
}
