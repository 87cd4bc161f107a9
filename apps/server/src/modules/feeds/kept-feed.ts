import { createHash } from "node:crypto";
import type { FeedSource } from "@cairn/contract";
import { type Static, type TSchema, Type } from "typebox";
import { Check } from "typebox/value";
import type { OutsideFeed } from "../../config.ts";
import type { Database } from "../../db/database.ts";
import type { Clock } from "../../lib/clock.ts";
import { OutsideFailure } from "../../lib/outside-failure.ts";
import { type CopyKey, findCopy, markFailing, saveCopy } from "./feeds.repository.ts";

/** What the feeds tell the log; pino's and Fastify's loggers fit. */
export interface FeedLog {
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
}

interface Settings<Item extends TSchema> {
  readonly name: CopyKey["source"];
  /** null: nothing is configured, and the sample is shown. */
  readonly outside: OutsideFeed | null;
  readonly item: Item;
  readonly sample: readonly Static<Item>[];
  readonly refreshSeconds: number;
  /** @throws OutsideFailure */
  fetchItems(outside: OutsideFeed): Promise<Static<Item>[]>;
  readonly db: Database;
  readonly clock: Clock;
  readonly log: FeedLog;
  /** A refresh that is cut short by a stop says nothing about the outside. */
  isStopping(): boolean;
}

export interface KeptFeed<Item> {
  /** The same array until a refresh brings another. */
  readonly items: readonly Item[];
  readonly source: FeedSource;
  /** When the outside last answered well; null where it never did. */
  readonly fetchedAt: Date | null;
  /** Refreshes that have failed since the process began. */
  readonly failures: number;
  /** Asks the outside, unless another instance just has; whatever comes of it, there is something to show. */
  refresh(): Promise<void>;
}

/** The last good copy of an outside feed, in memory and in the database; the bundled sample until there is one (D33). */
export async function openKeptFeed<Item extends TSchema>(
  settings: Settings<Item>,
): Promise<KeptFeed<Static<Item>>> {
  const { name, outside, item, sample, refreshSeconds, fetchItems, db, clock, log, isStopping } = settings;
  const addressHash = createHash("sha256")
    .update(outside?.address ?? "")
    .digest();
  const key: CopyKey = { source: name, addressHash };
  let kept: readonly Static<Item>[] | null = null;
  let isFailing = false;
  let fetchedAt: Date | null = null;
  let failures = 0;

  const pausesSince = (moment: Date) => (clock().getTime() - moment.getTime()) / (refreshSeconds * 1000);

  /** Takes the copy in the database, if it was fetched after that moment. */
  async function takeStored(after: Date): Promise<boolean> {
    const stored = await findCopy(db.query, key, after);
    if (!stored || !Check(Type.Array(item), stored.payload)) return false;
    kept = stored.payload;
    fetchedAt = stored.fetchedAt;
    // A copy from before a long pause is not news, even if the last refresh then went well.
    isFailing = pausesSince(fetchedAt) > 2 || stored.failingSince !== null;
    return true;
  }

  /** What another instance has fetched since, and so lately that asking the outside again would bring little. */
  const takeOthersNews = () => {
    const lately = clock().getTime() - 0.5 * refreshSeconds * 1000;
    return takeStored(new Date(Math.max(lately, fetchedAt?.getTime() ?? 0)));
  };

  if (outside) await takeStored(new Date(0));

  async function keep(items: Static<Item>[]): Promise<void> {
    if (isStopping()) return;
    kept = items;
    isFailing = false;
    fetchedAt = clock();
    log.info({ feed: name, items: items.length }, "feed refreshed");
    await saveCopy(db.query, key, fetchedAt, items);
  }

  async function noteFailure(error: unknown): Promise<void> {
    if (isStopping()) return;
    isFailing = true;
    failures += 1;
    if (!(error instanceof OutsideFailure)) throw error;
    log.warn({ feed: name, problem: error.message }, "feed could not be refreshed");
    await markFailing(db.query, key, clock());
  }

  return {
    get items() {
      return kept ?? sample;
    },
    get source() {
      if (kept === null) return "sample";
      return isFailing ? "stale" : "live";
    },
    get fetchedAt() {
      return fetchedAt;
    },
    get failures() {
      return failures;
    },
    async refresh() {
      if (!outside) return;
      try {
        // With the database away the outside still has something to show.
        if (await takeOthersNews().catch(() => false)) return;
        await fetchItems(outside).then(keep, noteFailure);
      } catch (error) {
        // The database is away, or something is wrong here: what is in memory goes on being shown.
        log.error({ err: error, feed: name }, "refreshing a feed went wrong");
      }
    },
  };
}
