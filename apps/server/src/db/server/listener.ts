import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { Channels } from "../channels.ts";
import type { DatabaseLog } from "../database-interface.ts";

const firstPause = 100;
const longestPause = 2_000;

/**
 * One connection of its own that hears NOTIFY. When it is lost, listeners hear of a gap as soon as there is a new one:
 * what was sent meanwhile is gone.
 */
export class Listener {
  readonly #channels = new Channels();
  readonly #config: pg.ClientConfig;
  readonly #log: DatabaseLog;
  /** The living client, or what will be it. */
  #client: Promise<pg.Client> | null = null;
  #isClosed = false;

  constructor(config: pg.ClientConfig, log: DatabaseLog) {
    this.#config = config;
    this.#log = log;
  }

  async listen(channel: string, onPayload: (payload: string) => void, onGap = () => {}) {
    const listener = { onPayload, onGap };
    this.#channels.add(channel, listener);
    const client = await this.#connected();
    await client.query(`listen ${pg.escapeIdentifier(channel)}`);
    return async () => {
      if (this.#channels.remove(channel, listener) || this.#isClosed) return;
      await (await this.#connected()).query(`unlisten ${pg.escapeIdentifier(channel)}`);
    };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const client = await this.#client?.catch(() => null);
    await client?.end();
  }

  #connected(): Promise<pg.Client> {
    this.#client ??= this.#connect();
    return this.#client;
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client(this.#config);
    let isLost = false;
    const lose = (error?: Error) => {
      if (isLost || this.#isClosed) return;
      isLost = true;
      this.#log.warn({ err: error }, "the connection that hears of changes was lost");
      this.#client = this.#reconnect();
    };
    client.on("error", lose);
    client.on("end", lose);
    client.on("notification", ({ channel, payload }) => this.#channels.tell(channel, payload ?? ""));
    await client.connect();
    for (const channel of this.#channels.names()) {
      await client.query(`listen ${pg.escapeIdentifier(channel)}`);
    }
    return client;
  }

  async #reconnect(): Promise<pg.Client> {
    for (let pause = firstPause; ; pause = Math.min(pause * 2, longestPause)) {
      await sleep(pause);
      if (this.#isClosed) throw new Error("The database is closed");
      try {
        const client = await this.#connect();
        this.#channels.tellGap();
        return client;
      } catch (error) {
        this.#log.warn({ err: error }, "the database server is not back yet");
      }
    }
  }
}
