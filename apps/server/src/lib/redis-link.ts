import { Redis } from "ioredis";

/** What of a log it takes. */
interface LinkLog {
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
}

interface Settings {
  /** May hold a password. */
  readonly url: string;
  readonly log: LinkLog;
  /** Asked before anybody else is: does everything that they will need work? */
  readonly check: (client: Redis) => Promise<unknown>;
  /** Milliseconds that anybody waits for an answer at most; tests on a busy machine wait longer. */
  readonly patience?: number | undefined;
}

export interface RedisLink {
  readonly client: Redis;
  /** Whether it answered last time. */
  readonly isUp: boolean;
  /** null: there is no answer. From then on nobody waits for one until a check goes well. */
  ask<Answer>(question: () => Promise<Answer>): Promise<Answer | null>;
  close(): Promise<void>;
}

/** The longest that a start waits. */
const startPatience = 2_000;
/** Between two looks at a Redis that is away. */
const lookEvery = 1_000;

const goneLine = "Redis does not answer: this process counts for itself, with stricter limits";
const backLine = "Redis answers again: limits are shared";

/**
 * A connection to a Redis that may fall, hang, be full or refuse, and comes back by itself. One line in the log tells
 * when it goes, one when it is back. Resolves once it is known which of the two it is: the start waits for no Redis.
 */
export async function openRedis({ url, log, check, patience = 250 }: Settings): Promise<RedisLink> {
  const client = new Redis(url, {
    lazyConnect: true,
    connectTimeout: 1_000,
    // Also for what is said while connecting.
    commandTimeout: Math.max(1_000, patience),
    // What cannot be asked now fails now, and nothing is asked twice: a count would rise twice.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    maxLoadingRetryTime: lookEvery,
    retryStrategy: (times) => Math.min(times * 100, lookEvery),
  });
  let isUp = false;
  let isMissed = false;
  let isClosed = false;
  let decided = () => {};
  const first = new Promise<void>((resolve) => {
    decided = resolve;
  });
  // One that still reads its data takes connections, and is not ready.
  const overdue = setTimeout(() => lose(new Error("not ready in time")), startPatience);

  function lose(error: unknown): void {
    if (isClosed) return;
    isUp = false;
    if (!isMissed) log.warn({ reason: reasonOf(error) }, goneLine);
    isMissed = true;
    decided();
  }

  async function look(): Promise<void> {
    if (isUp || client.status !== "ready") return;
    try {
      await inTime(patience, check(client));
    } catch (error) {
      lose(error);
      // It may be the connection; or the address leads to another one by now, which may be written to.
      client.disconnect(true);
      return;
    }
    isUp = true;
    if (isMissed) log.info({}, backLine);
    isMissed = false;
    decided();
  }

  client.on("error", lose);
  client.on("close", () => lose(new Error("the connection was lost")));
  client.on("ready", look);
  const looking = setInterval(look, lookEvery).unref();
  client.connect().catch(() => {}); // lose has heard why
  await first;
  clearTimeout(overdue);

  return {
    client,
    get isUp() {
      return isUp;
    },
    async ask(question) {
      if (!isUp) return null;
      try {
        return await inTime(patience, question());
      } catch (error) {
        lose(error);
        return null;
      }
    },
    async close() {
      isClosed = true;
      clearInterval(looking);
      // Behind what is still to be answered; one that is away is left as it is.
      await client.quit().catch(() => client.disconnect());
    },
  };
}

/** Rejects without an answer in time. One that has come while this process was busy counts: it is read before that. */
function inTime<Answer>(patience: number, asked: Promise<Answer>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const overdue = setTimeout(() => setImmediate(reject, new Error("no answer in time")), patience);
    asked.then(resolve, reject).finally(() => clearTimeout(overdue));
  });
}

/** In one line. Redis repeats the words of a command that it does not know, and some commands hold passwords. */
function reasonOf(error: unknown): string {
  const { message } = error as Error;
  return message.split(", with args")[0] ?? "";
}
