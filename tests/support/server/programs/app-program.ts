import { writeSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import pino from "pino";
import { buildApp } from "../../../../apps/server/src/app.ts";
import { readConfig } from "../../../../apps/server/src/config.ts";
import { openDatabase } from "../../../../apps/server/src/db/database.ts";
import { clockFrom, systemClock } from "../../../../apps/server/src/lib/clock.ts";
import { readSecret } from "../../../../apps/server/src/lib/secret-file.ts";
import { openFolderStore } from "../../../../apps/server/src/modules/media/store/folder-store.ts";

// The server on a migrated data directory as a process of its own, for tests that kill it: `app-program.js DATA_DIR
// [SETTING=VALUE ...]`. It signs the log, and sends what waits if it has a mail server, or may send webhooks to one of the
// test. Its one line is its address.
const [dataDir = "", ...settings] = process.argv.slice(2);
const log = pino({ level: "warn" }, pino.destination(2));
const config = readConfig({
  DATA_DIR: dataDir,
  SEED_DEMO: "true",
  RATE_LIMITS: "off",
  REGISTRATIONS_PER_HOUR: "100000",
  MEMBER_WAITING_POSTS: "10000",
  CONFIRMED_EMAIL_TO_WRITE: "false",
  ...Object.fromEntries(
    settings.map((one) => [one.slice(0, one.indexOf("=")), one.slice(one.indexOf("=") + 1)]),
  ),
});
const [db, store, secret] = [
  await openDatabase({ dataDir, log }),
  await openFolderStore(join(dataDir, "media")),
  await readSecret(dataDir),
];
const clock = config.now ? clockFrom(config.now) : systemClock;
const app = await buildApp({ config, db, store, secret, clock, log, siteDir: null });
await app.publicLog.begin();
await app.http.listen({ port: 0, host: "127.0.0.1" });
await app.publicLog.signing.start();
if (config.smtpUrl || config.webhookHosts.length > 0) await app.jobs.start();
writeSync(1, `http://127.0.0.1:${(app.http.server.address() as AddressInfo).port}\n`);
