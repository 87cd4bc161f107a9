import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { call, type Member } from "../call.ts";

export interface Load {
  /** The text of every acknowledged comment. */
  readonly written: string[];
  /** Every unexpected answer to a read or a write; null: no answer came. */
  readonly failures: { what: "read" | "write"; status: number | null; retryAfter: string | null }[];
  /** The number of calls that have been answered or have failed. */
  requests(): number;
  /** Milliseconds that the longest write took from its first try to its acknowledgement. */
  longest(): number;
  /** Milliseconds that the slowest answer took. */
  slowest(): number;
  /** Resolves once this many more writes were acknowledged. */
  progress(count: number): Promise<void>;
  /** Resolves once this many requests have ended in total. */
  reach(requests: number): Promise<void>;
  /** Waits for requests in flight. */
  stop(): Promise<void>;
}

interface Settings {
  /** The current addresses; a failed write is repeated at the next one with the same key. */
  servers: () => string[];
  members: readonly Member[];
  itemId: number;
  /** Milliseconds between two calls of one member, as people pause, and to leave the machine some time. */
  pause?: number;
  /** Visitors who read the item. */
  readers?: number;
}

/** Milliseconds; an access token is valid for fifteen minutes. */
const tokenAge = 10 * 60_000;

/** Members who comment, each with a key for each comment, and visitors who read, until they are stopped. */
export function startLoad({ servers, members, itemId, pause = 20, readers = 1 }: Settings): Load {
  const written: string[] = [];
  const failures: Load["failures"] = [];
  let requests = 0;
  let longest = 0;
  let slowest = 0;
  let isStopped = false;
  const serverAt = (turn: number) => {
    const all = servers();
    return all[turn % all.length] ?? "";
  };

  async function tryOnce(what: "read" | "write", expected: number, run: () => ReturnType<typeof call>) {
    const began = performance.now();
    const answer = await run().catch(() => null);
    requests += 1;
    slowest = Math.max(slowest, performance.now() - began);
    if (answer?.status === expected) return true;
    const retryAfter = answer?.headers.get("retry-after") ?? null;
    failures.push({ what, status: answer?.status ?? null, retryAfter });
    return false;
  }

  async function write(member: Member, index: number): Promise<void> {
    let { token } = member;
    let renewedAt = performance.now();
    for (let count = 0; !isStopped; count += 1) {
      if (performance.now() - renewedAt > tokenAge) {
        await tryOnce("write", 200, async () => {
          const answer = await call(serverAt(index), "POST", "/auth/refresh", { token: member.refreshToken });
          token = answer.body?.access_token ?? token;
          return answer;
        });
        renewedAt = performance.now();
      }
      const body = `comment ${count} of ${member.id}`;
      const options = { token, key: randomUUID(), body: { body } };
      const began = performance.now();
      for (let turn = index + count; ; turn += 1) {
        const path = `/content/${itemId}/comments`;
        if (await tryOnce("write", 201, () => call(serverAt(turn), "POST", path, options))) break;
        await sleep(20);
      }
      longest = Math.max(longest, performance.now() - began);
      written.push(body);
      await sleep(pause);
    }
  }

  async function read(): Promise<void> {
    for (let turn = 0; !isStopped; turn += 1) {
      await tryOnce("read", 200, () => call(serverAt(turn), "GET", `/content/${itemId}`));
      await sleep(pause);
    }
  }

  const running = [...members.map(write), ...Array.from({ length: readers }, read)];
  return {
    written,
    failures,
    requests: () => requests,
    longest: () => longest,
    slowest: () => slowest,
    async progress(count) {
      const goal = written.length + count;
      while (written.length < goal) await sleep(5);
    },
    async reach(count) {
      while (requests < count) await sleep(5);
    },
    async stop() {
      isStopped = true;
      await Promise.all(running);
    },
  };
}
