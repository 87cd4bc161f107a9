import { LRUCache } from "lru-cache";
import { AppError } from "./app-error.ts";
import { currentWork, type Work } from "./work.ts";

export type WhyNotBegun =
  | "too much of its sender waits"
  | "too much waits"
  | "it waited too long for its turn"
  | "its sender has left";

export interface FairQueueSettings {
  /** How much runs at once, in units of the jobs' sizes. A larger job runs alone. */
  readonly capacity: number;
  /** The size of a job, from the milliseconds that it is expected to take. */
  sizeOf(milliseconds: number): number;
  /** How much of it jobs of one sender use together. A single job of any size may always run. */
  readonly capacityOfSender: number;
  /** Capacity for senders that have nothing running. */
  readonly reserve: number;
  /** The resource runs jobs one after the other, however many are started. */
  readonly isSerial: boolean;
  /** Weight of the jobs that wait, of one sender and of all. The site's own jobs have no limit. */
  readonly maxWaitingOfSender: number;
  readonly maxWaiting: number;
  /** How long a sender's job waits; undefined: without limit. */
  readonly maxWaitMs?: number;
  /** The error for a job that is not started. */
  refusal(reason: WhyNotBegun): Error;
  /** In milliseconds, from any start; undefined: by the process's clock. */
  now?(): number;
}

export interface JobOptions {
  /** Jobs of one kind take about the same time. */
  readonly kind: string;
  /** Its share of the waiting limits; undefined: 1. */
  readonly weight?: number;
  /** Only one of the jobs with this flag runs at a time. */
  readonly isSingle?: boolean;
  /** The work in whose turn it runs; undefined: the current one. */
  readonly work?: Work;
}

interface Sender {
  /** Milliseconds used by its jobs, starting at the level of the others when it came. */
  used: number;
  /** Capacity that its running jobs use. */
  holds: number;
  running: number;
  /** Weight of its jobs that wait. */
  waiting: number;
}

interface Job extends JobOptions {
  readonly work: Work;
  readonly weight: number;
  readonly estimate: number;
  readonly size: number;
  /** Who asked for it; its weight counts against their limit. */
  readonly owner: string;
  /** In whose turn it runs. */
  sender: string;
  begin(): void;
  refuse(error: Error): void;
}

/** Kinds of jobs whose length is known. */
const maxKinds = 500;
/** Expected milliseconds of a job of an unknown kind. */
const unknown = 2;
/** Weight of a quicker or slower job in the next estimate. */
const weightOfFast = 0.2;
const weightOfSlow = 0.5;
/** Upper bound of an estimate, in milliseconds: a long job may mean that the engine was suspended. */
const longest = 100;
/** Idle senders are forgotten from this number on. */
const maxSenders = 1_000;
/** The sender of the site's own jobs. */
const site = "site";

/**
 * Starts jobs so that senders get equal shares of the time, and a sender with few jobs waits little, however many
 * others send: the next job belongs to the sender whose jobs took the least time so far (start-time fair queueing).
 * Jobs of one sender keep their order.
 */
export class FairQueue {
  readonly #settings: FairQueueSettings;
  readonly #clock: () => number;
  readonly #estimates = new LRUCache<string, number>({ max: maxKinds });
  readonly #senders = new Map<string, Sender>();
  readonly #waiting: Job[] = [];
  readonly #onIdle: (() => void)[] = [];
  /** The level of the sender whose job was started last. */
  #now = 0;
  #held = 0;
  /** Weight of all that waits. */
  #weight = 0;
  #running = 0;
  #singleRuns = false;
  #lastEnd = 0;

  constructor(settings: FairQueueSettings) {
    this.#settings = settings;
    this.#clock = settings.now ?? (() => performance.now());
  }

