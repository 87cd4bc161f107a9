import type { Logger } from "pino";
import type { Config } from "../config.ts";
import { openDatabase } from "../db/database.ts";
import { migrate } from "../db/migrate.ts";
import { followChanges } from "../events/changes.ts";
import { systemClock } from "../lib/clock.ts";
import { readSecret } from "../lib/secret-file.ts";
import { openMediaStore } from "../modules/media/store/open-store.ts";
import { noRateLimits } from "../rate-limits/rate-limits.ts";
import { createServices, type Services } from "../services.ts";

interface Site {
  readonly config: Config;
  readonly log: Logger;
  /** Milliseconds that one statement may take. */
  readonly statementLimit?: number | undefined;
}

/** Opens the database and the services for a command, and closes them after it. */
export async function withServices<Result>(
  { config, log, statementLimit }: Site,
  work: (services: Services) => Promise<Result>,
): Promise<Result> {
  const { databaseUrl: url, dataDir } = config;
  const db = await openDatabase({
    url,
    dataDir,
    log,
    ...(statementLimit !== undefined && { statementLimit }),
  });
  try {
    await migrate(db);
    const secret = config.authSecret ?? (await readSecret(dataDir));
    const store = await openMediaStore(config, log);
    const services = await createServices({
      config,
      db,
      secret,
      log,
      store,
      clock: systemClock,
      rateLimits: noRateLimits,
      changes: await followChanges(db),
    });
    try {
      return await work(services);
    } finally {
      const { jobs, links, pictures, feeds, providers } = services;
      const stops = [jobs.stop(), links.stop(), pictures.close(), feeds.stop(), providers.close()];
      await Promise.all(stops);
      store.close();
    }
  } finally {
    await db.close();
  }
}
