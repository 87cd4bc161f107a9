import { createInterface } from "node:readline/promises";
import { misfitLines } from "../backup/manifest.ts";
import { changeOfHead } from "../backup/remembered-head.ts";
import { type Restored, restoreEmbedded } from "../backup/restore-embedded.ts";
import { restoreServer } from "../backup/restore-server.ts";
import { LogGoesBack } from "../backup/restored-log.ts";
import { ensureOwner } from "../db/database.ts";
import { openMediaStore } from "../modules/media/store/open-store.ts";
import { reasonOf } from "../operator/command.ts";
import { type CommandFrame, onlyFile, runProcess } from "./run.ts";

const usage = `Usage: npm run restore -- [--partial] [--fork TEXT] FILE

Puts what a backup holds in place of the data there are, which are kept beside; or, with DATABASE_URL, into an empty
database. Files go to where MEDIA_S3_URL says. The site must be stopped.
--partial: also of a backup that was made without some files, which are then missing.
--fork: also of a backup that would take the public log back behind what was signed here: the log then goes on under a
new new name. TEXT is the reason, to which its first row commits.`;

await runProcess(async (frame) => {
  const options = optionsOf(frame.argv);
  const { verification, remembered, before, forkedAs, misfits } = await restoreAsking(options, frame);
  const { databaseUrl, dataDir } = frame.config;
  const change = changeOfHead(remembered, verification);
  const head = verification.head
    ? `; its head is row ${verification.head.seq}, ${verification.head.hash}`
    : "";
  return {
    lines: [
      `Restored into ${databaseUrl === null ? dataDir : "the database"}. Every table, every file and the ledger fit${head}.`,
      ...(change === null ? [] : [change]),
      ...(forkedAs === null
        ? []
        : [`The public log goes on as ${forkedAs}. Its first row names the old one.`]),
      ...(misfits.length > 0 ? ["All but these files, which are missing now:", ...misfitLines(misfits)] : []),
      ...(before ? [`What was there before is in ${before}; delete it when you no longer need it.`] : []),
    ],
    status: 0,
  };
});

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
    const answer = await terminal.question(`${error.message}\nThe reason (nothing: do not restore): `);
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
