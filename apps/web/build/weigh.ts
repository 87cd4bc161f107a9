import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { Manifest } from "vite";
import { firstViewOf } from "./first-view.ts";

export interface Weight {
  paths: string[];
  /** Bytes of script, compressed with brotli, that load before the page can show. */
  bytes: number;
  budget: number;
}

const budgets: Record<string, number> = { "/": 95_000, "/login": 110_000, "/register": 110_000 };
const otherBudget = 140_000;

/** Measures the first view of every screen; screens with the same chunks are grouped. */
export async function weighFirstViews(
  dist: string,
  manifest: Manifest,
  screens: readonly { path: string; chunks: string[] }[],
): Promise<Weight[]> {
  const weights = new Map<string, Weight>();
  for (const { path, chunks } of screens) {
    const budget = budgets[path] ?? otherBudget;
    const key = chunks.join();
    const known = weights.get(key);
    if (known?.budget === budget) {
      known.paths.push(path);
      continue;
    }
    const { scripts } = firstViewOf(manifest, chunks);
    const sizes = await Promise.all(scripts.map(async (file) => (await stat(join(dist, `${file}.br`))).size));
    weights.set(key, { paths: [path], bytes: sizes.reduce((sum, size) => sum + size, 0), budget });
  }
  return [...weights.values()];
}

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} KB`;

export const weightLine = ({ paths, bytes, budget }: Weight) => {
  const others = paths.length > 1 ? ` and ${paths.length - 1} more` : "";
  return `${kilobytes(bytes).padStart(9)} of ${kilobytes(budget).padStart(9)}  ${paths[0]}${others}`;
};

/** Throws if a screen exceeds its budget. */
export function keepBudgets(weights: readonly Weight[]) {
  const heavy = weights.filter(({ bytes, budget }) => bytes > budget);
  if (heavy.length > 0)
    throw new Error(`Too much script before the page shows:\n${heavy.map(weightLine).join("\n")}`);
}
