import { LRUCache } from "lru-cache";
import { type Count, limitRules } from "./limits.ts";

type Answer = Promise<Count | null>;

const rule = limitRules.readByAddress;
const size = 50;

/**
 * Visitors' reads are many and answered from memory: an instance takes fifty of an address at a time, so that one read
 * in fifty asks and the others wait for it at most. Never grants more; what an instance has left it may not use up.
 */
export function inSteps(take: (key: string, tries: number) => Answer): (key: string) => Answer {
  const steps = new LRUCache<string, { left: number; answer: Answer }>({
    max: 10_000,
    ttl: rule.duration * 1000,
  });

  async function begin(key: string): Answer {
    const count = await take(key, size);
    // Whoever comes later asks anew: by then there may be room again.
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
