import { phase, SetupError } from "../../setup/phase.mjs";
import { openPostgres } from "./postgres.mjs";
import { openRedis } from "./redis.mjs";

/**
 * Where tests may make databases, and where they may count.
 * @typedef {{ postgres: string, redis: string }} Servers
 */

/**
 * Uses the servers that DATABASE_URL and REDIS_URL name, otherwise temporary ones.
 * @param {(servers: Servers) => Promise<void>} work
 * @throws SetupError naming the program that is missing
 */
export async function withServers(work) {
  const postgres = await findServer("PostgreSQL", "DATABASE_URL", openPostgres);
  const redis = await findServer("Redis", "REDIS_URL", openRedis);
  try {
    await work({ postgres: postgres.url, redis: redis.url });
  } finally {
    await postgres.remove();
    await redis.remove();
  }
}

/**
 * @param {string} title
 * @param {string} setting
 * @param {() => Promise<{ url: string, remove: () => Promise<void> }>} open
 */
async function findServer(title, setting, open) {
  const url = process.env[setting];
  if (url) {
    console.log(`${title}: the one that ${setting} names`);
    return { url, remove: async () => {} };
  }
  return phase(`Starting a ${title}`, open).catch((error) => {
    throw new SetupError(error.message);
  });
}
