import type { FastifyReply } from "fastify";
import { LRUCache } from "lru-cache";
import type { ChangedSources, Source } from "../events/changes.ts";
import { turnOf } from "../events/sources.ts";
import type { Clock } from "../lib/clock.ts";
import type { Coding, Representation } from "../lib/content-coding.ts";

/** Bytes of an entry beside its answer: its address and the prepared headers. */
const entryBytes = 4096;
/** The same for each of its sources. */
const sourceBytes = 128;

interface Made {
  readonly sources: ReadonlySet<Source>;
  /** When the answer expires without a change of its sources; null: never. */
  readonly until: Date | null;
}
const made = new WeakMap<FastifyReply, Made>();

/** Declares everything that an answer to a visitor is made of. An answer without this declaration is not cached. */
export function madeOf(reply: FastifyReply, sources: readonly Source[]): void {
  if (!reply.request.bearer) made.set(reply, { sources: new Set(sources), until: turnOf(sources) });
}

export const sourcesOf = (reply: FastifyReply): Made | undefined => made.get(reply);

/** An answer as the bytes that are sent. */
export interface FinishedAnswer {
  /** Hash of the bytes, used in the entity tags of all codings. */
  readonly hash: string;
  readonly identity: Buffer;
  /** The same bytes compressed; each coding is made for the first reader who accepts it. */
  readonly encoded: Map<Coding, Promise<Buffer>>;
}

/** A body in some coding, or 304 for a reader who already has it. */
export interface Form {
  readonly sent: Representation;
  readonly isKnown: boolean;
}

/** An answer that every visitor gets. */
export interface SharedAnswer extends FinishedAnswer, Made {
  readonly headers: Readonly<Record<string, string>>;
  /** By form, recorded when the form was first sent through all hooks. */
  readonly prepared: Map<string, Prepared>;
}

export interface Prepared {
  readonly status: number;
  /** Names and values in turn. */
  readonly head: readonly string[];
  readonly bytes: Buffer;
}

/**
 * Caches answers by key until they expire or a source changes. Bounded by bytes; drops the least recently used first.
 */
export class AnswerCache {
  readonly #answers: LRUCache<string, SharedAnswer>;
  readonly #madeOf = new Map<string, Set<string>>();
  readonly #clock: Clock;

  constructor(capBytes: number, clock: Clock) {
    this.#clock = clock;
    this.#answers = new LRUCache({
      maxSize: capBytes,
      // Compressed copies come later, and each is smaller.
      sizeCalculation: ({ identity, sources }) =>
        identity.length * 2 + entryBytes + sources.size * sourceBytes,
      dispose: (answer, key) => this.#forget(key, answer),
    });
  }

  get(key: string): SharedAnswer | undefined {
    const answer = this.#answers.get(key);
    if (!answer?.until || answer.until > this.#clock()) return answer;
    this.#answers.delete(key);
    return undefined;
  }

  keep(key: string, answer: SharedAnswer): void {
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

  get entries(): number {
    return this.#answers.size;
  }
  get bytes(): number {
    return this.#answers.calculatedSize;
  }

  #forget(key: string, { sources }: SharedAnswer): void {
    for (const source of sources) {
      const keys = this.#madeOf.get(source);
      keys?.delete(key);
      if (keys?.size === 0) this.#madeOf.delete(source);
    }
  }
}
