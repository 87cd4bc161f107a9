import { errorSentence } from "@cairn/contract";
import { AppError } from "../lib/app-error.ts";
import { type Count, OwnCounts } from "./own-counts.ts";

export type { Count };

const minutes = (count: number) => count * 60;

/**
 * A whole school may share one address, so only failed sign-ins use up tries. Writing counts by member, whether it
 * succeeds or not.
 */
export const limitRules = {
  /**
   * By account and place (an address, or a browser that the account has used), so a stranger spends only their own
   * tries.
   */
  loginByPlace: { points: 10, duration: minutes(15) },
  /** Against guesses from many addresses. Places that the account has used do not count. */
  loginByAccount: { points: 100, duration: minutes(15) },
  loginByAddress: { points: 100, duration: minutes(15) },
  registerByAddress: { points: 60, duration: minutes(10) },
  /** Successful registrations; REGISTRATIONS_PER_HOUR overrides the number. */
  registrationByAddress: { points: 200, duration: minutes(60) },
  // A successful sign-in by a provider refunds both tries: a school's first lesson may begin here.
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
  /** Unknown tokens for programs. */
  tokenByAddress: { points: 100, duration: minutes(15) },
  commentByUser: { points: 60, duration: minutes(1) },
  /** Each member that a comment names is notified, and a comment names ten. */
  mentionByUser: { points: 30, duration: minutes(10) },
  likeByUser: { points: 60, duration: minutes(1) },
  /** Saved items, places in items, history. */
  readingByUser: { points: 120, duration: minutes(1) },
  /** Previews: two a second while a member types. */
  previewByUser: { points: 120, duration: minutes(1) },
  uploadByUser: { points: 30, duration: minutes(30) },
  /** Posts that imports bring: an author of a school has some hundreds. */
  importByUser: { points: 1_000, duration: minutes(60) },
  /** A text may have 30 of them. */
  pictureByUser: { points: 120, duration: minutes(30) },
  changeByUser: { points: 60, duration: minutes(1) },
  readByAddress: { points: 3000, duration: minutes(5) },
  readByUser: { points: 30_000, duration: minutes(5) },
  /** Messages accepted from one sender before any work. */
  callByAddress: { points: 1500, duration: minutes(5) },
  callByUser: { points: 1500, duration: minutes(5) },
  /** Sixty readers of a page with fifty pictures ask for three thousand files at once. */
  fileByAddress: { points: 30_000, duration: minutes(5) },
  /** Addresses where there is nothing. */
  missByAddress: { points: 1000, duration: minutes(5) },
  healthByAddress: { points: 3000, duration: minutes(1) },
  /** Requests of the socket transport: one for a WebSocket, many for long polling. */
  socketByAddress: { points: 30_000, duration: minutes(5) },
  /** Accepted sockets: each reads account, session and rooms. */
  connectByUser: { points: 120, duration: minutes(1) },
  messageBySocket: { points: 40, duration: minutes(1) },
  /** Lists of watched items, from all browsers of a member. */
  watchByUser: { points: 120, duration: minutes(1) },
  /** Calls refused before their work begins, for the size, form or sender of their body. */
  refusedByAddress: { points: 1000, duration: minutes(5) },
  refusedByUser: { points: 300, duration: minutes(5) },
} as const satisfies Record<string, LimitRule>;

/**
 * Delay in ms before answering 429, and before refusals that no limit counts. A sender that does not stop gets ten answers
 * a second on each of its connections, so refusing costs little of the thread's time.
 */
export const refusalMs = 100;

/** A member may make ten times as many reads as an address, which many readers may share. */
const bytesOfTry = { readByUser: 8 * 1024, readByAddress: 32 * 1024 };

/** Reads that an answer of so many bytes counts as, besides its first. */
export const triesOf = (bytes: number, limit: keyof typeof bytesOfTry): number =>
  Math.floor(bytes / bytesOfTry[limit]);

/** What a refusal says where waiting is not the only remedy. */
const sentences: Partial<Record<Limit, (left: number) => string>> = {
  mentionByUser: () =>
    "You mentioned many members in a short time. Try again in a few minutes, or leave the mentions out.",
  importByUser: (left) =>
    `You can import 1,000 posts an hour, and ${left} more now. Import fewer at once, or try again later.`,
};

interface LimitRule {
  readonly points: number;
  /** In seconds. */
  readonly duration: number;
}
export type Limit = keyof typeof limitRules;
/**
 * These protect the processor and the database of one process, so each process counts alone: they are checked first,
 * without a message to another process.
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

export interface RateLimits {
  /** Uses one try, or `tries`. @throws AppError too_many_requests if too few are left */
  take(limit: Limit, key: string, tries?: number): Promise<void>;
  /** @throws AppError too_many_requests if none is left in this process */
  ensureLeft(limit: Limit, key: string): Promise<void>;
  /** Refunds a try: a success does not count. */
  giveBack(limit: Limit, key: string): Promise<void>;
}

/** Counts shared by all instances; null with one instance, or without Redis. */
export interface SharedCounts {
  readonly isUp: boolean;
  /**
   * The count including these tries, and the milliseconds until its window ends; null: unknown. Tries beyond the limit
   * are not counted.
   */
  take(limit: Limit, key: string, tries: number): Promise<Count | null>;
  giveBack(limit: Limit, key: string): void;
}

/** While Redis is down, each instance applies half of the limit. */
const alone = (points: number) => Math.ceil(points / 2);

/**
 * A try is used before the work and refunded after a success, so parallel guesses cannot slip in between check and
 * increment. Each instance also counts what it granted itself: losing the shared counts gives nobody a second set of
 * tries.
 */
export function createRateLimits(
  shared: SharedCounts | null = null,
  rules: LimitRules = limitRules,
): RateLimits {
  const counters = new Map(
    Object.entries(rules).map(([name, { duration }]) => [name, new OwnCounts(duration)]),
  );
  const counterOf = (limit: Limit) => counters.get(limit) as OwnCounts;

  /** The count that is beyond the limit, and the limit; null: granted. */
  async function exceeded(limit: Limit, key: string, tries: number, own: Count): Promise<Refusal | null> {
    const { points } = rules[limit];
    const beyond = (count: Count, most: number) => (count.consumedPoints > most ? { count, most } : null);
    const alreadyHere = beyond(own, points);
    if (alreadyHere || !shared || ownCounts.has(limit)) return alreadyHere;
    const all = await shared.take(limit, key, tries);
    return all ? beyond(all, points) : beyond(own, alone(points));
  }

  return {
    async take(limit, key, tries = 1) {
      const refusal = await exceeded(limit, key, tries, counterOf(limit).take(key, tries));
      if (!refusal) return;
      counterOf(limit).giveBack(key, tries);
      const { count, most } = refusal;
      throw tooMany(limit, count.msBeforeNext, Math.max(0, most - count.consumedPoints + tries));
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

export const sentenceOf = (limit: Limit, left = 0): string =>
  sentences[limit]?.(left) ?? errorSentence.too_many_requests;

const tooMany = (limit: Limit, wait: number, left = 0) =>
  new AppError("too_many_requests", {
    sentence: sentenceOf(limit, left),
    retryAfter: Math.ceil(wait / 1000),
  });

interface Refusal {
  readonly count: Count;
  readonly most: number;
}

/** For RATE_LIMITS=off: benchmarks and tests. */
export const noRateLimits: RateLimits = {
  take: async () => {},
  ensureLeft: async () => {},
  giveBack: async () => {},
};
