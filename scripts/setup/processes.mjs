import { readFileSync } from "node:fs";

/**
 * Identifies a process, distinct from a later one with the same pid.
 * @typedef {{ pid: number, started: string | null }} ProcessId
 */

/**
 * @param {number} pid
 * @returns {ProcessId}
 */
export function identify(pid) {
  return { pid, started: procStat(pid)?.started ?? null };
}

/** @param {ProcessId} id */
export function isAlive({ pid, started }) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: the process exists and belongs to another user.
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== "EPERM") return false;
  }
  const stat = procStat(pid);
  if (!stat) return true;
  // A dead process that has not been reaped still answers kill(pid, 0).
  if (stat.state === "Z" || stat.state === "X") return false;
  return started === null || started === stat.started;
}

/**
 * State and start time as Linux reports them; null on other systems.
 * @param {number} pid
 */
function procStat(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The second field is the program's name in parentheses, which may itself hold spaces and parentheses.
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    return { state: fields[0] ?? "", started: fields[19] ?? null };
  } catch {
    return null;
  }
}
