import { LRUCache } from "lru-cache";
import type { Count, LimitRules } from "./limits.ts";

type Answer = Promise<Count | null>;

const size = 50;

/**
 * Reads are many, and most are answered from memory, so an instance takes fifty tries of an address or a member at a
 * time: one read in fifty asks Redis, and the others at most wait for its answer. It never grants more than the limit;
 * tries that an instance has left may go unused.
 */
export function inSteps(
  rule: LimitRules["readByAddress"],
  take: (key: string, tries: number) => Answer,
): (key: string) => Answer {
  const steps = new LRUCache<string, { left: number; answer: Answer }>({
    max: 10_000,
    ttl: rule.duration * 1000,
  });

  async function begin(key: string): Answer {
    const count = await take(key, size);
    // The next caller asks again: by then there may be room.
    if (!count || count.consumedPoints > rule.points) steps.delete(key);
    return count;
  }

  return (key) => {
    const current = steps.get(key);
    if (current && current.left > 0) {
      current.left -= 1;
      return current.answer;
    }
    const answer = begin(key);
    steps.set(key, { left: size - 1, answer });
    return answer;
  };
}
