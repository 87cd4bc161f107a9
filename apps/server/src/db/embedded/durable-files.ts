import { closeSync, fdatasyncSync, fsyncSync, openSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { PGlite } from "@electric-sql/pglite";
import { NodeFS } from "@electric-sql/pglite/nodefs";

type ModuleOptions = Parameters<NodeFS["init"]>[1];

/** The parts of Emscripten's layer over node:fs that this file touches. */
interface Module {
  readonly NODEFS: { readonly stream_ops: StreamOperations; readonly node_ops: NodeOperations };
  readonly FS: { isDir(mode: number): boolean };
}
interface StreamOperations {
  fsync?: (stream: FileStream) => number;
  write(stream: FileStream, ...rest: readonly unknown[]): number;
  setattr(stream: FileStream, ...rest: readonly unknown[]): void;
  close(stream: FileStream): void;
}
type NodeOperations = Record<(typeof changesOfNodes)[number], (...args: readonly unknown[]) => void>;
interface FileStream {
  readonly nfd: number;
  readonly path: string;
  readonly node: { readonly mode: number };
}

const done = 0;
/** Whatever changes files other than by writing to an open one. */
const changesOfNodes = ["setattr", "rename", "unlink", "rmdir"] as const;
/** A segment of the write-ahead log. */
const logSegment = /\/pg_wal\/[0-9A-F]{24}$/;
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
 *
 * Commits that follow one another can share the sync of the log (group commit). PostgreSQL then takes its log to be on
 * the disk before it is, so no other file changes in the meantime: whatever would change one syncs the log first, and
 * the log stays ahead of the data, as after every crash it has to be.
 */
export class DurableFiles extends NodeFS {
  /** File descriptors of log segments with bytes that were not synced. */
  readonly #owed = new Set<number>();
  #shares = false;

  /** From now on the log is synced by settle(); the caller acknowledges nothing before that. */
  shareLogSyncs(): void {
    this.#shares = true;
  }

  get owesSync(): boolean {
    return this.#owed.size > 0;
  }

  /** @throws if the disk fails: the kernel may have dropped the log, so the backend has to end. */
  settle(): void {
    for (const file of this.#owed) fdatasyncSync(file);
    this.#owed.clear();
  }

  override async init(pglite: PGlite, options: ModuleOptions) {
    const { emscriptenOpts } = await super.init(pglite, options);
    const addFsync = ({ NODEFS, FS }: Module) => {
      NODEFS.stream_ops.fsync = (stream) => {
        if (templates.test(stream.path)) return done;
        if (this.#shares && logSegment.test(stream.path)) {
          this.#owed.add(stream.nfd);
          return done;
        }
        try {
          if (FS.isDir(stream.node.mode)) fsyncSync(stream.nfd);
          else fdatasyncSync(stream.nfd);
          return done;
        } catch {
          return inputOutputError;
        }
      };
    };
    const settleFirst = ({ NODEFS: { stream_ops: streams, node_ops: nodes } }: Module) => {
      const { write, setattr, close } = streams;
      streams.write = (stream, ...rest) => {
        if (this.owesSync && !logSegment.test(stream.path)) this.settle();
        return write(stream, ...rest);
      };
      streams.setattr = (stream, ...rest) => {
        this.settle();
        setattr(stream, ...rest);
      };
      streams.close = (stream) => {
        if (this.#owed.has(stream.nfd)) this.settle();
        close(stream);
      };
      for (const name of changesOfNodes) {
        const change = nodes[name];
        nodes[name] = (...args) => {
          this.settle();
          return change(...args);
        };
      }
    };
    const preRun = [...[emscriptenOpts.preRun ?? []].flat(), addFsync, settleFirst];
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
