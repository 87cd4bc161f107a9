import { rm } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import { openDatabase } from "../db/database.ts";
import { migrate } from "../db/migrate.ts";
import { silentLog, templateDir } from "./database.ts";

const source = join(import.meta.dirname, "..");

/**
 * Once per test run: bundles the database's worker to where backend.ts looks for it when it runs from
 * source, and makes the migrated database that every test starts from a copy of.
 */
export async function setup(): Promise<void> {
  await build({
    entryPoints: { worker: join(source, "db/embedded/worker.ts") },
    outdir: join(source, "../.cache"),
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    target: "node20",
    sourcemap: "inline",
  });
  await rm(templateDir, { recursive: true, force: true });
  const database = await openDatabase({ dataDir: templateDir, log: silentLog });
  await migrate(database);
  await database.close();
}
