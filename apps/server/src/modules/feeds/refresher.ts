export interface Refresher {
  /** Starts with a refresh at once. */
  start(): void;
  /** Joins the refresh in flight, if there is one. */
  refreshNow(): Promise<void>;
  /** Waits for the refresh in flight. */
  stop(): Promise<void>;
}

/**
 * Refreshes periodically, never twice at a time. The intervals vary by up to a tenth either way, so that many
 * instances, and the two sources, are not fetched in step. `refresh` handles its own failures.
 */
export function createRefresher(refresh: () => Promise<void>, everySeconds: number): Refresher {
  let inFlight: Promise<void> | null = null;
  let next: NodeJS.Timeout | undefined;
  let stopped = false;

  function refreshNow(): Promise<void> {
    inFlight ??= refresh().finally(() => {
      inFlight = null;
    });
    return inFlight;
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
      await inFlight;
    },
  };
}
