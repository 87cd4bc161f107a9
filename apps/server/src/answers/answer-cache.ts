import type { FastifyReply } from "fastify";
import { LRUCache } from "lru-cache";
import type { Wish } from "../calls/page-or-call.ts";
import type { ChangedSources, Source } from "../events/changes.ts";
import type { Clock } from "../lib/clock.ts";
import type { Coding, Representation } from "../lib/content-coding.ts";

/** Bytes of an entry beside its answer: the address and the prepared headers. */
const entryBytes = 4096;
/** The same for each of its sources. */
const sourceBytes = 128;

/** What every kept answer says of itself. */
export interface KeptAnswer {
  readonly sources: ReadonlySet<Source>;
  /** When the answer expires without a change of its sources; null: never. */
  readonly until: Date | null;
  /** The route's name for logs and metrics. */
  readonly route: string;
  /** Page readers, API clients or both: one address may serve both (docs/rules.md#d4). */
  readonly audience: readonly Wish[];
}

type Made = Pick<KeptAnswer, "sources" | "until">;
const made = new WeakMap<FastifyReply, Made>();

interface MadeOptions {
  /** When time alone makes it another answer. */
  readonly until?: Date | null;
  /** What else decides what this member sees. Without it, answers to members are not cached. */
  ofMember?(userId: number): Iterable<Source>;
}

/** Declares everything that an answer is made of. An answer without this declaration is not cached. */
export function madeOf(
  reply: FastifyReply,
  sources: Iterable<Source>,
  { until = null, ofMember }: MadeOptions = {},
): void {
  const { bearer } = reply.request;
  if (!bearer) made.set(reply, { sources: new Set(sources), until });
  else if (ofMember) made.set(reply, { sources: new Set([...sources, ...ofMember(bearer.userId)]), until });
}

export const sourcesOf = (reply: FastifyReply): Made | undefined => made.get(reply);

/**
 * In characters. Answers at longer addresses are not cached: they are rarely requested twice, and a client can invent
 * any number.
 */
export const longestKeptUrl = 512;

/** Headers that belong to one answer or one connection. */
const neverPrepared: ReadonlySet<string> = new Set(["x-request-id", "connection", "date"]);

/** Headers of a sent answer that the next one repeats, as names and values in turn. */
export const lastingHead = (reply: FastifyReply): string[] =>
  Object.entries(reply.getHeaders()).flatMap(([name, value]) =>
    value === undefined || neverPrepared.has(name) ? [] : [name, String(value)],
  );

/** An answer as the bytes that are sent. */
export interface FinishedAnswer {
  /** Of the bytes, for the tags of all codings. */
  readonly hash: string;
  readonly identity: Buffer;
  /** The same bytes compressed; each coding is made for the first reader who accepts it. */
  readonly encoded: Map<Coding, Promise<Buffer>>;
}

/** A body in some coding, or 304 for a reader who already has it. */
export type Form = Representation | `304 ${Representation}`;

/** An answer that every visitor gets. */
export interface SharedAnswer extends KeptAnswer, FinishedAnswer {
  readonly headers: Readonly<Record<string, string>>;
  /** Headers by form, recorded when the form was first sent through all hooks: names and values in turn. */
  readonly prepared: Map<Form, PreparedForm>;
}

export interface PreparedForm {
  readonly head: readonly string[];
  readonly bytes: Buffer;
}

/** An answer for one member, in the one form that was sent. */
export interface OwnAnswer extends KeptAnswer {
  readonly form: PreparedForm;
}

interface Bounds<Answer> {
  /** What all answers take together at most. */
  readonly capBytes: number;
  bytesOf(answer: Answer): number;
  readonly clock: Clock;
}

/**
 * Caches answers by key until they expire or a source changes. Bounded by bytes; drops the least recently used first.
 */
export class AnswerCache<Answer extends KeptAnswer> {
  readonly #answers: LRUCache<string, Answer>;
  readonly #madeOf = new Map<string, Set<string>>();
  readonly #clock: Clock;

  constructor({ capBytes, bytesOf, clock }: Bounds<Answer>) {
    this.#clock = clock;
    this.#answers = new LRUCache<string, Answer>({
      maxSize: capBytes,
      sizeCalculation: (answer) => bytesOf(answer) + entryBytes + answer.sources.size * sourceBytes,
      dispose: (answer, key) => this.#forget(key, answer),
    });
  }

  get(key: string): Answer | undefined {
    const answer = this.#answers.get(key);
    if (!answer?.until || answer.until > this.#clock()) return answer;
    this.#answers.delete(key);
    return undefined;
  }

  keep(key: string, answer: Answer): void {
    this.#answers.set(key, answer);
    if (this.#answers.peek(key) !== answer) return;
    for (const source of answer.sources) {
      const keys = this.#madeOf.get(source) ?? new Set();
      this.#madeOf.set(source, keys.add(key));
    }
  }

  /** Drops every answer made of any of these sources. */
  drop(sources: ChangedSources): void {
    if (sources === "all") return void this.#answers.clear();
    for (const source of sources) {
      for (const key of [...(this.#madeOf.get(source) ?? [])]) this.#answers.delete(key);
    }
  }

  /** How many were sent from here. */
  hits = 0;
  get entries(): number {
    return this.#answers.size;
  }
  get bytes(): number {
    return this.#answers.calculatedSize;
  }

  #forget(key: string, { sources }: Answer): void {
    for (const source of sources) {
      const keys = this.#madeOf.get(source);
      keys?.delete(key);
      if (keys?.size === 0) this.#madeOf.delete(source);
    }
  }
}
