import { makeBackup } from "../backup/make-backup.ts";
import { ensureBegun, ensureFolderOf } from "./preconditions.ts";
import { onlyFile, runProcess } from "./run.ts";

const usage =
  "Usage: npm run backup -- FILE\n\nWrites all data and media into one file, while the site runs or not.";

await runProcess(async ({ config, log, argv }) => {
  const file = onlyFile(argv, usage);
  ensureFolderOf(file);
  ensureBegun(config);
  const { rows, files, bytes } = await makeBackup(file, {
    ...config,
    log,
    now: new Date(),
  });
  const megabytes = (bytes / 1024 / 1024).toFixed(1);
  return { lines: [`${file} holds ${rows} rows and ${files} files (${megabytes} MB of media).`], status: 0 };
});
