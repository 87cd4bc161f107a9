import { misfitLines } from "../backup/manifest.ts";
import { changeOfHead } from "../backup/remembered-head.ts";
import { restoreEmbedded } from "../backup/restore-embedded.ts";
import { restoreServer } from "../backup/restore-server.ts";
import { ensureOwner } from "../db/database.ts";
import { openMediaStore } from "../modules/media/store/open-store.ts";
import { type CommandFrame, onlyFile, runProcess } from "./run.ts";

const usage = `Usage: npm run restore -- [--partial] FILE

Puts what a backup holds in place of the data there are, which are kept beside; or, with DATABASE_URL, into an empty
database. Files go to where MEDIA_S3_URL says. The site must be stopped.
--partial: also of a backup that was made without some files, which are then missing.`;

await runProcess(async (frame) => {
  const words = frame.argv.filter((word) => word !== "--partial");
  const partial = words.length < frame.argv.length;
  const { verification, remembered, before, misfits } = await restore(onlyFile(words, usage), partial, frame);
  const { databaseUrl, dataDir } = frame.config;
  const change = changeOfHead(remembered, verification);
  const head = verification.head
    ? `; its head is row ${verification.head.seq}, ${verification.head.hash}`
    : "";
  return {
    lines: [
      `Restored into ${databaseUrl === null ? dataDir : "the database"}. Every table, every file and the ledger fit${head}.`,
      ...(change === null ? [] : [change]),
      ...(misfits.length > 0 ? ["All but these files, which are missing now:", ...misfitLines(misfits)] : []),
      ...(before ? [`What was there before is in ${before}; delete it when you no longer need it.`] : []),
    ],
    status: 0,
  };
});

async function restore(file: string, partial: boolean, { config, log }: CommandFrame) {
  const { databaseUrl, dataDir, mediaBucket } = config;
  // A restore writes files into the data directory with either engine, even if it is still empty.
  ensureOwner(dataDir, ["db", "media", "."]);
  const now = new Date();
  // The media folder is put into place together with the embedded database.
  if (databaseUrl === null && mediaBucket === null) {
    return restoreEmbedded(file, { dataDir, bucket: null, log, now, partial });
  }
  const store = await openMediaStore(config, log);
  try {
    await store.check();
    return databaseUrl === null
      ? await restoreEmbedded(file, { dataDir, bucket: store, log, now, partial })
      : await restoreServer(file, { databaseUrl, dataDir, store, log, partial });
  } finally {
    store.close();
  }
}
