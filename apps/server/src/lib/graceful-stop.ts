import type { Server, ServerResponse } from "node:http";
import { Server as NetServer } from "node:net";
import { setImmediate as afterPoll, setTimeout as sleep } from "node:timers/promises";

/** Milliseconds of quiet after which no request is taken to be in flight. */
const quietMs = 1_000;
const capMs = 10_000;

export interface Drain {
  /** True as soon as a stop was requested: readiness then answers 503. */
  readonly stopping: boolean;
  /** Requests that have not been fully answered; sockets' long polls count too. */
  readonly inFlight: number;
  /** Called first when a stop begins, before anything is waited for. */
  onStop(listener: () => void): void;
  /** Resolves when every answer has been sent, or after ten seconds. Calling it again waits for the same end. */
  stop(): Promise<void>;
}

/**
 * Lets a server stop without an error for anyone behind a proxy: it stops accepting, goes on answering on open
 * connections, asks each to close with its answer, and is done once nothing was in flight for a second.
 */
export function createDrain(server: Server): Drain {
  let inFlight = 0;
  let quietSince = Date.now();
  let stopped: Promise<void> | null = null;
  const listeners: (() => void)[] = [];

  // Runs before the framework's own listener, so that the header is set before it answers.
  server.prependListener("request", (_request, response: ServerResponse) => {
    inFlight += 1;
    if (stopped) response.setHeader("connection", "close");
    response.once("close", () => {
      inFlight -= 1;
      quietSince = Date.now();
    });
  });

  async function drain(): Promise<void> {
    const begun = Date.now();
    quietSince = begun;
    for (const listener of listeners) listener();
    await stopAccepting(server);
    const isOver = () =>
      Date.now() - begun >= capMs || (inFlight === 0 && Date.now() - quietSince >= quietMs);
    do {
      await sleep(50);
      // Reads requests that arrived while this process was busy before deciding whether it has been quiet.
      await calmTurn();
    } while (!isOver());
    server.closeAllConnections();
  }

  return {
    get stopping() {
      return stopped !== null;
    },
    get inFlight() {
      return inFlight;
    },
    onStop(listener) {
      listeners.push(listener);
    },
    stop() {
      stopped ??= drain();
      return stopped;
    },
  };
}

/**
 * Refuses new connections. HTTP's own `close` would also cut idle connections, and lose what a proxy sends over one at
 * that moment. Connections that the system has already accepted are taken first: closing would cut them too.
 */
async function stopAccepting(server: Server): Promise<void> {
  await calmTurn();
  NetServer.prototype.close.call(server);
}

/**
 * Resolves right after the process has polled for I/O and found next to nothing: anything still unknown can only have
 * arrived within that moment. After a second without such a moment it resolves anyway.
 */
async function calmTurn(): Promise<void> {
  const until = performance.now() + 1_000;
  await afterPoll();
  for (let began = performance.now(); began < until; began = performance.now()) {
    await afterPoll();
    if (performance.now() - began < 0.5) return;
  }
}
