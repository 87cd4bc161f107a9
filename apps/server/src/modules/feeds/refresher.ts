export interface Refresher {
  /** Begins with one at once. */
  start(): void;
  /** Joins the one under way, if there is one. */
  refreshNow(): Promise<void>;
  /** Waits for the one under way. */
  stop(): Promise<void>;
}

/**
 * Refreshes now and then, never twice at a time. The pauses vary by a tenth either way, so that many instances, and
 * the two sources, do not call together. `refresh` settles its own failures.
 */
export function createRefresher(refresh: () => Promise<void>, everySeconds: number): Refresher {
  let underway: Promise<void> | null = null;
  let next: NodeJS.Timeout | undefined;
  let stopped = false;

  function refreshNow(): Promise<void> {
    underway ??= refresh().finally(() => {
      underway = null;
    });
    return underway;
  }

  async function refreshForEver(): Promise<void> {
    await refreshNow();
    if (stopped) return;
    next = setTimeout(refreshForEver, everySeconds * 1000 * (0.9 + Math.random() * 0.2)).unref();
  }

  return {
    start() {
      void refreshForEver();
    },
    refreshNow,
    async stop() {
      stopped = true;
      clearTimeout(next);
      await underway;
    },
  };
}
