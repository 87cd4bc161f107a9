import { readdirSync, readFileSync } from "node:fs";

const ticksPerSecond = 100;

/** CPU seconds that a process and its children, also ended ones, have used so far; Linux only. */
export function processorSeconds(pid: number): number {
  const all = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const own = statOf(String(pid));
  const children = all.map(statOf).filter((stat) => stat?.parent === pid);
  const ticks = children.reduce(
    (sum, stat) => sum + (stat?.ticks ?? 0),
    (own?.ticks ?? 0) + (own?.ended ?? 0),
  );
  return ticks / ticksPerSecond;
}

/** Megabytes that a process holds in memory now, and at most so far; Linux only. */
export function memoryOf(pid: number): { now: number; most: number } {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const megabytes = (name: string) =>
    Math.round(Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(status)?.[1]) / 1024);
  return { now: megabytes("VmRSS"), most: megabytes("VmHWM") };
}

/** null: the process is gone. */
function statOf(pid: string) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The second field is the program's name in parentheses, which may itself hold spaces and parentheses.
    const fields = text
      .slice(text.lastIndexOf(")") + 2)
      .split(" ")
      .map(Number);
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15);
    return { parent: fields[1], ticks: user + system, ended: endedUser + endedSystem };
  } catch {
    return null;
  }
}