  /** Runs a job in its turn. @throws the settings' refusal if it is not started */
  take<Result>(options: JobOptions, run: () => Promise<Result>): Promise<Result> {
    const estimate = this.#estimates.get(options.kind) ?? unknown;
    const work = options.work ?? currentWork();
    const owner = work.senders[0] ?? site;
    const job: Job = {
      ...options,
      work,
      weight: options.weight ?? 1,
      estimate,
      size: this.#settings.sizeOf(estimate),
      owner,
      sender: owner,
      begin() {},
      refuse() {},
    };
    if (this.#waiting.length === 0 && this.#mayRun(job)) {
      this.#start(job);
      return this.#run(job, run);
    }
    return this.#wait(job).then(() => this.#run(job, run));
  }

  /** Jobs that wait for their turn. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** Resolves when nothing waits or runs. */
  idle(): Promise<void> {
    return this.#running + this.#waiting.length === 0
      ? Promise.resolve()
      : new Promise((resolve) => this.#onIdle.push(resolve));
  }

  async #run<Result>(job: Job, run: () => Promise<Result>): Promise<Result> {
    const began = this.#clock();
    try {
      return await run();
    } finally {
      this.#end(job, began);
    }
  }

  #wait(job: Job): Promise<void> {
    return new Promise((resolve, reject) => {
      const { maxWaitMs } = this.#settings;
      const refuseLate = () => this.#refuse(job, "it waited too long for its turn");
      const waitsForever = job.owner === site || maxWaitMs === undefined;
      const timer = waitsForever ? undefined : setTimeout(refuseLate, maxWaitMs);
      job.begin = () => {
        clearTimeout(timer);
        resolve();
      };
      job.refuse = (error) => {
        clearTimeout(timer);
        reject(error);
      };
      if (!this.#makeRoom(job)) return;
      this.#waiting.push(job);
      this.#sender(job.owner).waiting += job.weight;
      this.#weight += job.weight;
      this.#startNext();
    });
  }

