interface Dependencies {
  /** The most entries that may wait. */
  limit: number;
  /** The queue was dropped: clients have to fetch what they missed. */
  onLost(reason: unknown): void;
}

/**
 * Runs one piece of work after another, in the order in which it was added. The same work is not queued twice: it reads
 * the current state when its turn comes.
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
