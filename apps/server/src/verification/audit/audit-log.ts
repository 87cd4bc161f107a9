import { createHash } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { replaceFile } from "@cairn/node";
import { type Asking, AuditFlaw, openAuditedSite } from "./audited-site.ts";
import { followLog, readSeen, type SeenLog, writeSeen } from "./followed-log.ts";
import { checkServed } from "./served-check.ts";

export interface Audit {
  /** Rows of the log that fit. */
  readonly rows: number;
  /** Public items that were compared; 0 where a flaw was found first. */
  readonly items: number;
  /** The first thing that does not fit, as a sentence without a full stop; null: all fits. */
  readonly flaw: string | null;
  /** Where what was seen lies: the key, and the newest checkpoint. */
  readonly folder: string;
}

interface Settings extends Asking {
  /** The site's address. */
  readonly url: string;
  readonly dataDir: string;
  readonly isArticleHtml: (source: string, html: string) => boolean | Promise<boolean>;
  /** Milliseconds within which the log signs what was decided. */
  readonly settleMs?: number;
}

/** A checkpoint follows at most five seconds after the last row. */
const defaultSettleMs = 6_000;

/**
 * Follows a site's log from outside: reads what is new since the last visit, and compares what readers are served with
 * it. Remembers the key and all that it saw in the data directory. @throws ExternalFailure if the site cannot be read
 */
export async function auditLog({
  url,
  dataDir,
  isArticleHtml,
  settleMs = defaultSettleMs,
  ...asking
}: Settings): Promise<Audit> {
  const address = url.replace(/\/+$/, "");
  const folder = folderOf(dataDir, address);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const site = openAuditedSite(address, asking);
  let seen: SeenLog | null = null;

  async function follow(): Promise<SeenLog> {
    const log = await followLog(site, seen);
    if (log.note !== null && log.note !== seen?.note) await writeSeen(folder, log);
    seen = log;
    return log;
  }

  try {
    seen = await readSeen(folder);
    let log = await follow();
    const items = await checkServed({
      site,
      log: () => log,
      async again() {
        await sleep(settleMs);
        log = await follow();
      },
      isArticleHtml,
    });
    return { rows: log.size, items, flaw: null, folder };
  } catch (error) {
    if (!(error instanceof AuditFlaw)) throw error;
    // What the site signed now is the evidence, beside what it had signed before.
    const note = await site.text("log/checkpoint").catch(() => null); // gone again: the flaw says enough
    if (note !== null && note !== seen?.note) await replaceFile(join(folder, "contradiction"), note);
    return { rows: seen?.size ?? 0, items: 0, flaw: error.message, folder };
  } finally {
    await site.close();
  }
}

/** One folder for each site. */
function folderOf(dataDir: string, url: string): string {
  const name = new URL(url).host.replaceAll(/[^a-z0-9.-]/gi, "_");
  const hash = createHash("sha256").update(url).digest("hex").slice(0, 8);
  return join(dataDir, "log-audit", `${name}-${hash}`);
}
