import { Redis } from "ioredis";

/** The methods of a logger that it uses. */
interface LinkLog {
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
}

interface Settings {
  /** May hold a password. */
  readonly url: string;
  readonly log: LinkLog;
  /** Run before the link counts as up: checks that every command the callers need works. */
  readonly check: (client: Redis) => Promise<unknown>;
  /** The most milliseconds that a caller waits for an answer; tests on a busy machine allow more. */
  readonly timeoutMs?: number | undefined;
}

export interface RedisLink {
  readonly client: Redis;
  /** Whether Redis answered last time. */
  readonly isUp: boolean;
  /** null if there is no answer. After that, calls return null at once until a check succeeds. */
  ask<Answer>(question: () => Promise<Answer>): Promise<Answer | null>;
  close(): Promise<void>;
}

/** The longest that the start of the server waits, in milliseconds. */
const startPatience = 2_000;
/** Milliseconds between checks of a Redis that is away. */
const lookEvery = 1_000;

const goneLine = "Redis does not answer: this process counts for itself, with stricter limits";
const backLine = "Redis answers again: limits are shared";

/**
 * A connection to a Redis that may crash, hang, be full or refuse commands; it reconnects by itself. It logs one line
 * when Redis goes away and one when it is back. Resolves once either is known, so that the start never waits long for
 * Redis.
 */
export async function openRedis({ url, log, check, timeoutMs = 250 }: Settings): Promise<RedisLink> {
  const client = new Redis(url, {
    lazyConnect: true,
    connectTimeout: 1_000,
    // Also applies to the commands sent while connecting.
    commandTimeout: Math.max(1_000, timeoutMs),
    // A command that cannot be sent now fails now, and none is sent twice: that would count a try twice.
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
  // A Redis that is still loading its data accepts connections but is not ready.
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
      await inTime(timeoutMs, check(client));
    } catch (error) {
      lose(error);
      // The connection may be at fault, or the address may by now lead to another Redis that accepts writes.
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
  client.connect().catch(() => {}); // the error listener calls lose() with the reason
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
        return await inTime(timeoutMs, question());
      } catch (error) {
        lose(error);
        return null;
      }
    },
    async close() {
      isClosed = true;
      clearInterval(looking);
      // QUIT waits behind commands still in flight; a Redis that is away is just disconnected.
      await client.quit().catch(() => client.disconnect());
    },
  };
}

/**
 * Rejects if no answer comes in time. An answer that arrived while this process was busy still counts: it is read
 * first.
 */
function inTime<Answer>(timeoutMs: number, asked: Promise<Answer>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const overdue = setTimeout(() => setImmediate(reject, new Error("no answer in time")), timeoutMs);
    asked.then(resolve, reject).finally(() => clearTimeout(overdue));
  });
}

/** One line. Redis repeats the arguments of a command that it does not know, and some commands hold passwords. */
function reasonOf(error: unknown): string {
  const { message } = error as Error;
  return message.split(", with args")[0] ?? "";
}
