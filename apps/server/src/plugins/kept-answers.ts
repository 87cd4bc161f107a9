import { LRUCache } from "lru-cache";
import type { ChangedSources, Source } from "../events/changes.ts";
import type { Coding } from "../lib/content-coding.ts";

const capBytes = 64 * 1024 * 1024;
/** Bytes that an entry takes besides its answer: its address and its prepared headers. */
const entryBytes = 4096;
/** The same for each of its sources. */
const sourceBytes = 128;

/** An answer as the bytes that are sent. */
export interface FinishedAnswer {
  readonly etag: string;
  readonly identity: Buffer;
  /** The same bytes compressed; each coding is made for the first reader who accepts it. */
  readonly encoded: Map<Coding, Promise<Buffer>>;
}

/** What is sent in one coding, or to a reader who has the bytes already. */
export type Form = Coding | "identity" | "notModified";

export interface KeptAnswer extends FinishedAnswer {
  readonly sources: ReadonlySet<Source>;
  readonly headers: Readonly<Record<string, string>>;
  /** The route's name for logs and metrics. */
  readonly route: string;
  /** Whether the address is also a page (docs/rules.md#d4). */
  readonly isAlsoPage: boolean;
  /** Forms that were sent once through all hooks, so that their headers are known: names and values in turn. */
  readonly prepared: Map<Form, PreparedForm>;
}

export interface PreparedForm {
  readonly head: readonly string[];
  readonly bytes: Buffer;
}

/** Answers by address, with an index of their sources. Bounded by bytes; the least recently used goes first. */
export class KeptAnswers {
  readonly #answers = new LRUCache<string, KeptAnswer>({
    maxSize: capBytes,
    // Compressed copies are added later and are smaller each.
    sizeCalculation: ({ identity, sources }) => identity.length * 2 + entryBytes + sources.size * sourceBytes,
    dispose: (answer, url) => this.#forget(url, answer),
  });
  readonly #madeOf = new Map<string, Set<string>>();

  get(url: string): KeptAnswer | undefined {
    return this.#answers.get(url);
  }

  keep(url: string, answer: KeptAnswer): void {
    this.#answers.set(url, answer);
    if (this.#answers.peek(url) !== answer) return;
    for (const source of answer.sources) {
      const urls = this.#madeOf.get(source) ?? new Set();
      this.#madeOf.set(source, urls.add(url));
    }
  }

  /** Drops the answers that are made of any of the sources. */
  drop(sources: ChangedSources): void {
    if (sources === "all") return void this.#answers.clear();
    for (const source of sources) {
      for (const url of [...(this.#madeOf.get(source) ?? [])]) this.#answers.delete(url);
    }
  }

  get entries(): number {
    return this.#answers.size;
  }
  get bytes(): number {
    return this.#answers.calculatedSize;
  }

  #forget(url: string, { sources }: KeptAnswer): void {
    for (const source of sources) {
      const urls = this.#madeOf.get(source);
      urls?.delete(url);
      if (urls?.size === 0) this.#madeOf.delete(source);
    }
  }
}
