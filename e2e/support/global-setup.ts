import { startServer } from "./server.ts";

/** One server for all journeys; they keep apart by registering members of their own. */
export default async function globalSetup() {
  const server = await startServer();
  process.env.CAIRN_URL = server.url;
  // Where its mails are.
  process.env.CAIRN_DATA_DIR = server.dataDir;
  return () => server.stop();
}
