import { join } from "node:path";
import { root } from "../../../scripts/setup/paths.mjs";
import { runNode } from "../../../scripts/setup/run.mjs";
import { testLogKey } from "./server.ts";

/** What `npm run admin -- check` says does not fit: pages, references, bytes of files, counters or ledger; null: nothing. */
export async function checkSite({
  dataDir,
  databaseUrl = "",
}: {
  dataDir: string;
  databaseUrl?: string;
}): Promise<string | null> {
  // With a database server the settings have to name one, though the check signs nothing with it.
  const secret = databaseUrl === "" ? "" : "a secret that signs nothing here, and is long enough";
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    MEDIA_S3_URL: "",
    AUTH_SECRET: secret,
    LOG_KEY: databaseUrl === "" ? "" : testLogKey,
  };
  const { ok, output } = await runNode([join(root, "apps/server/dist/admin.js"), "check"], { env });
  if (ok) return null;
  const lines = output.split("\n").filter((line) => !line.includes(": no problems"));
  return lines.join("\n").trim() || "the check did not run";
}
