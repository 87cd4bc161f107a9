import { createInterface } from "node:readline/promises";
import { misfitLines } from "../backup/manifest.ts";
import { type Restored, restoreEmbedded } from "../backup/restore-embedded.ts";
import { restoreServer } from "../backup/restore-server.ts";
import { type Fork, LogGoesBack } from "../backup/restored-log.ts";
import { ensureOwner } from "../db/database.ts";
import { readErasedList } from "../modules/erasing/erased-list.ts";
import { openMediaStore } from "../modules/media/store/open-store.ts";
import { reasonOf } from "./command.ts";
import { type CommandFrame, onlyFile, runProcess } from "./run.ts";
import { withServices } from "./with-services.ts";

const usage = `Usage: npm run restore -- [--partial] [--fork TEXT] FILE

Replaces the data with a backup and keeps the old data in a folder beside it. With DATABASE_URL, the database must be
empty. Files go to the bucket of MEDIA_S3_URL, if it is set. Stop the site first.
--partial  restores a backup that lacks some files; those files are then missing.
--fork     restores a backup that is older than the signed public log. The log then continues under a new name. TEXT is
           the reason, which the first row of the new log proves.`;

await runProcess(async (frame) => {
  const options = optionsOf(frame.argv);
  const { verification, before, forked, misfits } = await restoreAsking(options, frame);
  const erased = await eraseAgain(frame);
  const { databaseUrl, dataDir } = frame.config;
  const head = verification.head
    ? `; its head is row ${verification.head.seq}, ${verification.head.hash}`
    : "";
  return {
    lines: [
      `Restored into ${databaseUrl === null ? dataDir : "the database"}. Every table, every file and the ledger are correct${head}.`,
      ...(forked === null ? [] : linesOfFork(forked, verification.rows)),
      ...(erased === 0
        ? []
        : [`Erased again since the backup: ${erased} ${erased === 1 ? "account" : "accounts"}.`]),
      ...(misfits.length > 0 ? ["These files are missing now:", ...misfitLines(misfits)] : []),
      ...(before ? [`The old data is in ${before}. Delete it when you no longer need it.`] : []),
    ],
    status: 0,
  };
});

/** What was erased here is in an older backup again. @returns the number of such accounts */
async function eraseAgain({ config, log }: CommandFrame): Promise<number> {
  if ((await readErasedList(config.dataDir)).length === 0) return 0;
  return withServices({ config, log }, async ({ erasing, jobs }) => {
    const erased = await erasing.begin();
    if (erased > 0) await jobs.runDue("erase");
    return erased;
  });
}

function linesOfFork({ origin, former }: Fork, rows: number): string[] {
  return [
    rows < former.size
      ? `The ledger went back from row ${former.size} to row ${rows}. Later decisions are not in this backup.`
      : `This is not the ledger that this machine signed: up to row ${former.size} it has other rows.`,
    `The public log continues as ${origin}. Its first row names the old log.`,
  ];
}

interface Options {
  readonly file: string;
  readonly partial: boolean;
  /** Why the log may go on under a new name; null: not said. */
  readonly fork: string | null;
}

/** @throws Misuse */
function optionsOf(argv: readonly string[]): Options {
  const words = argv.filter((word) => word !== "--partial");
  const partial = words.length < argv.length;
  const at = words.indexOf("--fork");
  const fork = at < 0 ? null : reasonOf(words[at + 1], "--fork");
  return { file: onlyFile(at < 0 ? words : words.toSpliced(at, 2), usage), partial, fork };
}

/** Asks at the terminal, if there is one, before the log goes back. */
async function restoreAsking(options: Options, frame: CommandFrame): Promise<Restored> {
  try {
    return await restore(options, frame);
  } catch (error) {
    if (!(error instanceof LogGoesBack) || !process.stdin.isTTY || !process.stdout.isTTY) throw error;
    const terminal = createInterface({ input: process.stdin, output: process.stdout });
    const answer = await terminal.question(`${error.message}\nThe reason (leave empty to stop): `);
    terminal.close();
    if (answer.trim() === "") throw error;
    return restore({ ...options, fork: reasonOf(answer, "The reason") }, frame);
  }
}

async function restore({ file, partial, fork }: Options, { config, log }: CommandFrame): Promise<Restored> {
  const { databaseUrl, dataDir, mediaBucket, logKeys } = config;
  // A restore writes files into the data directory with either engine, even if it is still empty.
  ensureOwner(dataDir, ["db", "media", "."]);
  const now = new Date();
  // The media folder is put into place together with the embedded database.
  if (databaseUrl === null && mediaBucket === null) {
    return restoreEmbedded(file, { dataDir, bucket: null, log, now, partial, logKeys, fork });
  }
  const store = await openMediaStore(config, log);
  try {
    await store.check();
    return databaseUrl === null
      ? await restoreEmbedded(file, { dataDir, bucket: store, log, now, partial, logKeys, fork })
      : await restoreServer(file, { databaseUrl, dataDir, store, log, now, partial, logKeys, fork });
  } finally {
    store.close();
  }
}
