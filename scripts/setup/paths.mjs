import { join } from "node:path";

export const root = join(import.meta.dirname, "../..");

/** Locks, stamps and reports: all of it may be deleted at any time. */
export const cacheDir = join(root, ".cache");
