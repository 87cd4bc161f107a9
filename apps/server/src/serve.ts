import type { AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import type { Logger } from "pino";
import { type App, buildApp } from "./app.ts";
import { takeSnapshot } from "./backup/snapshot.ts";
import type { Config } from "./config.ts";
import type { Database } from "./db/database.ts";
import { startMaintenance } from "./db/maintenance.ts";
import { migrate } from "./db/migrate.ts";
import { demoAccounts, demoPassword, seedDemo } from "./db/seed/seed.ts";
import { endlessRoom, watchDiskRoom } from "./lib/disk-room.ts";
import { readSecret } from "./lib/secret-file.ts";
import { openMediaStore } from "./modules/media/store/open-store.ts";
import { openCommandSocket } from "./operator/command-socket.ts";
import { runCommand } from "./operator/run-command.ts";

const siteDir = resolve(import.meta.dirname, "../../web/dist");
const sweepEvery = 60 * 60 * 1000;

/** Brings the database up to date, opens the site and keeps it open until a signal asks it to stop. */
export async function serve({
  config,
  db,
  log,
}: {
  config: Config;
  db: Database;
  log: Logger;
}): Promise<void> {
  const store = await openMediaStore(config, log);
  await Promise.all([migrate(db), store.check()]);
  const seeded = config.seedDemo && (await seedDemo(db, store));
  if (seeded) {
    await db.maintain("analyze");
    log.info("demo data was written");
  }

  const secret = config.authSecret ?? (await readSecret(config.dataDir));
  // A database server has a disk of its own; files that find no room here are refused one by one.
  const room = config.databaseUrl === null ? await watchDiskRoom(config.dataDir, log) : endlessRoom;
  const app = await buildApp({ config, db, secret, log, store, siteDir, room });
  const maintenance = startMaintenance(db, log);
  const closeCommands = await openCommands(config, { app, db, log });
  const sweeper = setInterval(
    () => app.sweep().catch((error) => log.error({ err: error }, "sweep failed")),
    sweepEvery,
  );
  sweeper.unref();

  let stopping = false;
  async function stop(signal: string): Promise<void> {
    // Ctrl-C reaches the process twice, through the terminal and through npm: once is meant.
    if (stopping) return;
    stopping = true;
    log.info({ signal }, "stopping");
    clearInterval(sweeper);
    room.stop();
    await closeCommands();
    await app.drain.stop();
    await app.http.close();
    await maintenance.stop();
    store.close();
    await db.close();
    process.exit(0);
  }
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => {
      stop(signal).catch((error) => {
        log.fatal({ err: error }, "could not stop cleanly");
        process.exit(1);
      });
    });
  }

  app.watchProcess();
  await app.warmUp();
  await app.http.listen({ port: config.port, host: config.host });
  announce(config, app.http.server.address());
  app.feeds.start();
  await app.mail.start();
}

/** With a database server the command line goes there by itself. */
async function openCommands(config: Config, { app, db, log }: Running): Promise<() => Promise<void>> {
  if (config.databaseUrl !== null) return async () => {};
  const { dataDir } = config;
  const mediaDir = config.mediaBucket === null ? join(dataDir, "media") : null;
  const handlers = {
    command: (argv: readonly string[]) => runCommand(argv, app.operator),
    snapshot: async () => ({ lines: [await takeSnapshot(db, { dataDir, mediaDir })], status: 0 as const }),
  };
  return openCommandSocket(dataDir, handlers, log);
}

interface Running {
  readonly app: App;
  readonly db: Database;
  readonly log: Logger;
}

function announce(config: Config, address: AddressInfo | string | null): void {
  const port = typeof address === "object" && address ? address.port : config.port;
  const lines = [
    "",
    `  Cairn is open at ${config.publicUrl.replace(/:0$/, `:${port}`)}`,
    `  Data lies in ${config.dataDir}`,
  ];
  if (config.seedDemo) {
    lines.push(`  Demo accounts, all with the password ${demoPassword}:`);
    for (const { email, role } of demoAccounts) lines.push(`    ${email.padEnd(24)} ${role}`);
  }
  process.stdout.write(`${lines.join("\n")}\n\n`);
}
