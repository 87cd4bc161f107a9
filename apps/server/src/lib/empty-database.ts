import { readFile } from "node:fs/promises";

/** The build packs it beside the bundle that holds this module; worker-setup.ts of the tests into .cache. */
const file = new URL(
  import.meta.url.endsWith("/src/lib/empty-database.ts")
    ? "../../.cache/empty-database.tar.gz"
    : "./empty-database.tar.gz",
  import.meta.url,
);

/** The files of an empty database, for PGlite's `loadDataDir`: running initdb takes much time and memory. */
export const emptyDatabase = async (): Promise<Blob> => new Blob([new Uint8Array(await readFile(file))]);
