import { rm } from "node:fs/promises";
import { copyKeptSites } from "./kept-sites.ts";
import { startServer } from "./server.ts";

/** One server for all journeys; each registers members of its own to stay isolated. */
export default async function globalSetup() {
  const sites = await copyKeptSites();
  process.env.CAIRN_KEPT_SITES = sites;
  const server = await startServer();
  process.env.CAIRN_URL = server.url;
  // The tests read the server's mails from here.
  process.env.CAIRN_DATA_DIR = server.dataDir;
  return async () => {
    await server.stop();
    await rm(sites, { recursive: true });
  };
}
