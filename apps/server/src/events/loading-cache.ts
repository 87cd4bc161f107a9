import { LRUCache } from "lru-cache";
import { asWork, currentWork, Work } from "../lib/work.ts";
import type { ChangedSources, Changes, Kind } from "./changes.ts";

/** Which changes drop values, by the kinds of their sources. */
interface MadeOf<Value> {
  /** The value of key 7 is made of item:7, and so on; a change of the kind without an id drops all values. */
  readonly key?: readonly Kind[];
  /** A value is made of the one whose id it has. */
  readonly id?: { readonly [Name in Kind]?: (value: Value) => number };
  /** Every value is made of all of this kind. */
  readonly all?: readonly Kind[];
}

interface CacheSettings<Key, Value> {
  readonly changes: Pick<Changes, "on">;
  readonly madeOf: MadeOf<Value>;
  /** Values kept at most; the least recently used ones go first. */
  readonly most: number;
  /** Also bounds what all values take together. */
  readonly bytes?: { readonly most: number; of(value: Value): number };
  /** Reads values where they are stored. Keys that it leaves out have no value, or none that may be kept. */
  load(keys: readonly Key[]): Promise<ReadonlyMap<Key, Value>>;
}

/** A value that is being loaded. */
interface Pending<Value> {
  readonly value: Promise<Value | undefined>;
  /** The current work waits for it too. */
  join(): void;
}

/**
 * Values of the database in memory, until something changes that they are made of. A value that was dropped while it was
 * being loaded may be older than the change, so it is not kept, and nobody who asks after the drop gets it.
 */
export class LoadingCache<Key extends string | number, Value extends object> {
  readonly #values: LRUCache<Key, Value>;
  readonly #loading = new Map<Key, Pending<Value>>();
  readonly #load: CacheSettings<Key, Value>["load"];
  readonly #madeOf: MadeOf<Value>;

  constructor({ most, bytes, load, changes, madeOf }: CacheSettings<Key, Value>) {
    this.#madeOf = madeOf;
    changes.on((sources) => this.#dropChanged(sources));
    this.#load = load;
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
    if (missing.size === 0) return found;
    const loads = new Map<Key, Promise<Value | undefined>>();
    for (const key of missing) {
      const loading = this.#loading.get(key);
      if (loading) loads.set(key, this.#join(loading, key));
    }
    for (const [key, value] of this.#begin([...missing].filter((key) => !loads.has(key))))
      loads.set(key, value);
    const waits = [...loads].map(async ([key, value]) => [key, await value] as const);
    for (const [key, value] of await Promise.all(waits)) if (value) found.set(key, value);
    return found;
  }

  /** A load that another sender began may be refused because of that sender. */
  async #join({ value, join }: Pending<Value>, key: Key): Promise<Value | undefined> {
    join();
    try {
      return await value;
    } catch {
      return (await this.#load([key])).get(key);
    }
  }

  /** For a value that is out of date without a change. */
  drop(key: Key): void {
    this.#values.delete(key);
    this.#loading.delete(key);
  }

  #dropChanged(sources: ChangedSources): void {
    const { key = [], id: idOf = {}, all = [] } = this.#madeOf;
    const named =
      sources === "all" ? [] : [...sources].map((source) => source.split(":", 2) as [Kind, string?]);
    if (
      sources === "all" ||
      named.some(([kind, id]) => all.includes(kind) || (id === undefined && key.includes(kind)))
    ) {
      this.#values.clear();
      this.#loading.clear();
      return;
    }
    const touched = new Map<Kind, Set<number>>();
    for (const [kind, id] of named) {
      if (key.includes(kind)) this.drop(Number(id) as Key);
      if (idOf[kind]) touched.set(kind, (touched.get(kind) ?? new Set()).add(Number(id)));
    }
    if (touched.size === 0) return;
    // What is being loaded may turn out to have one of the ids.
    this.#loading.clear();
    for (const [one, value] of this.#values.entries()) {
      if ([...touched].some(([kind, ids]) => ids.has(idOf[kind]?.(value) ?? 0))) this.#values.delete(one);
    }
  }

  #begin(keys: readonly Key[]): (readonly [Key, Promise<Value | undefined>])[] {
    if (keys.length === 0) return [];
    // The first caller may leave before later ones: the load goes on for them.
    const work = new Work(...currentWork().senders);
    const values = asWork(work, () => this.#load(keys));
    const join = () => work.join();
    return keys.map((key) => {
      const one = values.then((found) => found.get(key));
      this.#loading.set(key, { value: one, join });
      const settle = (value?: Value) => {
        if (this.#loading.get(key)?.value !== one) return;
        this.#loading.delete(key);
        if (value) this.#values.set(key, value);
      };
      // Callers await `one` and get its error.
      one.then(settle, () => settle());
      return [key, one] as const;
    });
  }
}
