import type { IncomingMessage, Server, ServerResponse } from "node:http";

/**
 * Disconnects a reader who takes nothing of an answer for a minute: what waits for them takes memory, megabytes of each
 * connection. An answer that is still being made may take longer.
 */
export function endStalledAnswers(server: Server, patienceMs = 60_000): void {
  server.on("request", (_request: IncomingMessage, response: ServerResponse) => {
    response.setTimeout(patienceMs, () => {
      if (response.writableLength > 0) response.destroy();
      else response.setTimeout(patienceMs);
    });
  });
}
