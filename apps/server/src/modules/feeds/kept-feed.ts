import { createHash } from "node:crypto";
import type { FeedSource } from "@cairn/contract";
import { type Static, type TSchema, Type } from "typebox";
import { Check } from "typebox/value";
import type { ExternalFeed } from "../../config.ts";
import type { Database } from "../../db/database.ts";
import type { Clock } from "../../lib/clock.ts";
import { ExternalFailure } from "../../lib/external-failure.ts";
import { type CopyKey, findCopy, markFailing, saveCopy } from "./feeds.repository.ts";

/** The logger that feeds need; pino's and Fastify's loggers fit. */
export interface FeedLog {
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
}

interface Settings<Item extends TSchema> {
  readonly name: CopyKey["source"];
  /** null: no feed is configured. */
  readonly external: ExternalFeed | null;
  readonly item: Item;
  /** What is shown until the source has answered for the first time; null: nothing, on a site without demo data. */
  readonly sample: readonly Static<Item>[] | null;
  readonly refreshSeconds: number;
  /** @throws ExternalFailure */
  fetchItems(external: ExternalFeed): Promise<Static<Item>[]>;
  readonly db: Database;
  readonly clock: Clock;
  readonly log: FeedLog;
  /** Called whenever there are other items. */
  onItems(): void;
  /** A refresh that a shutdown interrupts does not count as a failure of the source. */
  isStopping(): boolean;
}

export interface KeptFeed<Item> {
  /** Stays the same array until a refresh replaces it. */
  readonly items: readonly Item[];
  readonly source: FeedSource;
  /** When the source last answered successfully; null if never. */
  readonly fetchedAt: Date | null;
  /** Number of failed refreshes since the process started. */
  readonly failures: number;
  /**
   * Fetches from the source, unless another instance just did. Never rejects because of a failed fetch: the previous
   * copy stays.
   */
  refresh(): Promise<void>;
}

/**
 * The last good copy of an external feed, in memory and in the database. Until there is one: the bundled sample on a
 * site with demo data (docs/rules.md#feeds-of-other-sites), else an empty list (docs/rules.md#feeds-of-other-sites).
 */
export async function openKeptFeed<Item extends TSchema>(
  settings: Settings<Item>,
): Promise<KeptFeed<Static<Item>>> {
  const { name, external, item, sample, refreshSeconds, fetchItems, db, clock, log, onItems, isStopping } =
    settings;
  const addressHash = createHash("sha256")
    .update(external?.address ?? "")
    .digest();
  const key: CopyKey = { source: name, addressHash };
  let kept: readonly Static<Item>[] | null = null;
  let isFailing = false;
  let fetchedAt: Date | null = null;
  let failures = 0;
  const first = sample ?? [];

  const pausesSince = (moment: Date) => (clock().getTime() - moment.getTime()) / (refreshSeconds * 1000);

  /** Loads the copy in the database if it was fetched after that moment. */
  async function takeStored(after: Date): Promise<boolean> {
    const stored = await findCopy(db.query, key, after);
    if (!stored || !Check(Type.Array(item), stored.payload)) return false;
    kept = stored.payload;
    fetchedAt = stored.fetchedAt;
    // A copy from before a long pause is stale, even if its last refresh succeeded.
    isFailing = pausesSince(fetchedAt) > 2 || stored.failingSince !== null;
    onItems();
    return true;
  }

  /** Loads a newer copy from another instance, if it is so recent that fetching again would gain little. */
  const takeOthersNews = () => {
    const lately = clock().getTime() - 0.5 * refreshSeconds * 1000;
    return takeStored(new Date(Math.max(lately, fetchedAt?.getTime() ?? 0)));
  };

  if (external) await takeStored(new Date(0));

  async function keep(items: Static<Item>[]): Promise<void> {
    if (isStopping()) return;
    kept = items;
    isFailing = false;
    fetchedAt = clock();
    onItems();
    log.info({ feed: name, items: items.length }, "feed refreshed");
    await saveCopy(db.query, key, fetchedAt, items);
  }

  async function noteFailure(error: unknown): Promise<void> {
    if (isStopping()) return;
    isFailing = true;
    failures += 1;
    if (!(error instanceof ExternalFailure)) throw error;
    log.warn({ feed: name, problem: error.message }, "feed could not be refreshed");
    await markFailing(db.query, key, clock());
  }

  return {
    get items() {
      return kept ?? first;
    },
    get source() {
      if (kept === null && sample) return "sample";
      if (kept === null) return external ? "stale" : "none";
      return isFailing ? "stale" : "live";
    },
    get fetchedAt() {
      return fetchedAt;
    },
    get failures() {
      return failures;
    },
    async refresh() {
      if (!external) return;
      try {
        // If the database is down, the external source can still deliver.
        if (await takeOthersNews().catch(() => false)) return;
        await fetchItems(external).then(keep, noteFailure);
      } catch (error) {
        // The database is down, or this code failed: the copy in memory stays visible.
        log.error({ err: error, feed: name }, "refreshing a feed went wrong");
      }
    },
  };
}
