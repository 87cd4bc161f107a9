import { createHash, randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { build } from "esbuild";
import type { TestProject } from "vitest/node";
import { packEmptyDatabase } from "../../../apps/server/build.mjs";
import { openDatabase } from "../../../apps/server/src/db/database.ts";
import { migrate } from "../../../apps/server/src/db/migrate.ts";
import { forNode } from "../../../packages/node/build.mjs";
import { openTestBuckets } from "./bucket/test-bucket.ts";
import { cacheDir, onServer, silentLog, testServer } from "./database.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** A migrated database, for tests to copy. */
    templateDir: string;
    /** The same on the server that `npm run test:scale` uses; empty without one. */
    templateDatabase: string;
    /** Where each app of the tests has a bucket for its media; null: they have folders. */
    buckets: { endpoint: string; directory: string } | null;
  }
}

const root = join(import.meta.dirname, "../../..");
const source = join(root, "apps/server/src");
/** No test run lasts this long. */
const outdated = 20 * 60_000;

/**
 * Before the tests: bundles the worker threads to where their owners look for them when they run from
 * source, beside them the programs that tests start, and makes the migrated database of which tests get
 * copies. Everything is put in place by a rename, because several runs may share this checkout.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await mkdir(cacheDir, { recursive: true });
  await packEmptyDatabase(cacheDir);
  await bundleForNode(
    "apps/server/src/db/embedded/worker.ts",
    "apps/server/src/modules/feeds/reading/feed-worker.ts",
    "apps/server/src/modules/media/pictures/picture-worker.ts",
    "apps/server/src/modules/pages/page-worker.ts",
    "apps/server/src/modules/rendering/render-worker.ts",
    "tests/support/server/programs/app-program.ts",
    "tests/support/server/programs/database-program.ts",
    "tests/support/server/programs/bucket-program.ts",
  );
  project.provide("templateDir", await ensureTemplate());
  const server = testServer();
  project.provide("templateDatabase", server ? await makeTemplateDatabase(server) : "");
  return provideBuckets(project);
}

/** CAIRN_TEST_S3=1 lets all tests keep media in buckets; what it returns ends their server. */
async function provideBuckets(project: TestProject): Promise<() => Promise<void>> {
  const server = process.env.CAIRN_TEST_S3 === "1" ? await openTestBuckets() : null;
  project.provide("buckets", server && { endpoint: server.endpoint, directory: server.directory });
  return async () => server?.close();
}

async function bundleForNode(...entryPoints: string[]): Promise<void> {
  const { outputFiles } = await build({
    ...forNode,
    entryPoints: entryPoints.map((path) => join(root, path)),
    entryNames: "[name]",
    outdir: cacheDir,
    write: false,
    sourcemap: "inline",
  });
  for (const { path, contents } of outputFiles) {
    const draft = `${path}.${randomUUID()}`;
    await writeFile(draft, contents);
    await rename(draft, path);
  }
}

/** Made anew only when the engine or the migrations have changed. */
async function ensureTemplate(): Promise<string> {
  const template = join(cacheDir, `template-${await hashOfDatabaseSources()}`);
  if (!(await isThere(template))) {
    const draft = `${template}.${randomUUID()}`;
    await makeTemplate(draft);
    await rename(draft, template).catch(async (error: unknown) => {
      // Another run was faster.
      await rm(draft, { recursive: true });
      if (!(await isThere(template))) throw error;
    });
  }
  // Shows the other runs that this one is in use.
  await utimes(template, new Date(), new Date());
  await removeOldTemplates(basename(template));
  return template;
}

async function makeTemplate(dataDir: string): Promise<void> {
  const database = await openDatabase({ dataDir, log: silentLog });
  try {
    await migrate(database);
  } finally {
    await database.close();
  }
}

/** Made anew for each run: the server is thrown away after it. */
async function makeTemplateDatabase(server: string): Promise<string> {
  const name = `cairn_template_${randomUUID().replaceAll("-", "")}`;
  await onServer(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = name;
  const database = await openDatabase({ url: url.href, dataDir: "", log: silentLog });
  await migrate(database).finally(() => database.close());
  return name;
}

async function hashOfDatabaseSources(): Promise<string> {
  const hash = createHash("sha256");
  const lock = join(root, "package-lock.json");
  const folders = ["db", "db/embedded", "db/migrations"].map((folder) => join(source, folder));
  const names = await Promise.all(
    folders.map(async (folder) => (await readdir(folder)).map((name) => join(folder, name))),
  );
  const files = names.flat().filter((name) => /(?<!\.test)\.(ts|sql)$/.test(name));
  for (const file of [...files.sort(), lock]) hash.update(await readFile(file));
  return hash.digest("hex").slice(0, 16);
}

async function removeOldTemplates(current: string): Promise<void> {
  for (const name of await readdir(cacheDir)) {
    if (!name.startsWith("template-") || name === current) continue;
    const path = join(cacheDir, name);
    const { mtimeMs } = await stat(path);
    if (Date.now() - mtimeMs > outdated) await rm(path, { recursive: true, force: true });
  }
}

const isThere = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );
