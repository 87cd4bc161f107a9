import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";

/** Identifies one process unambiguously: pids are reused, start times are not. */
export interface ProcessIdentity {
  readonly pid: number;
  /** The boot and the process namespace in which `pid` means something. */
  readonly place: string;
  /** In ticks since boot; null where there is no /proc. */
  readonly startedAt: string | null;
}

export function ownIdentity(): ProcessIdentity {
  return { pid: process.pid, place: ownPlace(), startedAt: processStat(process.pid)?.startedAt ?? null };
}

/** Whether the process is alive; null if it cannot be seen from here (another machine or container). */
export function isAlive({ pid, place, startedAt }: ProcessIdentity): boolean | null {
  if (place !== ownPlace()) return null;
  const stat = processStat(pid);
  // A dead process that its parent has not reaped yet still answers signals.
  if (stat) return stat.state !== "Z" && stat.state !== "X" && stat.startedAt === startedAt;
  try {
    process.kill(pid, 0);
    return startedAt === null;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function ownPlace(): string {
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    return `${boot} ${readlinkSync("/proc/self/ns/pid")}`;
  } catch {
    // Not Linux.
    return hostname();
  }
}

function processStat(pid: number): { state: string; startedAt: string } | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // Fields 3 (state) and 22 (start time); the name before them may hold any characters, even parentheses.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return { state: fields[0] ?? "", startedAt: fields[19] ?? "" };
  } catch {
    return null;
  }
}
