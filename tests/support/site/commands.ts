import { execFile } from "node:child_process";
import { join } from "node:path";
import { root } from "../../../scripts/setup/paths.mjs";

const dist = join(root, "apps/server/dist");

export interface CommandResult {
  readonly status: number;
  readonly output: string;
}

/** Runs one of the operator's commands on a data directory, as npm would. */
export function runCommand(
  name: "admin" | "backup" | "restore",
  dataDir: string,
  words: readonly string[],
  settings: Record<string, string> = {},
): Promise<CommandResult> {
  const { PATH = "", HOME = "" } = process.env;
  const env = { PATH, HOME, DATA_DIR: dataDir, INIT_CWD: dataDir, ...settings };
  return new Promise((resolve) => {
    const args = [join(dist, `${name}.js`), ...words];
    execFile(process.execPath, args, { cwd: dataDir, env }, (error, stdout, stderr) => {
      const status = typeof error?.code === "number" ? error.code : error ? -1 : 0;
      resolve({ status, output: stdout + stderr });
    });
  });
}
