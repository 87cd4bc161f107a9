import { LRUCache } from "lru-cache";

interface KeptSettings<Key, Value> {
  /** Values kept at most; the least recently used ones go first. */
  readonly most: number;
  /** Also bounds what all values take together. */
  readonly bytes?: { readonly most: number; of(value: Value): number };
  /** Reads values where they are stored. Keys that it leaves out have no value, or none that may be kept. */
  load(keys: readonly Key[]): Promise<ReadonlyMap<Key, Value>>;
  /**
   * One load at a time: what is missing meanwhile is read together by the next. Where the storage takes one call after
   * the other anyway, this makes fewer of them.
   */
  readonly inTurn?: boolean;
}

/** Keys of one load in turn. */
const mostTogether = 50;

/** Loads one after the other; keys that are asked for meanwhile are read by the next load. */
function inTurn<Key, Value>(load: KeptSettings<Key, Value>["load"]): KeptSettings<Key, Value>["load"] {
  let last: Promise<unknown> = Promise.resolve();
  let next: { readonly keys: Set<Key>; readonly values: Promise<ReadonlyMap<Key, Value>> } | null = null;

  function plan(keys: Set<Key>) {
    const values = last.then(() => {
      if (next?.keys === keys) next = null;
      return load([...keys]);
    });
    last = values.catch(() => {});
    return { keys, values };
  }
  return (keys) => {
    if (!next || next.keys.size + keys.length > mostTogether) next = plan(new Set());
    for (const key of keys) next.keys.add(key);
    return next.values;
  };
}

/** How well values are kept, for metrics. */
export interface KeptFigures {
  readonly hits: number;
  readonly misses: number;
  readonly entries: number;
}

/**
 * Values of the database in memory, until a notice drops them. A value that was dropped while it was being loaded may
 * be older than the change, so it is not kept, and nobody who asks after the drop gets it.
 */
export class Kept<Key extends string | number, Value extends object> {
  readonly #values: LRUCache<Key, Value>;
  readonly #loading = new Map<Key, Promise<Value | undefined>>();
  readonly #load: KeptSettings<Key, Value>["load"];
  #hits = 0;
  #misses = 0;

  constructor({ most, bytes, load, inTurn: isInTurn }: KeptSettings<Key, Value>) {
    this.#load = isInTurn ? inTurn(load) : load;
    this.#values = new LRUCache<Key, Value>({
      max: most,
      ...(bytes && { maxSize: bytes.most, sizeCalculation: (value) => bytes.of(value) }),
    });
  }

  async get(key: Key): Promise<Value | undefined> {
    return (await this.all([key])).get(key);
  }

  /** Loads together what is not kept yet. */
  async all(keys: readonly Key[]): Promise<ReadonlyMap<Key, Value>> {
    const found = new Map<Key, Value>();
    const missing = new Set<Key>();
    for (const key of keys) {
      const value = this.#values.get(key);
      if (value) found.set(key, value);
      else missing.add(key);
    }
    this.#hits += found.size;
    this.#misses += missing.size;
    if (missing.size === 0) return found;
    this.#begin([...missing].filter((key) => !this.#loading.has(key)));
    const waits = [...missing].map(async (key) => [key, await this.#loading.get(key)] as const);
    for (const [key, value] of await Promise.all(waits)) if (value) found.set(key, value);
    return found;
  }

  drop(key: Key): void {
    this.#values.delete(key);
    this.#loading.delete(key);
  }

  /** Looks at every kept value; also forgets what is being loaded, whatever it is. */
  dropIf(isStale: (value: Value) => boolean): void {
    this.#loading.clear();
    for (const [key, value] of this.#values.entries()) if (isStale(value)) this.#values.delete(key);
  }

  clear(): void {
    this.#values.clear();
    this.#loading.clear();
  }

  get figures(): KeptFigures {
    return { hits: this.#hits, misses: this.#misses, entries: this.#values.size };
  }

  #begin(keys: readonly Key[]): void {
    if (keys.length === 0) return;
    const batch = this.#load(keys);
    for (const key of keys) {
      const one = batch.then((values) => values.get(key));
      this.#loading.set(key, one);
      const settle = (value?: Value) => {
        if (this.#loading.get(key) !== one) return;
        this.#loading.delete(key);
        if (value) this.#values.set(key, value);
      };
      // Callers await `one` and get its error.
      one.then(settle, () => settle());
    }
  }
}
