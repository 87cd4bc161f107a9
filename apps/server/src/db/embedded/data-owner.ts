import { statSync } from "node:fs";
import { join } from "node:path";
import { DataOfAnotherUser } from "../errors.ts";

/**
 * Root may open anyone's files, but the files it creates beside them belong to root: the site's user could not open
 * those afterwards, and the site would not start again. Any other user is stopped by the files' permissions.
 * @param parts of the data directory: the first existing one shows which user owns the data
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
