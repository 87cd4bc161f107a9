import { accessSync, constants, existsSync } from "node:fs";
import { ConfigError } from "./config.ts";

/** Settings of the `.env` in this folder, if there is one. @throws ConfigError if this user may not read it */
export function loadSettingsFile(): void {
  if (!existsSync(".env")) return;
  try {
    accessSync(".env", constants.R_OK);
  } catch {
    // Node's own error would say that the file does not exist.
    throw new ConfigError(".env may not be read by this user: run Cairn as the one that it belongs to");
  }
  process.loadEnvFile(".env");
}
