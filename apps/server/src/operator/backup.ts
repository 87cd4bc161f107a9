import { noteBackup } from "../backup/last-backup.ts";
import { makeBackup } from "../backup/make-backup.ts";
import { misfitLines } from "../backup/manifest.ts";
import { ensureBegun, ensureFolderOf } from "./preconditions.ts";
import { onlyFile, runProcess } from "./run.ts";

const usage =
  "Usage: npm run backup -- FILE\n\nWrites all data and media to one new file. You can run it while the site is running or stopped. Exit status 2: some stored\nfiles are missing or damaged.";

await runProcess(async ({ config, log, argv }) => {
  const file = onlyFile(argv, usage);
  ensureFolderOf(file);
  ensureBegun(config);
  const now = new Date();
  const { rows, files, bytes, misfits } = await makeBackup(file, { ...config, log, now });
  const megabytes = (bytes / 1024 / 1024).toFixed(1);
  const held = `${file} contains ${rows} rows and ${files} files (${megabytes} MB of media).`;
  if (misfits.length === 0) {
    // The backup is made: that the site does not learn of it is no failure.
    await noteBackup(config.dataDir, now).catch((error: unknown) =>
      log.warn({ err: error }, "the site will not know of this backup"),
    );
    return { lines: [held], status: 0 };
  }
  return {
    lines: [
      held,
      `${misfits.length} stored files are missing or damaged. Only \`npm run restore -- --partial\` restores this backup, without them:`,
      ...misfitLines(misfits),
    ],
    status: 2,
  };
});
