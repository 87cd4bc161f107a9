import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Site } from "./contenders.ts";

/** The part of V8's CPU profile that is read here. */
interface CpuProfile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string };
  }[];
  /** Microseconds of the system's monotonic clock, which hrtime reads too. */
  readonly startTime: number;
  readonly samples: readonly number[];
  /** Microseconds since the sample before. */
  readonly timeDeltas: readonly number[];
}

const shownFunctions = 4;
const ownFiles = /\/apps\/server\/dist\//;

/**
 * Where the server's own threads spend their time during this work, grouped by whose code runs; of the functions of
 * each group those with the most time of their own. The embedded engine's thread is among them, a PostgreSQL server is
 * not. The profile slows everything, so that shares are worth quoting, times are not.
 */
export async function shareOfTime(site: Site, work: (site: Site) => Promise<void>) {
  const folder = mkdtempSync(join(tmpdir(), "cairn-bench-profile-"));
  const spent = new Map<string, Map<string, number>>();
  try {
    let [from, to] = [0, 0];
    await site.withFlags(["--cpu-prof", `--cpu-prof-dir=${folder}`], async (profiled) => {
      from = microseconds();
      await work(profiled);
      to = microseconds();
    });
    for (const file of readdirSync(folder)) {
      addTimes(spent, JSON.parse(readFileSync(join(folder, file), "utf8")), from, to);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  const groups = [...spent].map(([group, functions]) => ({
    group,
    functions,
    time: sum(functions.values()),
  }));
  const all = sum(groups.map(({ time }) => time));
  return groups
    .toSorted((one, other) => other.time - one.time)
    .filter(({ time }) => time / all > 0.005)
    .map(({ group, functions, time }) => ({
      group,
      "% of the time": percent(time, all),
      "most of it in": [...functions]
        .toSorted(([, one], [, other]) => other - one)
        .slice(0, shownFunctions)
        .map(([name, own]) => `${name} ${percent(own, all)}`)
        .join(", "),
    }));
}

const microseconds = () => Number(process.hrtime.bigint() / 1000n);

/** Start and stop of the server are left out. */
function addTimes(
  spent: Map<string, Map<string, number>>,
  { nodes, samples, timeDeltas, startTime }: CpuProfile,
  from: number,
  to: number,
): void {
  const byId = new Map(nodes.map((node) => [node.id, node.callFrame]));
  let now = startTime;
  for (const [index, id] of samples.entries()) {
    now += timeDeltas[index] ?? 0;
    if (now < from || now > to) continue;
    const frame = byId.get(id);
    if (!frame || frame.functionName === "(idle)") continue;
    const functions = spent.get(groupOf(frame)) ?? new Map<string, number>();
    spent.set(groupOf(frame), functions);
    const name = frame.functionName || "(anonymous)";
    functions.set(name, (functions.get(name) ?? 0) + (timeDeltas[index] ?? 0));
  }
}

function groupOf({ functionName, url }: CpuProfile["nodes"][number]["callFrame"]): string {
  if (functionName === "(garbage collector)") return "garbage collector";
  if (url.startsWith("wasm:")) return "PostgreSQL in WebAssembly";
  if (url === "" || url.startsWith("node:")) return "Node and the system";
  const [, packageName] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url) ?? [];
  return packageName ?? (ownFiles.test(url) ? "Cairn" : "other");
}

const sum = (values: Iterable<number>) => [...values].reduce((one, other) => one + other, 0);
const percent = (part: number, whole: number) => Number(((100 * part) / whole).toFixed(1));
