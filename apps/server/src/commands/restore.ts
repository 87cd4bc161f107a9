import { restoreEmbedded } from "../backup/restore-embedded.ts";
import { restoreServer } from "../backup/restore-server.ts";
import { ensureOwner } from "../db/database.ts";
import { openMediaStore } from "../modules/media/store/open-store.ts";
import { type CommandFrame, onlyFile, runProcess } from "./run.ts";

const usage = `Usage: npm run restore -- FILE

Puts what a backup holds in place of the data there are, which are kept beside; or, with DATABASE_URL, into an empty
database. Files go to where MEDIA_S3_URL says. The site must be stopped.`;

await runProcess(async (frame) => {
  const { verification, before } = await restore(onlyFile(frame.argv, usage), frame);
  const { databaseUrl, dataDir } = frame.config;
  const head = verification.head
    ? `; its head is row ${verification.head.seq}, ${verification.head.hash}`
    : "";
  return {
    lines: [
      `Restored into ${databaseUrl === null ? dataDir : "the database"}. Every table, every file and the ledger fit${head}.`,
      ...(before ? [`What was there before is in ${before}; delete it when you no longer need it.`] : []),
    ],
    status: 0,
  };
});

async function restore(file: string, { config, log }: CommandFrame) {
  const { databaseUrl, dataDir, mediaBucket } = config;
  // Files come into it whichever database they belong to, also where it is still empty.
  ensureOwner(dataDir, ["db", "media", "."]);
  const now = new Date();
  // The folder of media takes its place together with the embedded database.
  if (databaseUrl === null && mediaBucket === null) {
    return restoreEmbedded(file, { dataDir, bucket: null, log, now });
  }
  const store = await openMediaStore(config, log);
  try {
    await store.check();
    return databaseUrl === null
      ? await restoreEmbedded(file, { dataDir, bucket: store, log, now })
      : await restoreServer(file, { databaseUrl, dataDir, store, log });
  } finally {
    store.close();
  }
}
