import { randomBytes } from "node:crypto";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { syncToDisk } from "@cairn/node";

/** The secret that signs tokens: made once, readable by its owner only. */
export const readSecret = (dataDir: string): Promise<string> =>
  readOrMake(join(dataDir, "secrets", "auth-secret"), () => randomBytes(48).toString("base64url"));

/** The text of a file that only its owner may read; made, and never half written, if there is none. */
export async function readOrMake(file: string, make: () => string): Promise<string> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const known = await readFile(file, "utf8").catch(() => null); // not there on the first start
  if (known) return known;

  const draft = `${file}.${process.pid}`;
  await writeFile(draft, make(), { mode: 0o600, flush: true });
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  await rm(draft);
  await syncToDisk(dirname(file));
  return readFile(file, "utf8");
}
