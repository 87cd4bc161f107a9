interface Dependencies {
  /** More than this never waits. */
  limit: number;
  /** What waited was dropped: whoever listens has to fetch. */
  onLost(reason: unknown): void;
}

/**
 * Does one piece of work after the other, in the order in which it was heard of. The same work is not queued
 * twice: it reads how things stand when its turn comes.
 */
export function createDeliveries({ limit, onLost }: Dependencies) {
  const waiting = new Map<string, () => Promise<void>>();
  let isWorking = false;

  async function workOff(): Promise<void> {
    isWorking = true;
    for (const [key, work] of waiting) {
      waiting.delete(key);
      try {
        await work();
      } catch (error) {
        lose(error);
      }
    }
    isWorking = false;
  }

  function lose(reason: unknown): void {
    waiting.clear();
    onLost(reason);
  }

  return {
    add(key: string, work: () => Promise<void>): void {
      if (waiting.has(key)) return;
      if (waiting.size >= limit) {
        lose(new Error(`More than ${limit} deliveries wait`));
        return;
      }
      waiting.set(key, work);
      if (!isWorking) void workOff();
    },
  };
}
