import { link, readFile, rm, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { cosignerOf, formatSignerKey, newSeed, readNamedSecret } from "@cairn/node";
import { type Signer, witnessType } from "@cairn/tlog";
import { Refusal } from "./refusal.ts";
import { isKeyName } from "./settings.ts";

/** The witness's key, made on the first start. `name`: the one that it must have; null: any. @throws Refusal */
export async function readOrMakeKey(file: string, name: string | null): Promise<Signer> {
  const line = (await readKeyFile(file)) ?? (await makeKeyFile(file, name ?? hostname()));
  const secret = readNamedSecret(line, witnessType);
  if (!secret) throw new Refusal(`${file} does not contain the signer key of a witness`);
  if (name !== null && name !== secret.name) {
    throw new Refusal(`the key in ${file} has the name ${secret.name}, not ${name}`);
  }
  return cosignerOf(secret.name, secret.seed, () => new Date());
}

async function readKeyFile(file: string): Promise<string | null> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/** The key appears whole or not at all, and never takes the place of another one. */
async function makeKeyFile(file: string, name: string): Promise<string> {
  if (!isKeyName(name)) throw new Refusal(`"${name}" cannot be the name of a key. Choose a name with --name`);
  const line = `${formatSignerKey(name, newSeed(), witnessType)}\n`;
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, line, { mode: 0o600, flush: true });
  try {
    await link(draft, file);
  } finally {
    await rm(draft, { force: true });
  }
  return line;
}
