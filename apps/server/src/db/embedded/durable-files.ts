import { closeSync, fdatasyncSync, fsyncSync, openSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { PGlite } from "@electric-sql/pglite";
import { NodeFS } from "@electric-sql/pglite/nodefs";

type ModuleOptions = Parameters<NodeFS["init"]>[1];

/** The parts of Emscripten's layer over node:fs that this file touches. */
interface Module {
  readonly NODEFS: { readonly stream_ops: { fsync?: (stream: FileStream) => number } };
  readonly FS: { isDir(mode: number): boolean };
}
interface FileStream {
  readonly nfd: number;
  readonly path: string;
  readonly node: { readonly mode: number };
}

const done = 0;
/**
 * template1 and template0. No one connects to them, so they have not changed since createFiles synced them to the disk;
 * but recovery after a crash syncs every file, and these are more than half of all.
 */
const templates = /\/base\/[14]\//;
/** EIO in WASI's numbering. PostgreSQL panics on it, as it must: the kernel may have dropped the pages. */
const inputOutputError = 29;

/**
 * PGlite's layer over node:fs has no fsync: PostgreSQL's writes reach the disk whenever the kernel pleases. This adds
 * fsync before the backend starts, because recovery after a crash must reach the disk too.
 */
export class DurableFiles extends NodeFS {
  override async init(pglite: PGlite, options: ModuleOptions) {
    const { emscriptenOpts } = await super.init(pglite, options);
    const addFsync = ({ NODEFS, FS }: Module) => {
      NODEFS.stream_ops.fsync = (stream) => {
        if (templates.test(stream.path)) return done;
        try {
          if (FS.isDir(stream.node.mode)) fsyncSync(stream.nfd);
          else fdatasyncSync(stream.nfd);
          return done;
        } catch {
          return inputOutputError;
        }
      };
    };
    const preRun = [...[emscriptenOpts.preRun ?? []].flat(), addFsync];
    return { emscriptenOpts: { ...emscriptenOpts, preRun } as ModuleOptions };
  }
}

/** Syncs files that were written without fsync to the disk, and the directory entries that name them. */
export function syncTreeToDisk(directory: string): void {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) syncTreeToDisk(path);
    else syncPath(path);
  }
  syncPath(directory);
}

export function syncPath(path: string): void {
  const file = openSync(path, "r");
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
