export interface WokenJob {
  /** Runs at once, whenever it is woken, and at a fixed interval. */
  start(): Promise<void>;
  /** Resolves once everything that was due at the time of the call has been done or tried. */
  runNow(): Promise<void>;
  /** Waits for the run in flight; no new run begins. */
  stop(): Promise<void>;
}

export interface WokenJobSettings {
  /** One run; finds out by itself what there is to do. */
  readonly work: () => Promise<void>;
  /** Subscribes `wake`, to be called when there may be something to do; resolves to the function that unsubscribes. */
  readonly listen: (wake: () => void) => Promise<() => Promise<void>>;
  /** Milliseconds between the regular runs. */
  readonly every: number;
  /** Milliseconds from the beginning of one run to the next that something wakes; all that wakes it meanwhile is one run. */
  readonly pause?: number;
  /** Called with the error of a failed run; the next run tries again. */
  readonly onFailure: (error: unknown) => void;
}

/** A job that never runs twice at the same time: if woken during a run, it runs once more afterwards. */
export function createWokenJob({ work, listen, every, pause = 0, onFailure }: WokenJobSettings): WokenJob {
  let begunAt = Number.NEGATIVE_INFINITY;
  let next: NodeJS.Timeout | undefined;
  let inFlight: Promise<void> | null = null;
  let isWokenAgain = false;
  let timer: NodeJS.Timeout | undefined;
  let unlisten: (() => Promise<void>) | undefined;
  let stopped = false;

  async function run(): Promise<void> {
    do {
      isWokenAgain = false;
      begunAt = performance.now();
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
    if (stopped || next) return;
    const wait = begunAt + pause - performance.now();
    if (wait <= 0) {
      runNow().catch(onFailure);
      return;
    }
    next = setTimeout(() => {
      next = undefined;
      runNow().catch(onFailure);
    }, wait).unref();
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
      clearTimeout(next);
      await unlisten?.();
      // The caller that started this run handles its failure.
      await inFlight?.catch(() => {});
    },
  };
}
