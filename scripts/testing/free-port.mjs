import { once } from "node:events";
import { createServer } from "node:net";

/** A free port of this machine. */
export async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("No port was free.");
  return address.port;
}
