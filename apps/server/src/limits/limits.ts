import { errorSentence } from "@cairn/contract";
import { AppError } from "../lib/app-error.ts";
import { type Count, OwnCounts } from "./own-counts.ts";

export type { Count };

const minutes = (count: number) => count * 60;

/**
 * A whole school may sit behind one address, so only failed attempts to sign in use up tries. What a member writes
 * counts for that member only, whether it succeeds or not.
 */
export const limitRules = {
  /**
   * By account and place (an address, or a browser that the account knows), so that a stranger uses up only their own
   * tries.
   */
  loginByPlace: { points: 10, duration: minutes(15) },
  /** Against guesses from many addresses. Places that the account knows are not counted here. */
  loginByAccount: { points: 100, duration: minutes(15) },
  loginByAddress: { points: 100, duration: minutes(15) },
  registerByAddress: { points: 60, duration: minutes(10) },
  /** Opened accounts; REGISTRATIONS_PER_HOUR overrides the number. */
  registrationByAddress: { points: 200, duration: minutes(60) },
  // A successful sign-in by a provider gives back both of its tries: a school's first lesson may begin here.
  providerStartByAddress: { points: 300, duration: minutes(10) },
  providerReturnByAddress: { points: 100, duration: minutes(15) },
  /** Every request sends a mail. */
  resetByPlace: { points: 6, duration: minutes(60) },
  resetByAccount: { points: 20, duration: minutes(60) },
  resetByAddress: { points: 60, duration: minutes(60) },
  confirmationByUser: { points: 6, duration: minutes(60) },
  /** Wrong codes and tokens. */
  codeByAddress: { points: 60, duration: minutes(10) },
  refreshBySession: { points: 60, duration: minutes(1) },
  /** Unknown refresh tokens. */
  refreshByAddress: { points: 100, duration: minutes(15) },
  commentByUser: { points: 60, duration: minutes(1) },
  /** Each member that a comment names is notified, and a comment names ten. */
  mentionByUser: { points: 30, duration: minutes(10) },
  likeByUser: { points: 60, duration: minutes(1) },
  /** Saved items, places in items, history. */
  readingByUser: { points: 120, duration: minutes(1) },
  /** Texts whose code is run before they are sent. */
  checkByUser: { points: 30, duration: minutes(5) },
  /** Unsent texts that are rendered, two a second while one writes. */
  previewByUser: { points: 120, duration: minutes(1) },
  uploadByUser: { points: 30, duration: minutes(30) },
  /** A text may have 30 of them. */
  pictureByUser: { points: 120, duration: minutes(30) },
  changeByUser: { points: 60, duration: minutes(1) },
  readByAddress: { points: 3000, duration: minutes(5) },
  readByUser: { points: 30_000, duration: minutes(5) },
  /** What a process takes of one sender before it does anything for it. */
  callByAddress: { points: 1500, duration: minutes(5) },
  callByUser: { points: 1500, duration: minutes(5) },
  /** Sixty readers of a page with fifty pictures ask for three thousand files at once. */
  fileByAddress: { points: 30_000, duration: minutes(5) },
  /** Addresses where there is nothing. */
  missByAddress: { points: 1000, duration: minutes(5) },
  healthByAddress: { points: 3000, duration: minutes(1) },
  /** Requests of sockets: one for a WebSocket, many for long polling. */
  socketByAddress: { points: 30_000, duration: minutes(5) },
  /** Sockets that are admitted: each reads account, session and rooms. */
  connectByUser: { points: 120, duration: minutes(1) },
  messageBySocket: { points: 40, duration: minutes(1) },
  /** Lists of open items, from all browsers of a member. */
  watchByUser: { points: 120, duration: minutes(1) },
  /** Calls with a body that were refused before their work began: by their size, their form or their sender. */
  refusedByAddress: { points: 1000, duration: minutes(5) },
  refusedByUser: { points: 300, duration: minutes(5) },
} as const satisfies Record<string, LimitRule>;

/** What a refusal says where there is something else to do than to wait. */
const sentences: Partial<Record<Limit, string>> = {
  mentionByUser:
    "You mentioned many members in a short time. Try again in a few minutes, or leave the mentions out.",
};

