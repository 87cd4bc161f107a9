import type { AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { Logger } from "pino";
import { type App, buildApp } from "./app.ts";
import { takeSnapshot } from "./backup/snapshot.ts";
import { type Config, ConfigError } from "./config.ts";
import type { Database } from "./db/database.ts";
import { DemoAccountsOpen } from "./db/errors.ts";
import { startMaintenance } from "./db/maintenance.ts";
import { migrate } from "./db/migrate.ts";
import { demoAccounts, seedDemo } from "./demo.ts";
import { clockFrom, systemClock } from "./lib/clock.ts";
import { endlessRoom, watchDiskRoom } from "./lib/disk-room.ts";
import { isLoopbackHost } from "./lib/loopback.ts";
import { readSecret } from "./lib/secret-file.ts";
import { version } from "./lib/version.ts";
import { demoPassword } from "./modules/auth/passwords.ts";
import { openMediaStore } from "./modules/media/store/open-store.ts";
import { openCommandSocket } from "./operator/command-socket.ts";
import { demoGrants, isInhabited, openDemoAccounts } from "./operator/demo-accounts.ts";
import { hasVerifiedAdmin } from "./operator/operator.repository.ts";
import { runCommand } from "./operator/run-command.ts";

const siteDir = resolve(import.meta.dirname, "../../web/dist");
const sweepEvery = 60 * 60 * 1000;

/** Migrates the database, opens the site and serves it until a signal asks it to stop. */
export async function serve({
  config,
  db,
  log,
}: {
  config: Config;
  db: Database;
  log: Logger;
}): Promise<void> {
  const clock = config.now ? clockFrom(config.now) : systemClock;
  const store = await openMediaStore(config, log);
  await Promise.all([migrate(db), store.check()]);
  await refuseOpenDemoAccounts(config, db);
  const seeded = config.seedDemo && (await seedDemo(db, store, clock()));
  if (seeded) {
    await db.maintain("analyze");
    log.info("demo data was written");
  }

  const secret = config.authSecret ?? (await readSecret(config.dataDir));
  // A database server has a disk of its own; uploads that do not fit on this one are refused one by one.
  const room = config.databaseUrl === null ? await watchDiskRoom(config.dataDir, log) : endlessRoom;
  const app = await buildApp({ config, db, secret, log, store, siteDir, room, clock });
  const maintenance = startMaintenance(db, log);
  const closeCommands = await openCommands(config, { app, db, log });
  app
    .askAuthors()
    .catch((error) => log.error({ err: error }, "asking authors about posts that become due failed"));
  const sweeper = setInterval(
    // What fails is in the log, and tried again in an hour.
    () => app.sweep().catch(() => {}),
    sweepEvery,
  );
  sweeper.unref();

  let stopping = false;
  async function stop(signal: string): Promise<void> {
    // Ctrl-C reaches the process twice, through the terminal and through npm, but counts once.
    if (stopping) return;
    stopping = true;
    log.info({ signal }, "stopping");
    clearInterval(sweeper);
    room.stop();
    app.dailyAudit.stop();
    await closeCommands();
    await app.drain.stop();
    await app.http.close();
    await maintenance.stop();
    await app.publicLog.signing.stop();
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

  log.info({ version }, "Cairn is starting");
  await app.publicLog.begin();
  await app.erasing.begin();
  app.watchProcess();
  await app.endWaitsOfClockAhead();
  keepHeapSmall();
  await listen(app, config);
  announce(config, app.http.server.address(), await hasVerifiedAdmin(db.query));
  app.feeds.start();
  await app.jobs.start();
  await app.links.start();
  await app.publicLog.signing.start();
  app.dailyAudit.start(ownAddress(config, app.http.server.address()));
}

/**
 * What is in use takes some 100 MB, but V8 sizes its heap by the machine: on a large one it collects nothing old before
 * the heap has 250 MB. One collection frees what only the start needed; from then on the heap may double before the next
 * one. V8 counts the bytes of uploads as part of the heap until a quick collection frees them, at 32 MB: with less room it
 * would go through the whole heap every few uploads.
 */
function keepHeapSmall(): void {
  setFlagsFromString("--heap-growing-percent=100");
  setFlagsFromString("--expose-gc");
  runInNewContext("if (typeof gc === 'function') gc()");
  setFlagsFromString("--no-expose-gc");
}

/** @throws ConfigError naming the setting to change */
async function listen({ http }: App, { port, host }: Config): Promise<void> {
  try {
    await http.listen({ port, host });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EADDRINUSE")
      throw new ConfigError(`the address ${host}:${port} is already in use: set PORT to another one`);
    if (code === "EACCES")
      throw new ConfigError(`this user may not open port ${port}: set PORT to one above 1023`);
    throw new ConfigError(`HOST is ${host}, and this machine cannot listen on that (${code})`);
  }
}

/** Where this machine reaches the site. */
function ownAddress({ host, port }: Config, address: AddressInfo | string | null): string {
  const isAny = host === "0.0.0.0" || host === "::";
  const name = isAny ? "127.0.0.1" : host.includes(":") ? `[${host}]` : host;
  return `http://${name}:${typeof address === "object" && address ? address.port : port}`;
}

/** The passwords of demo accounts are public, so demo data is meant for a site that only this machine can reach. */
async function refuseOpenDemoAccounts({ seedDemo, publicUrl }: Config, db: Database): Promise<void> {
  const isElsewhere = !isLoopbackHost(new URL(publicUrl).host);
  if (seedDemo && !isElsewhere) return;
  const why = isElsewhere ? `PUBLIC_URL is ${publicUrl}, not this machine` : "SEED_DEMO is off";
  const open = await openDemoAccounts(db.query);
  if (open.length > 0) {
    throw new DemoAccountsOpen(
      `${why}, and ${open.length} demo accounts still have the published password. End them: npm run admin -- end-demo`,
    );
  }
  const grants = await demoGrants(db.query);
  if (grants.length > 0) {
    throw new DemoAccountsOpen(
      `${why}, and ${grants.length} accounts were made verified admins by the demo. End that: npm run admin -- end-demo`,
    );
  }
  if (seedDemo && !(await isInhabited(db.query))) {
    throw new DemoAccountsOpen(
      `${why}, and this start would create demo accounts with a public password. Set SEED_DEMO=false`,
    );
  }
}

/** With a database server, the command line connects to it directly. */
async function openCommands(config: Config, { app, db, log }: Running): Promise<() => Promise<void>> {
  if (config.databaseUrl !== null) return async () => {};
  const { dataDir } = config;
  const mediaDir = config.mediaBucket === null ? join(dataDir, "media") : null;
  const handlers = {
    command: (argv: readonly string[]) => runCommand(argv, app.operator),
    snapshot: async () => {
      const place = { dataDir, mediaDir, settleMedia: app.settleMedia };
      return { lines: [await takeSnapshot(db, place)], status: 0 as const };
    },
  };
  return openCommandSocket(dataDir, handlers, log);
}

interface Running {
  readonly app: App;
  readonly db: Database;
  readonly log: Logger;
}

function announce(config: Config, address: AddressInfo | string | null, hasAdmin: boolean): void {
  const port = typeof address === "object" && address ? address.port : config.port;
  const lines = [
    "",
    `  Cairn ${version} is open at ${config.publicUrl.replace(/:0$/, `:${port}`)}`,
    `  Data is in ${config.dataDir}`,
  ];
  if (config.seedDemo) {
    lines.push(`  Demo accounts, all with the password ${demoPassword}, which works only on this machine:`);
    for (const { email, role } of demoAccounts) lines.push(`    ${email.padEnd(24)} ${role}`);
  }
  if (!hasAdmin)
    lines.push(
      "  Nobody can review yet. Make the first admin (docs/guides/operate.md#the-first-admin):",
      "    npm run admin -- create EMAIL --role Admin",
      "    npm run admin -- verify EMAIL",
    );
  process.stdout.write(`${lines.join("\n")}\n\n`);
}
