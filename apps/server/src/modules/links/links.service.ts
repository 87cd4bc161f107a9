import { randomUUID } from "node:crypto";
import { setMaxListeners } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { Link } from "@cairn/contract";
import type { Bearer } from "../../calls/bearer.ts";
import type { Database, Transaction } from "../../db/database.ts";
import { AppError } from "../../lib/app-error.ts";
import type { Clock } from "../../lib/clock.ts";
import { createFairJob } from "../../lib/fair-job.ts";
import { createSafeFetch, type SafeFetch, type SafeFetchSettings } from "../../lib/safe-fetch.ts";
import type { ContentService } from "../content/content.service.ts";
import type { NotificationService } from "../notifications/notifications.service.ts";
import { findLinks } from "./find-links.ts";
import { createHostTurns, gapMs } from "./host-turns.ts";
import { createLinkAsker } from "./link-asker.ts";
import { afterAnswer, nextAsk } from "./links.policy.ts";
import {
  type DueLink,
  dueLinks,
  findRobots,
  forgetRobots,
  holdRunner,
  itemsWithLink,
  keepRobots,
  linksOf,
  noteAnswer,
  ownersOfDueLinks,
  queuedItems,
  replaceLinks,
  settleStanding,
  takeFromQueue,
  takeUntold,
} from "./links.repository.ts";

interface Dependencies {
  readonly db: Database;
  readonly content: Pick<ContentService, "ensureReadable">;
  readonly notifications: Pick<NotificationService, "notify">;
  readonly config: {
    readonly publicUrl: string;
    readonly linkChecks: boolean;
    readonly linkCheckHosts: readonly string[];
  };
  readonly clock: Clock;
  readonly log: { error(facts: object, message: string): void };
  /** Overrides of the default limits for external calls. */
  readonly externalLimits?: Partial<SafeFetchSettings> | undefined;
  /** Waits so many milliseconds of the clock; tests move the clock instead. */
  readonly pause?: ((milliseconds: number) => Promise<void>) | undefined;
}

const minute = 60_000;
const day = 24 * 60 * minute;
/** Hosts that are checked at the same time: for all authors, and for one; and links of each in one turn of the author. */
const [atOnce, atOnceOfOne] = [32, 8];
const linksInTurn = 3;
/** Items whose links are read at a time. */
const itemsAtOnce = 100;
/** Items whose authors are notified of one dead link in one transaction. */
const toldAtOnce = 100;
/** Milliseconds for which the runner is reserved; renewed in the last half. */
const heldFor = 4 * minute;

/** Results of the checked links; "unknown": the state stays. */
export type LinkTally = Readonly<Record<"alive" | "failing" | "dead" | "unknown", number>>;

/**
 * Reads the links of published items and checks them (docs/rules.md#checks-of-links), in the background and in one instance.
 * `list` and `runNow` work without a start.
 */
