export interface WokenJob {
  /** Runs at once, whenever it is woken, and at a fixed interval. */
  start(): Promise<void>;
  /** Resolves once everything that was due at the time of the call has been done or tried. */
  runNow(): Promise<void>;
  /** Waits for the run in flight; no new run begins. */
  stop(): Promise<void>;
}

interface Settings {
  /** One run; finds out by itself what there is to do. */
  readonly work: () => Promise<void>;
  /** Subscribes `wake`, to be called when there may be something to do; resolves to the function that unsubscribes. */
  readonly listen: (wake: () => void) => Promise<() => Promise<void>>;
  /** Milliseconds between the regular runs. */
  readonly every: number;
  /** Called with the error of a failed run; the next run tries again. */
  readonly onFailure: (error: unknown) => void;
}

/** A job that never runs twice at the same time: if woken during a run, it runs once more afterwards. */
export function createWokenJob({ work, listen, every, onFailure }: Settings): WokenJob {
  let inFlight: Promise<void> | null = null;
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
    if (inFlight) isWokenAgain = true;
    else {
      inFlight = run().finally(() => {
        inFlight = null;
      });
    }
    return inFlight;
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
      // The caller that started this run handles its failure.
      await inFlight?.catch(() => {});
    },
  };
}
