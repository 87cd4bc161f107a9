import { join, relative } from "node:path";

const name = "operator.sock";
/** Bytes of the longest name that systems allow for a socket, with some reserve. */
const longest = 100;
export const longestDataDir = longest - name.length - 1;

/**
 * Path of the socket on which the running server takes commands. Relative to the working directory if that is shorter,
 * since such names are limited; null if both are too long.
 */
export function commandSocketPath(dataDir: string): string | null {
  const path = join(dataDir, name);
  const shorter = relative(process.cwd(), path);
  const best = shorter.length < path.length ? shorter : path;
  return Buffer.byteLength(best) <= longest ? best : null;
}