interface LimitRule {
  readonly points: number;
  /** In seconds. */
  readonly duration: number;
}
export type Limit = keyof typeof limitRules;
/**
 * These guard the processor and the database of one process, so each process counts them alone: they are asked before
 * anything else, and asking them costs no message to another.
 */
const ownCounts: ReadonlySet<Limit> = new Set<Limit>([
  "callByAddress",
  "callByUser",
  "fileByAddress",
  "missByAddress",
  "healthByAddress",
  "socketByAddress",
  "connectByUser",
  "messageBySocket",
  "watchByUser",
  "refusedByAddress",
  "refusedByUser",
]);

export type LimitRules = Readonly<Record<Limit, LimitRule>>;

/** The rules with the operator's settings applied. */
export const rulesFor = ({ registrationsPerHour }: { registrationsPerHour: number }): LimitRules => ({
  ...limitRules,
  registrationByAddress: { ...limitRules.registrationByAddress, points: registrationsPerHour },
});

export interface Limits {
  /** Takes one try, or as many as the work costs. @throws AppError too_many_requests when too few are left. */
  take(limit: Limit, key: string, tries?: number): Promise<void>;
  /** @throws AppError too_many_requests when none is left in this process. */
  ensureLeft(limit: Limit, key: string): Promise<void>;
  /** Gives a try back, because a success does not count. */
  giveBack(limit: Limit, key: string): Promise<void>;
}

/** Counts shared by all instances; null if there is only one instance, or no Redis. */
export interface SharedCounts {
  readonly isUp: boolean;
  /** The count including these tries, and how long it lasts; null: unknown. Tries beyond the limit are not counted. */
  take(limit: Limit, key: string, tries: number): Promise<Count | null>;
  giveBack(limit: Limit, key: string): void;
}

/** While Redis is down, each instance applies half of the limit. */
const alone = (points: number) => Math.ceil(points / 2);

/**
 * A try is taken before the work and given back after a success, so that parallel guesses cannot slip in between
 * reading the counter and raising it. Each instance also counts what it has granted itself: losing the shared counts
 * does not give anyone a second set of tries.
 */
export function createLimits(shared: SharedCounts | null = null, rules: LimitRules = limitRules): Limits {
  const counters = new Map(
    Object.entries(rules).map(([name, { duration }]) => [name, new OwnCounts(duration)]),
  );
  const counterOf = (limit: Limit) => counters.get(limit) as OwnCounts;

  /** Milliseconds until the next try is available; null: this one is granted. */
  async function mustWait(limit: Limit, key: string, tries: number, own: Count): Promise<number | null> {
    const { points } = rules[limit];
    if (own.consumedPoints > points) return own.msBeforeNext;
    if (!shared || ownCounts.has(limit)) return null;
    const all = await shared.take(limit, key, tries);
    if (all) return all.consumedPoints > points ? all.msBeforeNext : null;
    return own.consumedPoints > alone(points) ? own.msBeforeNext : null;
  }

  return {
    async take(limit, key, tries = 1) {
      const wait = await mustWait(limit, key, tries, counterOf(limit).take(key, tries));
      if (wait === null) return;
      counterOf(limit).giveBack(key, tries);
      throw tooMany(limit, wait);
    },
    async ensureLeft(limit, key) {
      const { consumedPoints, msBeforeNext } = counterOf(limit).read(key);
      if (consumedPoints >= rules[limit].points) throw tooMany(limit, msBeforeNext);
    },
    async giveBack(limit, key) {
      counterOf(limit).giveBack(key);
      if (!ownCounts.has(limit)) shared?.giveBack(limit, key);
    },
  };
}

export const sentenceOf = (limit: Limit): string => sentences[limit] ?? errorSentence.too_many_requests;

const tooMany = (limit: Limit, wait: number) =>
  new AppError("too_many_requests", { sentence: sentenceOf(limit), retryAfter: Math.ceil(wait / 1000) });

/** For RATE_LIMITS=off: benchmarks and tests. */
export const noLimits: Limits = {
  take: async () => {},
  ensureLeft: async () => {},
  giveBack: async () => {},
};
