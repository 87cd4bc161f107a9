import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import pino from "pino";
import { buildApp } from "./app.ts";
import { type Config, ConfigError, readConfig } from "./config.ts";
import { DataDirectoryInUse, openDatabase } from "./db/database.ts";
import { MigrationRefused } from "./db/errors.ts";
import { startMaintenance } from "./db/maintenance.ts";
import { migrate } from "./db/migrate.ts";
import { demoAccounts, demoPassword, seedDemo } from "./db/seed/seed.ts";
import { readSecret } from "./lib/secret-file.ts";

const siteDir = resolve(import.meta.dirname, "../../web/dist");
const sweepEvery = 60 * 60 * 1000;

/** Starts the server and keeps it until a signal asks it to stop. */
async function main(): Promise<void> {
  if (existsSync(".env")) process.loadEnvFile(".env");
  const config = readConfig(process.env);
  const log = pino({ level: config.logLevel, base: undefined, redact: ["req.headers.authorization"] });
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 });

  const db = await openDatabase({ dataDir: config.dataDir, log });
  await migrate(db);
  const mediaDir = join(config.dataDir, "media");
  await mkdir(mediaDir, { recursive: true });
  const seeded = config.seedDemo && (await seedDemo(db, mediaDir));
  if (seeded) {
    await db.maintain("analyze");
    log.info("demo data was written");
  }

  const secret = config.authSecret ?? (await readSecret(config.dataDir));
  const app = await buildApp({ config, db, secret, log, mediaDir, siteDir });
  const maintenance = startMaintenance(db, log);
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
    await app.drain.stop();
    await app.http.close();
    await maintenance.stop();
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

  await app.warmUp();
  await app.http.listen({ port: config.port, host: config.host });
  announce(config, app.http.server.address());
  app.feeds.start();
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

/** What the person who starts Cairn can mend reads as one line; anything else shows where it happened. */
function reasonOf(error: unknown): string {
  const mendable = [ConfigError, DataDirectoryInUse, MigrationRefused];
  if (mendable.some((kind) => error instanceof kind)) return (error as Error).message;
  if (error instanceof Error && "code" in error && error.code === "EADDRINUSE") {
    return `${error.message.replace(/^listen EADDRINUSE: /, "")}: set PORT to another one`;
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

main().catch((error) => {
  process.stderr.write(`Cairn cannot start: ${reasonOf(error)}\n`);
  process.exit(1);
});
