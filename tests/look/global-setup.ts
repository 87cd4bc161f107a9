import { rm } from "node:fs/promises";
import { join } from "node:path";
import { startServer } from "../support/site/server.ts";

/** A server with demo data whose clock stands nearly still. */
export default async function globalSetup() {
  const clock = join(import.meta.dirname, "slow-clock.mjs");
  const server = await startServer({ flags: ["--import", clock], settings: { RATE_LIMITS: "off" } });
  process.env.CAIRN_URL = server.url;
  return async () => {
    // With such a clock it would wait for minutes until all is quiet.
    await server.kill();
    // The process that makes pictures may still be writing one.
    await rm(server.dataDir, { recursive: true, force: true, maxRetries: 10 });
  };
}
