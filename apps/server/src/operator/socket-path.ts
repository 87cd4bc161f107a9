import { join, relative } from "node:path";

/** What the system allows for the name of a socket, with room to spare. */
const longest = 100;

/**
 * Where the running server takes commands. From where the process stands when that is shorter, since such names are
 * bounded; null where both are too long.
 */
export function commandSocketPath(dataDir: string): string | null {
  const path = join(dataDir, "operator.sock");
  const shorter = relative(process.cwd(), path);
  const best = shorter.length < path.length ? shorter : path;
  return Buffer.byteLength(best) <= longest ? best : null;
}