export function createLinkService(dependencies: Dependencies) {
  const { db, content, notifications, config, clock, log } = dependencies;
  const holder = randomUUID();
  const stopping = new AbortController();
  // Each host's pause listens to it.
  setMaxListeners(0, stopping.signal);
  const { pause = (ms) => sleep(ms, undefined, { signal: stopping.signal }) } = dependencies;
  const counts = { alive: 0, failing: 0, dead: 0, unknown: 0 };
  const turns = createHostTurns({ now: () => clock().getTime(), pause });
  let heldUntil = 0;
  let lettingGo = Promise.resolve();
  let fetch: SafeFetch | null = null;

  /** @returns whether this instance is the one that asks */
  async function hold(): Promise<boolean> {
    const now = clock();
    if (heldUntil - now.getTime() > heldFor / 2) return true;
    const until = new Date(now.getTime() + heldFor);
    const isHeld = await holdRunner(db.query, holder, { now, until });
    heldUntil = isHeld ? until.getTime() : 0;
    return isHeld;
  }

  /** Another instance keeps the pause between two requests, too. */
  async function letGo(): Promise<void> {
    if (heldUntil === 0) return;
    heldUntil = 0;
    const now = clock();
    await holdRunner(db.query, holder, { now, until: new Date(now.getTime() + gapMs) });
  }

  async function readQueue(): Promise<void> {
    for (;;) {
      const ids = await queuedItems(db.query, itemsAtOnce);
      if (ids.length === 0 || stopping.signal.aborted) return;
      for (const id of ids) await db.transaction((tx) => readItem(id, tx));
    }
  }

  async function readItem(id: number, tx: Transaction): Promise<void> {
    const published = await takeFromQueue(tx, id);
    const at = clock();
    const { html = "", embed = null } = published ?? {};
    const urls = [...new Set([...(embed === null ? [] : [embed]), ...findLinks(html)])];
    await replaceLinks(tx, id, { ownerId: published?.authorId ?? null, urls }, at);
    await settleStanding(tx, [id], at);
  }

  async function askLink(link: DueLink, ask: ReturnType<typeof createLinkAsker>): Promise<void> {
    const verdict = await ask(link.url).catch((error: unknown) => {
      // A fault of ours in one link is no reason to ask about none of the owner's others.
      if (!stopping.signal.aborted) log.error({ err: error, link: link.id }, "checking a link failed");
      return "unknown" as const;
    });
    // An answer that was cut off by the stop says nothing.
    if (stopping.signal.aborted) return;
    const at = clock();
    const facts = afterAnswer(link, verdict, at);
    counts[verdict === "unknown" || facts.state === "unchecked" ? "unknown" : facts.state] += 1;
    await db.transaction(async (tx) => {
      const nextAskAt = nextAsk(link.id, verdict, at);
      await noteAnswer(tx, link, facts, { checkedAt: at, nextAskAt });
      if ((facts.state === "dead") !== (link.state === "dead")) {
        await settleStanding(tx, await itemsWithLink(tx, link.id), at);
      }
      if (facts.state !== "dead") return;
      for (const contentId of await takeUntold(tx, link.id, toldAtOnce)) {
        await notifications.notify(tx, { event: "linkDied", contentId, url: link.url });
      }
    });
  }

  async function askAll(due: readonly DueLink[]): Promise<void> {
    fetch ??= createSafeFetch({
      ...dependencies.externalLimits,
      anywhere: new Set(config.linkCheckHosts),
      userAgent: `Cairn link check (+${config.publicUrl})`,
    });
    const ask = createLinkAsker({
      fetch,
      turns,
      robots: {
        find: (origin) => findRobots(db.query, origin, new Date(clock().getTime() - day)),
        keep: (origin, rules) => keepRobots(db.query, origin, rules, clock()),
      },
    });
    try {
      for (const link of due) {
        if (stopping.signal.aborted || !(await hold())) return;
        await askLink(link, ask);
      }
    } catch (error) {
      // The stop ends pauses and calls.
      if (!stopping.signal.aborted) throw error;
    }
  }

  /** Some of the owner's links to a host that none of theirs is asking. */
  async function take(owner: number | null, running: readonly DueLink[][]): Promise<DueLink[] | null> {
    if (stopping.signal.aborted || !(await hold())) return null;
    const without = running.flatMap(([link]) => link?.host ?? []);
    const [first, ...others] = await dueLinks(db.query, owner, clock(), { without, most: linksInTurn });
    return first ? [first, ...others.filter(({ host }) => host === first.host)] : null;
  }

  const job = createFairJob({
    atOnce,
    atOnceOfOne,
    async due(most) {
      await lettingGo;
      await readQueue();
      return ownersOfDueLinks(db.query, clock(), most);
    },
    take,
    run: askAll,
    onIdle: () => (lettingGo = letGo()),
    listen: (wake) => db.listen("links_queued", wake, wake),
    every: minute,
    onFailure: (error) => log.error({ err: error }, "checking links failed"),
  });

  return {
    /** @throws AppError content_not_found. */
    async list(bearer: Bearer | null, contentId: number): Promise<Link[]> {
      await content.ensureReadable(bearer, contentId);
      const rows = await linksOf(db.query, contentId);
      return rows.map(({ url, state, since, checkedAt }) => ({
        url,
        state,
        since: since?.toISOString() ?? null,
        checked_at: checkedAt?.toISOString() ?? null,
      }));
    },

    /** Unless LINK_CHECKS is off. */
    async start(): Promise<void> {
      if (config.linkChecks) await job.start();
    },

    /**
     * Checks every due link, after the instance that is doing so. @throws AppError not_allowed while LINK_CHECKS is off
     */
    async runNow(): Promise<LinkTally> {
      if (!config.linkChecks) {
        throw new AppError("not_allowed", { sentence: "LINK_CHECKS is off, so links are not checked." });
      }
      const before = { ...counts };
      while (!(await hold())) await pause(gapMs);
      await job.runNow();
      const since = (name: keyof LinkTally) => counts[name] - before[name];
      return {
        alive: since("alive"),
        failing: since("failing"),
        dead: since("dead"),
        unknown: since("unknown"),
      };
    },

    /** Forgets what robots.txt said more than a day ago. */
    sweep: (): Promise<void> => forgetRobots(db.query, new Date(clock().getTime() - day)),

    /** Results of the links that this process has checked since it started. */
    get outcomes(): LinkTally {
      return counts;
    },

    async stop(): Promise<void> {
      stopping.abort();
      await fetch?.close();
      await job.stop();
    },
  };
}
export type LinkService = ReturnType<typeof createLinkService>;
