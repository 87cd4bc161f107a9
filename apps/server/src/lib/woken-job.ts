export interface WokenJob {
  /** Runs at once, whenever it is woken, and now and then in any case. */
  start(): Promise<void>;
  /** Everything that was there to do when this was called is done, or was tried, when it resolves. */
  runNow(): Promise<void>;
  /** Waits for the run under way; nothing begins any more. */
  stop(): Promise<void>;
}

interface Settings {
  /** One run; looks for what there is to do by itself. */
  readonly work: () => Promise<void>;
  /** Calls back when there may be something to do; resolves to what ends that. */
  readonly listen: (wake: () => void) => Promise<() => Promise<void>>;
  /** Milliseconds between runs that nothing woke. */
  readonly every: number;
  /** Hears of runs that failed; the next one tries again. */
  readonly onFailure: (error: unknown) => void;
}

/** Work that is never done twice at a time: being woken during a run makes another run follow it. */
export function createWokenJob({ work, listen, every, onFailure }: Settings): WokenJob {
  let underway: Promise<void> | null = null;
  let isWokenAgain = false;
  let timer: NodeJS.Timeout | undefined;
  let unlisten: (() => Promise<void>) | undefined;
  let stopped = false;

  async function run(): Promise<void> {
    do {
      isWokenAgain = false;
      await work();
    } while (isWokenAgain && !stopped);
  }

  function runNow(): Promise<void> {
    if (underway) isWokenAgain = true;
    else {
      underway = run().finally(() => {
        underway = null;
      });
    }
    return underway;
  }

  function wake(): void {
    if (!stopped) runNow().catch(onFailure);
  }

  return {
    async start() {
      unlisten = await listen(wake);
      timer = setInterval(wake, every).unref();
      wake();
    },
    runNow,
    async stop() {
      stopped = true;
      clearInterval(timer);
      await unlisten?.();
      // Its failure was, or will be, heard by whoever began it.
      await underway?.catch(() => {});
    },
  };
}
