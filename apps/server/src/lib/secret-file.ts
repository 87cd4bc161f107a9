import { randomBytes } from "node:crypto";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** The secret that signs tokens: made once, readable by its owner only, never half written. */
export async function readSecret(dataDir: string): Promise<string> {
  const directory = join(dataDir, "secrets");
  const file = join(directory, "auth-secret");
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const known = await readFile(file, "utf8").catch(() => null); // not there on the first start
  if (known) return known;

  const draft = `${file}.${process.pid}`;
  await writeFile(draft, randomBytes(48).toString("base64url"), { mode: 0o600, flush: true });
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  await rm(draft);
  return readFile(file, "utf8");
}
