import { LRUCache } from "lru-cache";
import type { Count, LimitRules } from "./rate-limits.ts";

type Answer = Promise<Count | null>;

const size = 50;

/**
 * Most reads are answered from memory, so an instance reserves fifty tries of an address or a member at a time, or as
 * many as a larger read costs: one read in fifty asks Redis, and the others wait at most for its answer. It never grants
 * more than the limit; reserved tries may expire unused.
 */
export function inSteps(
  rule: LimitRules["readByAddress"],
  take: (key: string, tries: number) => Answer,
): (key: string, tries: number) => Answer {
  const steps = new LRUCache<string, { left: number; answer: Answer }>({
    max: 10_000,
    ttl: rule.duration * 1000,
  });

  async function begin(key: string, tries: number): Answer {
    const count = await take(key, tries);
    // The next caller asks again: tries may be free by then.
    if (!count || count.consumedPoints > rule.points) steps.delete(key);
    return count;
  }

  return (key, tries) => {
    const current = steps.get(key);
    if (current && current.left >= tries) {
      current.left -= tries;
      return current.answer;
    }
    const reserved = Math.max(size, tries);
    const answer = begin(key, reserved);
    steps.set(key, { left: reserved - tries, answer });
    return answer;
  };
}
