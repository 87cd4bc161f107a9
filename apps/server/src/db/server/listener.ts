import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { Channels } from "../channels.ts";
import type { DatabaseLog } from "../database-interface.ts";

const firstPause = 50;
const longestPause = 400;
/**
 * Milliseconds between pings. A connection that only listens never notices by itself that the other end has vanished.
 */
const beatEvery = 3_000;
/**
 * Milliseconds for an answer to a ping. A server with much to do is slow, and each connection that is given up for it
 * costs everything that is kept in memory.
 */
const silence = 5_000;
const beat = "select 1";

/**
 * A dedicated connection for LISTEN. After it was lost, the new connection reports a gap to all listeners:
 * notifications sent in between are lost.
 */
export class Listener {
  readonly #channels = new Channels();
  readonly #config: pg.ClientConfig;
  readonly #log: DatabaseLog;
  /** The connected client, or the attempt to connect one. */
  #client: Promise<pg.Client> | null = null;
  #living: pg.Client | null = null;
  #isClosed = false;
  /** The answer to the last question of `caughtUp`, and the one that is asked after it. */
  #echo: Promise<void> = Promise.resolve();
  #nextEcho: Promise<void> | null = null;

  constructor(config: pg.ClientConfig, log: DatabaseLog) {
    this.#config = config;
    this.#log = log;
  }

  async listen(channel: string, onPayload: (payload: string) => void, onGap = () => {}) {
    const listener = { onPayload, onGap };
    this.#channels.add(channel, listener);
    try {
      const client = await this.#connected();
      await client.query(`listen ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      this.#channels.remove(channel, listener);
      throw error;
    }
    return async () => {
      if (this.#channels.remove(channel, listener)) return;
      // A lost connection has no subscriptions any more.
      await this.#living?.query(`unlisten ${pg.escapeIdentifier(channel)}`).catch(() => {});
    };
  }

  /**
   * A commit signals every listening connection before it is acknowledged, and a connection is sent its notices before
   * the end of any later answer: so an answer to anything shows that the notices have come. Calls that wait for their
   * turn share one answer. It may be late: a connection that was lost is asked again once there is a new one.
   */
  caughtUp(): Promise<void> {
    this.#nextEcho ??= this.#echo.then(() => {
      this.#nextEcho = null;
      const echo = this.#answered();
      this.#echo = echo.catch(() => {});
      return echo;
    });
    return this.#nextEcho;
  }

  async #answered(): Promise<void> {
    while (true) {
      const client = await this.#connected();
      const isAnswered = await client.query(beat).then(
        () => true,
        () => false,
      );
      if (isAnswered) return;
      if (this.#isClosed) throw new Error("The database is closed");
      // It has no more to say, and its end may not have been heard of yet.
      await client.end();
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#living?.end();
  }

  #connected(): Promise<pg.Client> {
    this.#client ??= this.#connect().catch((error: unknown) => {
      this.#client = null;
      throw error;
    });
    return this.#client;
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client(this.#config);
    // An error also ends the connection, and the "end" listener below handles that.
    client.on("error", () => {});
    client.on("notification", ({ channel, payload }) => this.#channels.publish(channel, payload ?? ""));
    try {
      await client.connect();
      for (const channel of this.#channels.names()) {
        await client.query(`listen ${pg.escapeIdentifier(channel)}`);
      }
      if (this.#isClosed) throw new Error("The database is closed");
    } catch (error) {
      await client.end().catch(() => {});
      throw error;
    }
    this.#live(client);
    return client;
  }

  #live(client: pg.Client): void {
    this.#living = client;
    let unanswered: NodeJS.Timeout | null = null;
    const heart = setInterval(() => {
      if (unanswered) return;
      // An answer that has come while this process was busy is read first.
      unanswered = setTimeout(() => setImmediate(giveUp), silence);
      client.query(beat).then(rest, giveUp);
    }, beatEvery);
    const rest = () => {
      if (unanswered) clearTimeout(unanswered);
      unanswered = null;
    };
    const giveUp = () => {
      if (unanswered) void client.end();
    };
    client.once("end", () => {
      clearInterval(heart);
      rest();
      this.#living = null;
      if (this.#isClosed) return;
      this.#log.warn({}, "the connection for change notices was lost");
      this.#client = this.#reconnect();
      // Callers that await it handle its rejection.
      this.#client.catch(() => {});
    });
  }

  async #reconnect(): Promise<pg.Client> {
    for (let pause = firstPause; ; pause = Math.min(pause * 2, longestPause)) {
      await sleep(pause);
      if (this.#isClosed) throw new Error("The database is closed");
      try {
        const client = await this.#connect();
        this.#channels.publishGap();
        return client;
      } catch (error) {
        if (!this.#isClosed) this.#log.warn({ err: error }, "the database server is not back yet");
      }
    }
  }
}
