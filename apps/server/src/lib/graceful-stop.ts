import type { Server, ServerResponse } from "node:http";
import { Server as NetServer } from "node:net";
import { setImmediate as afterPoll, setTimeout as sleep } from "node:timers/promises";

/** Nothing in flight for this long: nobody is on the way any more. */
const quietMs = 1_000;
const capMs = 10_000;

export interface Drain {
  /** True from the moment a stop was asked for: readiness then answers 503. */
  readonly stopping: boolean;
  /** Requests that have no whole answer yet; long polls of sockets are such. */
  readonly inFlight: number;
  /** Hears of it first, before anything is waited for. */
  onStop(listener: () => void): void;
  /** Resolves when every answer has been sent, or after ten seconds. Calling it again waits for the same end. */
  stop(): Promise<void>;
}

/**
 * Lets a server leave without an error for anybody behind a proxy: it stops accepting, goes on answering on
 * open connections, asks each to close with its answer, and is done once nothing was in flight for a second.
 */
export function createDrain(server: Server): Drain {
  let inFlight = 0;
  let quietSince = Date.now();
  let stopped: Promise<void> | null = null;
  const listeners: (() => void)[] = [];

  // Before the framework's own listener, so that the header is there when it answers.
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
      // What came while this process had no time for it is read before it is judged how quiet it was.
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
 * Refuses whoever connects from now on. HTTP's own `close` would also cut connections that are idle, and what a proxy
 * sends over one at that moment is lost. Whoever the system let in before is taken first: closing would cut them too.
 */
async function stopAccepting(server: Server): Promise<void> {
  await calmTurn();
  NetServer.prototype.close.call(server);
}

/**
 * Resolves right after the process has looked for what came and found next to nothing to do: what it does not know of
 * can only have come within that moment. After a second without such a moment it resolves all the same.
 */
async function calmTurn(): Promise<void> {
  const until = performance.now() + 1_000;
  await afterPoll();
  for (let began = performance.now(); began < until; began = performance.now()) {
    await afterPoll();
    if (performance.now() - began < 0.5) return;
  }
}
