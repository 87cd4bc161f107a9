import { createHash } from "node:crypto";
import { text } from "node:stream/consumers";
import type { Database, Queries } from "../db/database.ts";
import { forkLog, problemOfLog } from "../modules/ledger/log/history.ts";
import { newestCheckpoint } from "../modules/ledger/log/log.repository.ts";
import { keyFile, type LogKeys, parseLogKeys, readLogKeys } from "../modules/ledger/log/log-keys.ts";
import { readSignedHead, type SignedHead } from "../modules/ledger/log/signed-heads.ts";
import { BadBackup } from "./manifest.ts";
import type { OpenBackup } from "./read-backup.ts";

/** The backup does not continue the log that this machine signed. The message is one line. */
export class LogGoesBack extends Error {
  override readonly name = "LogGoesBack";

  constructor(problem: string) {
    super(
      `The backup is older than the signed log: it ${problem}. Nothing was changed. Restore a newer backup, or start a new log and give the reason: --fork TEXT`,
    );
  }
}

interface Target {
  readonly dataDir: string;
  /** LOG_KEY; null: the data directory stores the key. */
  readonly keys: LogKeys | null;
  /** Why the log goes on under a new name if it would go back; null: then nothing is restored. */
  readonly fork: string | null;
  readonly now: Date;
}

/** What became of the log in a restore that the operator allowed to take it back. */
export interface Fork {
  /** The log's new name. */
  readonly origin: string;
  /** The newest checkpoint of the log that is not continued. */
  readonly former: SignedHead;
}

/** Lets a restore rewind the log only if the operator allows it, then forks the log. */
export function createLogGuard(backup: OpenBackup, { dataDir, keys, fork, now }: Target) {
  let former: SignedHead | null = null;

  return {
    /** Called when everything is loaded and nothing is in place yet. @throws LogGoesBack */
    async check(db: Queries): Promise<void> {
      const remembered = await readSignedHead(dataDir);
      const problem = await problemOfLog(db, remembered);
      if (problem === null) return;
      if (fork === null) throw new LogGoesBack(problem);
      former = remembered;
    },

    /** Called when the loaded data is migrated. @returns null if the log goes on under its own name. */
    async forkIfNeeded(db: Database): Promise<Fork | null> {
      if (fork === null) return null;
      const lost = former ?? (await newestCheckpoint(db.query))?.head ?? null;
      if (!lost || (await problemOfLog(db.query, former)) === null) return null;
      const signing = keys ?? (await keysIn(backup)) ?? (await readLogKeys(dataDir));
      const head = await db.transaction((tx) =>
        forkLog(tx, { former: lost, keys: signing, reason: fork, now }),
      );
      return { origin: head.origin, former: lost };
    },
  };
}

/** The key of the log in a backup; null in one from before there was a key. @throws BadBackup */
export async function keysIn({ archive, manifest }: OpenBackup): Promise<LogKeys | null> {
  if (manifest.log_key === undefined) return null;
  const line = await text(await archive.open(keyFile));
  const keys = createHash("sha256").update(line).digest("hex") === manifest.log_key && parseLogKeys(line);
  if (!keys) throw new BadBackup("the key of the log has been changed");
  return keys;
}
