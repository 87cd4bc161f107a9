import { stat } from "node:fs/promises";
import { join } from "node:path";
import { pyodideFiles } from "@cairn/contract";
import { ConfigError } from "../../config.ts";

/** @throws ConfigError where the folder lacks a file of Pyodide that readers need */
export async function checkPyodide(folder: string | null): Promise<void> {
  if (folder === null) return;
  for (const name of Object.keys(pyodideFiles)) {
    const facts = await stat(join(folder, name)).catch(() => null);
    if (!facts?.isFile()) {
      throw new ConfigError(
        `PYODIDE_DIR must be a folder of Pyodide 314 or newer, but ${folder} has no file ${name}`,
      );
    }
  }
}
