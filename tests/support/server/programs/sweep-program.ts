import { readConfig } from "../../../../apps/server/src/config.ts";
import { openDatabase } from "../../../../apps/server/src/db/database.ts";
import { createIncomingFiles } from "../../../../apps/server/src/modules/media/incoming-files.ts";
import { createMediaService } from "../../../../apps/server/src/modules/media/media.service.ts";
import { createMediaAddresses } from "../../../../apps/server/src/modules/media/media-addresses.ts";
import { createPictureProcess } from "../../../../apps/server/src/modules/media/pictures/picture-process.ts";
import { createStorageService } from "../../../../apps/server/src/modules/media/storage.service.ts";
import { openMediaStore } from "../../../../apps/server/src/modules/media/store/open-store.ts";

// The sweep of media as it will be in two hours, for a site with the settings of the environment.
const log = { info() {}, warn: console.error, error: console.error };
const config = readConfig(process.env);
const store = await openMediaStore(config, log);
const db = await openDatabase({ url: config.databaseUrl, dataDir: config.dataDir, log });
const media = createMediaService({
  db,
  store,
  files: createIncomingFiles(store.incoming),
  addresses: createMediaAddresses(""),
  pictures: createPictureProcess(),
  storage: createStorageService({ db, ...config }),
  clock: () => new Date(Date.now() + 2 * 60 * 60 * 1000),
});
await media.sweep();
await db.close();
store.close();
