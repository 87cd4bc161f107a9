import type { LinkState } from "@cairn/contract";

/** What an answer, or its absence, tells about a link. "unknown": nothing, as with 403, 429, 5xx or silence. */
export type Verdict = "alive" | "gone" | "unknown";

/** What is known of a link. */
interface LinkFacts {
  readonly state: LinkState;
  /** When this state began; for a dead link, the first of the consecutive failures. Null while unchecked. */
  readonly since: Date | null;
  /** Failures on days in a row (UTC). */
  readonly failures: number;
  /** The latest day of failure, as 2026-11-23; null without failures. */
  readonly failedOn: string | null;
}

const hour = 60 * 60 * 1000;
const day = 24 * hour;
/** Days in a row with a failure after which a link is dead. */
const deadAfter = 3;

const dayOf = (at: Date) => at.toISOString().slice(0, 10);

/** The state of a link after a check (docs/rules.md#checks-of-links). */
export function afterAnswer(link: LinkFacts, verdict: Verdict, at: Date): LinkFacts {
  if (verdict === "unknown") return link;
  if (verdict === "alive") {
    return { state: "alive", since: link.state === "alive" ? link.since : at, failures: 0, failedOn: null };
  }
  const today = dayOf(at);
  if (link.failedOn === today) return link;
  const isNextDay = link.failedOn === dayOf(new Date(at.getTime() - day));
  const failures = isNextDay ? Math.min(link.failures + 1, deadAfter) : 1;
  const known = { failures, failedOn: today };
  // A dead link stays so until it answers.
  if (link.state === "dead") return { ...link, ...known };
  return {
    ...known,
    state: failures >= deadAfter ? "dead" : "failing",
    since: isNextDay ? link.since : at,
  };
}

/**
 * When a link is checked next: a working one within a week, any other on the next day (UTC). Links that were first
 * checked together drift apart, by up to 12 hours a week.
 */
export function nextAsk(linkId: number, verdict: Verdict, at: Date): Date {
  const time = at.getTime();
  if (verdict === "alive") return new Date(time + 7 * day - ((linkId * 7_919) % 720) * 60_000);
  const tomorrow = Math.floor(time / day) * day + day;
  return new Date(Math.max(tomorrow, time + 23 * hour));
}