  /** Refuses a waiting job if there are too many. @returns false if that is this job */
  #makeRoom(job: Job): boolean {
    const { maxWaitingOfSender, maxWaiting } = this.#settings;
    const waitingOf = ({ owner }: Job) => (owner === site ? 0 : this.#sender(owner).waiting);
    const isTooMuchOfOne = () => job.owner !== site && waitingOf(job) + job.weight > maxWaitingOfSender;
    const isTooMuchWithout = (gone: number) => this.#weight - gone + job.weight > maxWaiting;
    if (isTooMuchOfOne() || isTooMuchWithout(0)) this.#dropAbandoned();
    if (isTooMuchOfOne()) {
      this.#refuse(job, "too much of its sender waits");
      return false;
    }
    if (!isTooMuchWithout(0)) return true;
    // The newest job of the sender with the most waiting.
    const last = this.#waiting.reduce(
      (most, other) => (waitingOf(other) >= waitingOf(most) ? other : most),
      job,
    );
    const goes = waitingOf(last) > waitingOf(job) && !isTooMuchWithout(last.weight) ? last : job;
    this.#refuse(goes, "too much waits");
    return goes !== job;
  }

  #startNext(): void {
    for (let job = this.#next(); job; job = this.#next()) {
      this.#remove(job);
      if (job.work.isAbandoned) job.refuse(this.#settings.refusal("its sender has left"));
      else {
        this.#start(job);
        job.begin();
      }
    }
  }

  /** The next job by turn; undefined while the capacity does not allow it. */
  #next(): Job | undefined {
    let next: Job | undefined;
    let least = Number.POSITIVE_INFINITY;
    for (const job of this.#waiting) {
      if (job.work.isAbandoned) return job;
      if (job.isSingle && this.#singleRuns) continue;
      for (const name of sendersOf(job)) {
        const sender = this.#sender(name);
        if (sender.used >= least || !this.#hasShareLeft(sender, job)) continue;
        [next, least] = [job, sender.used];
        job.sender = name;
      }
    }
    return next && this.#fits(next) ? next : undefined;
  }

  #mayRun(job: Job): boolean {
    if (job.isSingle && this.#singleRuns) return false;
    const name = sendersOf(job).find((one) => this.#hasShareLeft(this.#sender(one), job));
    if (name !== undefined) job.sender = name;
    return name !== undefined && this.#fits(job);
  }

  #hasShareLeft({ holds, running }: Sender, { size }: Job): boolean {
    const { capacity, capacityOfSender, reserve } = this.#settings;
    return running === 0 || (holds + size <= capacityOfSender && this.#held + size <= capacity - reserve);
  }

  #fits({ size }: Job): boolean {
    return this.#running === 0 || this.#held + size <= this.#settings.capacity;
  }

  #start(job: Job): void {
    const sender = this.#sender(job.sender);
    this.#now = Math.max(this.#now, sender.used);
    sender.used += job.estimate;
    sender.holds += job.size;
    sender.running += 1;
    this.#held += job.size;
    this.#running += 1;
    if (job.isSingle) this.#singleRuns = true;
  }

  #end(job: Job, began: number): void {
    const ended = this.#clock();
    const took = ended - (this.#settings.isSerial ? Math.max(began, this.#lastEnd) : began);
    this.#lastEnd = ended;
    this.#learn(job.kind, Math.min(took, longest));
    const sender = this.#sender(job.sender);
    sender.used += took - job.estimate;
    sender.running -= 1;
    this.#running -= 1;
    // Floating-point sums return to zero only nearly.
    sender.holds = sender.running === 0 ? 0 : sender.holds - job.size;
    this.#held = this.#running === 0 ? 0 : this.#held - job.size;
    if (job.isSingle) this.#singleRuns = false;
    this.#startNext();
    this.#forgetIdle();
  }

  #learn(kind: string, took: number): void {
    const known = this.#estimates.get(kind) ?? took;
    this.#estimates.set(kind, known + (took - known) * (took > known ? weightOfSlow : weightOfFast));
  }

  #refuse(job: Job, reason: WhyNotBegun): void {
    this.#remove(job);
    job.refuse(this.#settings.refusal(reason));
  }

  #dropAbandoned(): void {
    for (const job of this.#waiting.filter(({ work }) => work.isAbandoned)) {
      this.#refuse(job, "its sender has left");
    }
  }

  #remove(job: Job): void {
    const index = this.#waiting.indexOf(job);
    if (index < 0) return;
    this.#waiting.splice(index, 1);
    this.#sender(job.owner).waiting -= job.weight;
    this.#weight -= job.weight;
  }

  /** A sender that comes back gets no credit for its idle time. */
  #sender(name: string): Sender {
    const known = this.#senders.get(name);
    if (known) {
      if (known.waiting === 0 && known.running === 0) known.used = Math.max(known.used, this.#now);
      return known;
    }
    const sender = { used: this.#now, holds: 0, running: 0, waiting: 0 };
    this.#senders.set(name, sender);
    return sender;
  }

  #forgetIdle(): void {
    if (this.#running + this.#waiting.length === 0) {
      this.#senders.clear();
      for (const resolve of this.#onIdle.splice(0)) resolve();
    } else if (this.#senders.size > maxSenders) {
      for (const [name, { used, running, waiting }] of this.#senders) {
        if (running === 0 && waiting === 0 && used <= this.#now) this.#senders.delete(name);
      }
    }
  }
}

type QueueOfMembers = Pick<FairQueueSettings, "maxWaitingOfSender" | "maxWaiting"> &
  Partial<Pick<FairQueueSettings, "capacity" | "maxWaitMs">>;

/**
 * Runs one job at a time, or as many as its capacity, each of another sender; senders take turns. A job that is not
 * started is refused with too_many_requests if too much of its sender waits, otherwise with unavailable.
 */
export const queueOfMembers = ({ capacity = 1, ...most }: QueueOfMembers) =>
  new FairQueue({
    ...most,
    capacity,
    sizeOf: () => 1,
    capacityOfSender: 1,
    reserve: 0,
    isSerial: capacity === 1,
    refusal: (reason) =>
      new AppError(reason === "too much of its sender waits" ? "too_many_requests" : "unavailable", {
        retryAfter: 2,
      }),
  });

const siteAlone: readonly string[] = [site];
const sendersOf = ({ work }: Job): readonly string[] =>
  work.senders.length === 0 ? siteAlone : work.senders;
