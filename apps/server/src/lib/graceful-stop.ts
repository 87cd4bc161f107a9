import type { Server, ServerResponse } from "node:http";
import { Server as NetServer } from "node:net";
import { setImmediate as afterPoll, setTimeout as sleep } from "node:timers/promises";

/** After so many quiet milliseconds, no request is considered in flight. */
const quietMs = 1_000;
const capMs = 10_000;

export interface Drain {
  /** True once a stop was requested: readiness then answers 503. */
  readonly stopping: boolean;
  /** Requests that have not been fully answered; sockets' long polls count too. */
  readonly inFlight: number;
  /** Called first when a stop begins. */
  onStop(listener: () => void): void;
  /** Resolves when every answer was sent, or after ten seconds. Further calls wait for the same end. */
  stop(): Promise<void>;
}

/**
 * Stops a server without errors for clients behind a proxy: it refuses new connections, keeps answering on open ones,
 * asks each to close with its answer, and ends once nobody is connected or nothing was in flight for a second.
 */
export function createDrain(server: Server): Drain {
  let inFlight = 0;
  let quietSince = Date.now();
  let stopped: Promise<void> | null = null;
  const listeners: (() => void)[] = [];

  // Runs before Fastify's listener, so that the header is set before the answer.
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
    const isQuiet = async () => Date.now() - quietSince >= quietMs || (await connections(server)) === 0;
    const isOver = async () => Date.now() - begun >= capMs || (inFlight === 0 && (await isQuiet()));
    do {
      await sleep(50);
      // Reads requests that arrived while the process was busy, before judging whether it was quiet.
      await calmTurn();
    } while (!(await isOver()));
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

/** Open connections, those of sockets included. */
const connections = (server: Server) =>
  new Promise<number>((resolve, reject) =>
    server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );

/**
 * Refuses new connections. `close` of HTTP would also cut idle connections, and lose what a proxy sends over one at
 * that moment. Connections that the system has accepted are taken first, because closing would cut them too.
 */
async function stopAccepting(server: Server): Promise<void> {
  await calmTurn();
  NetServer.prototype.close.call(server);
}

/**
 * Resolves right after the process polled for I/O and found almost nothing: anything still unknown arrived in that
 * moment. Resolves after a second in any case.
 */
async function calmTurn(): Promise<void> {
  const until = performance.now() + 1_000;
  await afterPoll();
  for (let began = performance.now(); began < until; began = performance.now()) {
    await afterPoll();
    if (performance.now() - began < 0.5) return;
  }
}
