import { spawnSync } from "node:child_process";
import { closeSync, mkdirSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface SmallDisk {
  readonly directory: string;
  /** Writes another file to the last byte. */
  fill(): void;
  /** Removes it. */
  free(): void;
  remove(): void;
}

/** A disk of its own, in memory; or why this machine does not let us have one. */
export function mountSmallDisk(megabytes: number): SmallDisk | { readonly refused: string } {
  const mount = mkdtempSync(join(tmpdir(), "cairn-disk-"));
  const options = ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", mount];
  const { status, error, stderr } = spawnSync("mount", options, { encoding: "utf8" });
  if (status !== 0) {
    rmdirSync(mount);
    return { refused: (error?.message ?? stderr).trim() };
  }
  const directory = join(mount, "data");
  mkdirSync(directory);
  const filler = join(mount, "filler");
  return {
    directory,
    fill: () => fillDisk(filler),
    free: () => rmSync(filler, { force: true }),
    remove() {
      // Lazily: a server that is still on its way out does not keep the mount.
      spawnSync("umount", ["--lazy", mount]);
      rmdirSync(mount);
    },
  };
}

function fillDisk(path: string): void {
  const file = openSync(path, "a");
  try {
    for (const size of [1024 * 1024, 4096, 1]) writeUntilRefused(file, Buffer.alloc(size));
  } finally {
    closeSync(file);
  }
}

function writeUntilRefused(file: number, bytes: Buffer): void {
  try {
    while (true) writeSync(file, bytes);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
  }
}
