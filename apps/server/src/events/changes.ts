import { LRUCache } from "lru-cache";
import type { Database } from "../db/database.ts";

/**
 * What answers are made of, as triggers of the database and services (db/tell.ts) name it:
 * `item`: an item's text, media and standing; `counts`: its numbers of likes and comments; `comments`: its comments;
 * `list`: which items are public, in what order, with what words; `category`: a category's name and description;
 * `categories`: all of them, with their numbers of posts; `user`: what others see of a member, and the facts that
 * decide what the member sees (role, grant, interests); `likes`: which items a member likes; `notices`: a member's
 * notifications and which of them are read, without an id those of everyone; `work`: status and counts of a member's
 * own items; `authors`: who has published, under which names; `ledger`: the chain of decisions; `log`: its newest
 * checkpoint and cosignatures; `labels`: which versions have ended; `seen`: how many witnesses have seen a row of the
 * ledger; `feeds`: this process's copies of the external feeds, which no trigger names; `links`: the
 * links of an item; `settings`: the site's settings, a change of which drops every kept answer; `series`: a series and
 * which items it has, without an id which series are public; `turns`: the clock, with the milliseconds at which an item's
 * standing changes by time alone.
 */
export type Source =
  | `${"item" | "counts" | "comments" | "category" | "user" | "likes" | "notices" | "work" | "seen" | "links" | "series" | "turns"}:${number}`
  | "list"
  | "categories"
  | "authors"
  | "notices"
  | "ledger"
  | "log"
  | "labels"
  | "settings"
  | "series"
  | "feeds";

/** A source without its id. */
export type Kind = Source extends infer Name ? (Name extends `${infer Word}:${number}` ? Word : Name) : never;

/** `all`: too many to name, or notices may have been missed. */
export type ChangedSources = ReadonlySet<string> | "all";

/** What has changed in the database, by whichever process, as far as this process knows. */
export interface Changes {
  /** Rises with every notice. */
  readonly version: number;
  /** Whether one of the sources may have changed after `version` was the newest. */
  haveTouched(sources: Iterable<Source>, version: number): boolean;
  /**
   * Resolves once this process knows what was committed before the call: at once on the embedded engine, after a
   * question to a server. Notices that are only late are waited for. When none has come for five seconds, everything
   * counts as changed, once for all calls that wait.
   */
  caughtUp(): Promise<void>;
  /** A change of something that this process keeps for itself, which the database does not know of. */
  tell(source: Source | "all"): void;
  /** Calls `listener` for each notice, in the order of the commits, after `version` has risen. */
  on(listener: (sources: ChangedSources) => void): void;
}

/** Sources whose last change is remembered; an older change counts as one of everything. */
const remembered = 10_000;
/** Milliseconds. */
const timeoutMs = 5_000;

/** Channels whose notices carry the id of a member, or "all" for everyone, and the source that this names. */
const ofMembers = {
  notifications_changed: "notices",
  notifications_read: "notices",
  accounts_changed: "notices",
} as const;

/** Subscribes to the notices that the database sends when something changes of which answers are made. */
export async function followChanges(db: Database): Promise<Changes> {
  let version = 0;
  /** The version of the last change that may have touched anything. */
  let lastOfAll = 0;
  const lastOf = new LRUCache<string, number>({
    max: remembered,
    dispose: (forgotten, _source, reason) => {
      if (reason === "evict") lastOfAll = Math.max(lastOfAll, forgotten);
    },
  });
  const listeners: ((sources: ChangedSources) => void)[] = [];
  /** Ends the wait of calls for notices, once everything counts as changed. */
  const waiting = new Set<() => void>();

  function note(sources: ChangedSources): void {
    version += 1;
    if (sources === "all") lastOfAll = version;
    else for (const source of sources) lastOf.set(source, version);
    for (const listener of listeners) listener(sources);
    if (sources === "all") for (const end of waiting) end();
  }

  const noticesOrAll = () =>
    new Promise<void>((resolve) => {
      const end = () => {
        clearTimeout(overdue);
        waiting.delete(end);
        resolve();
      };
      waiting.add(end);
      // An answer that has come while this process was busy is read first.
      const overdue = setTimeout(() => setImmediate(() => waiting.has(end) && note("all")), timeoutMs);
      // A database that is closed has no more notices.
      db.caughtUp().then(end, end);
    });
  // Notices may have been missed while the connection was lost.
  const listen = (channel: string, read: (payload: string) => ChangedSources) =>
    db.listen(
      channel,
      (payload) => note(read(payload)),
      () => note("all"),
    );
  await listen("shared_answers", (payload) => (payload === "all" ? "all" : new Set(payload.split(" "))));
  for (const [channel, source] of Object.entries(ofMembers)) {
    await listen(channel, (payload) => new Set([payload === "all" ? source : `${source}:${payload}`]));
  }

  return {
    get version() {
      return version;
    },
    haveTouched(sources, since) {
      if (lastOfAll > since) return true;
      for (const source of sources) if ((lastOf.peek(source) ?? 0) > since) return true;
      return false;
    },
    async caughtUp() {
      if (db.engine !== "embedded") await noticesOrAll();
    },
    tell: (source) => note(source === "all" ? "all" : new Set([source])),
    on(listener) {
      listeners.push(listener);
    },
  };
}
