import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { Manifest } from "vite";
import { firstViewOf } from "./first-view.ts";

export interface Weight {
  paths: string[];
  /** Bytes of script, compressed with brotli, that load before the page can be used. */
  bytes: number;
  budget: number;
  /** Set for a page that works before the application: this is what comes after that. */
  later?: true;
}

/** The pages that work before the application, by their route, and their only script (app/start.js). */
export interface EarlyPages {
  script: string;
  patterns: readonly string[];
}

/** Of the script of a page that works before the application. */
const earlyBudget = 2_000;
/** Of the screens with long forms, and of the tables in which admins decide. */
const workBudget = 134_500;
const budgets: Record<string, number> = {
  "/": 115_000,
  "/login": 113_500,
  "/register": 115_000,
  "/posts/:id": 137_000,
  "/create-post": workBudget,
  "/my-posts": workBudget,
  "/techwriter/edit/:id": workBudget,
  "/profile": workBudget,
  "/content-management": workBudget,
  "/categories-management": workBudget,
};
const otherBudget = 131_500;

/** Measures the first view of every screen; screens with the same chunks are grouped. */
export async function weighFirstViews(
  dist: string,
  manifest: Manifest,
  screens: readonly { path: string; chunks: string[] }[],
  { script, patterns }: EarlyPages,
): Promise<Weight[]> {
  const sizeOf = async (file: string) => (await stat(join(dist, `${file}.br`))).size;
  const weights = new Map<string, Weight>();
  for (const { path, chunks } of screens) {
    const budget = budgets[path] ?? otherBudget;
    const later = patterns.includes(path);
    const key = `${chunks.join()} ${later}`;
    const known = weights.get(key);
    if (known?.budget === budget) {
      known.paths.push(path);
      continue;
    }
    const { scripts } = firstViewOf(manifest, chunks);
    const sizes = await Promise.all(scripts.map(sizeOf));
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    weights.set(key, { paths: [path], bytes, budget, ...(later && { later }) });
  }
  const early = { paths: [...patterns], bytes: await sizeOf(script), budget: earlyBudget };
  return [early, ...weights.values()];
}

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} KB`;

export const weightLine = ({ paths, bytes, budget, later }: Weight) => {
  const others = paths.length > 1 ? ` and ${paths.length - 1} more` : "";
  const when = later ? ", when it can be used already" : "";
  return `${kilobytes(bytes).padStart(9)} of ${kilobytes(budget).padStart(9)}  ${paths[0]}${others}${when}`;
};

/** Throws if a screen exceeds its budget. */
export function keepBudgets(weights: readonly Weight[]) {
  const heavy = weights.filter(({ bytes, budget }) => bytes > budget);
  if (heavy.length > 0)
    throw new Error(`Too much script before the page can be used:\n${heavy.map(weightLine).join("\n")}`);
}
