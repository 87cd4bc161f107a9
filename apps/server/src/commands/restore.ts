import { restoreEmbedded } from "../backup/restore-embedded.ts";
import { restoreServer } from "../backup/restore-server.ts";
import { onlyFile, runProcess } from "./run.ts";

const usage = `Usage: npm run restore -- FILE

Puts what a backup holds in place of the data there are, which are kept beside; or, with DATABASE_URL, into an empty
database. The site must be stopped.`;

await runProcess(async ({ config, log, argv }) => {
  const file = onlyFile(argv, usage);
  const { databaseUrl, dataDir } = config;
  const { verification, before } =
    databaseUrl === null
      ? await restoreEmbedded(file, { dataDir, log, now: new Date() })
      : await restoreServer(file, { databaseUrl, dataDir, log });
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
