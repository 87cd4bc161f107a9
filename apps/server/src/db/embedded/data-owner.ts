import { statSync } from "node:fs";
import { join } from "node:path";
import { DataOfAnotherUser } from "../errors.ts";

/**
 * Root may open everybody's files, and what it writes beside them is its own: the site's user could not open that
 * afterwards, and the site would not start again. Anybody else goes as far as the files let them.
 * @param parts of the data directory: the first that is there tells whose the data are
 * @throws DataOfAnotherUser
 */
export function ensureOwner(
  dataDir: string,
  parts: readonly string[] = ["db", "media"],
  user = process.geteuid?.(),
): void {
  if (user !== 0) return;
  const owner = parts
    .map((part) => statSync(join(dataDir, part), { throwIfNoEntry: false })?.uid)
    .find((uid) => uid !== undefined);
  if (owner !== undefined && owner !== user) throw new DataOfAnotherUser(dataDir, owner);
}
