import { FairQueue } from "./fair-queue.ts";
import { createWokenJob, type WokenJob, type WokenJobSettings } from "./woken-job.ts";
import { Work } from "./work.ts";

/** Who caused the work: a member, by id or as "member 7"; null: the site itself. */
type Sender = string | number | null;

interface FairJobSettings<From extends Sender, Unit> extends Omit<WokenJobSettings, "work"> {
  /**
   * Units that run at once: of all senders, and of one. If they differ, one slot is reserved for senders with nothing
   * running.
   */
  readonly atOnce: number;
  readonly atOnceOfOne: number;
  /** Whose work is due, at most so many. */
  due(most: number): Promise<readonly From[]>;
  /**
   * Claims the sender's next unit, a small one; null if none is due. Never called twice at once for a sender.
   * @param running the sender's units that run
   */
  take(sender: From, running: readonly Unit[]): Promise<Unit | null>;
  run(unit: Unit): Promise<void>;
  /** Called when nothing is due any more. */
  onIdle?(): Promise<void>;
}

/** What is known of a sender while work of theirs is due. */
interface Line<Unit> {
  readonly running: Set<Unit>;
  lanes: number;
  /** The take in flight. */
  taking: Promise<Unit | null>;
  /** Something may have become due since the last take. */
  isWoken: boolean;
  hasFailed: boolean;
}

/** Senders whose lines are open; more wait for one of these to end. */
const maxSenders = 3_000;

/**
 * Does work that waits in a table, in the turns of those who caused it (docs/rules.md#fair-shares): the next unit is of the
 * sender whose units took the least time so far. After a unit that fails, the sender's work waits for the next run.
 */
export function createFairJob<From extends Sender, Unit>(settings: FairJobSettings<From, Unit>): WokenJob {
  const { atOnce, atOnceOfOne, due, take, run, onIdle, onFailure } = settings;
  const queue = new FairQueue({
    capacity: atOnce,
    sizeOf: () => 1,
    capacityOfSender: atOnceOfOne,
    reserve: atOnce > atOnceOfOne ? 1 : 0,
    isSerial: atOnce === 1,
    maxWaitingOfSender: Number.POSITIVE_INFINITY,
    maxWaiting: Number.POSITIVE_INFINITY,
    refusal: (reason) => new Error(reason),
  });
  const lines = new Map<From, Line<Unit>>();
  const lanes = new Set<Promise<void>>();
  /** The last look did not see all senders. */
  let isMore = false;
  let unitsSinceLook = 0;
  let isStopping = false;

  async function look(): Promise<void> {
    const senders = await due(maxSenders);
    isMore = senders.length === maxSenders;
    unitsSinceLook = 0;
    for (const sender of senders) {
      const line = lines.get(sender);
      if (!line) open(sender);
      else if (line.lanes <= atOnceOfOne) openLane(sender, line);
      else line.isWoken = true;
    }
  }

  function open(sender: From): void {
    const line = {
      running: new Set<Unit>(),
      lanes: 0,
      taking: Promise.resolve(null),
      isWoken: false,
      hasFailed: false,
    };
    lines.set(sender, line);
    openLane(sender, line);
  }

  function openLane(sender: From, line: Line<Unit>): void {
    line.lanes += 1;
    const lane = doUnits(sender, line)
      .catch((error: unknown) => {
        line.hasFailed = true;
        onFailure(error);
      })
      .then(() => closeLane(sender, line))
      .catch(onFailure)
      .finally(() => lanes.delete(lane));
    lanes.add(lane);
  }

  async function closeLane(sender: From, line: Line<Unit>): Promise<void> {
    line.lanes -= 1;
    if (line.lanes > 0) return;
    lines.delete(sender);
    if (isStopping) return;
    if (line.isWoken) open(sender);
    else if (isMore && lines.size < maxSenders / 2 && unitsSinceLook > 0) await job.runNow();
    if (lines.size === 0) await onIdle?.();
  }

  async function doUnits(sender: From, line: Line<Unit>): Promise<void> {
    const turn = { kind: "unit", work: sender === null ? new Work() : new Work(String(sender)) };
    while (await queue.take(turn, () => doUnit(sender, line)));
  }

  /** false if none is due. */
  async function doUnit(sender: From, line: Line<Unit>): Promise<boolean> {
    line.taking = line.taking
      .catch(() => null)
      .then(async () => {
        if (isStopping || line.hasFailed) return null;
        line.isWoken = false;
        const unit = await take(sender, [...line.running]);
        if (unit !== null) line.running.add(unit);
        return unit;
      });
    const unit = await line.taking;
    if (unit === null) return false;
    // One more lane than may run: a sender whose next unit is not in the queue when another ends would miss its turn.
    if (line.lanes <= atOnceOfOne) openLane(sender, line);
    try {
      await run(unit);
    } finally {
      line.running.delete(unit);
    }
    unitsSinceLook += 1;
    return true;
  }

  const job = createWokenJob({ ...settings, work: look });

  return {
    start: job.start,
    async runNow() {
      do {
        await job.runNow();
        while (lanes.size > 0) await Promise.all(lanes);
      } while (unitsSinceLook > 0 && !isStopping);
    },
    async stop() {
      isStopping = true;
      await job.stop();
      await Promise.all(lanes);
    },
  };
}
