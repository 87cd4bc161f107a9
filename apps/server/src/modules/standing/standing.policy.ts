import type { ContentItem, Standing, StandingReason } from "@cairn/contract";
import { formatDay } from "../../lib/format-day.ts";

/** What an item's standing is computed from (docs/rules.md#standing); stored reasons as the database gives them. */
export interface StandingFacts {
  readonly isPublished: boolean;
  /** The approval or renewal in force; null: from before it was noted. */
  readonly verifiedAt: Date | null;
  /** null: without end. */
  readonly goodUntil: Date | null;
  /** The public item that replaces it. */
  readonly supersededBy: number | null;
  readonly reasons: readonly {
    readonly kind: Exclude<StandingReason["kind"], "age">;
    readonly text: string;
    readonly since: string;
  }[];
}

interface ComputedStanding {
  /** null while nothing is public. */
  readonly standing: Standing | null;
  readonly reasons: StandingReason[];
  /** When the passing of time alone makes it another one; null: never. */
  readonly turnsAt: Date | null;
}

/** Milliseconds. */
export const day = 24 * 60 * 60 * 1000;
/** An item is due for the last 30 days of its time, or for the last third of less than 90. */
export const longestDue = 30 * day;
const shortTime = 90 * day;

/** When an item becomes due. */
export function dueFrom(verifiedAt: Date | null, goodUntil: Date): Date {
  const whole = verifiedAt === null ? shortTime : goodUntil.getTime() - verifiedAt.getTime();
  return new Date(goodUntil.getTime() - (whole < shortTime ? whole / 3 : longestDue));
}

/** When its author is asked whether it still holds: 14 days before it is due, but not before half of its time. */
export function askFrom(verifiedAt: Date | null, goodUntil: Date): Date {
  const due = dueFrom(verifiedAt, goodUntil).getTime();
  const half = verifiedAt === null ? 0 : (verifiedAt.getTime() + goodUntil.getTime()) / 2;
  return new Date(Math.max(due - 14 * day, half));
}

/** The end of a category's interval that begins now; null: without end. */
export const endOfInterval = (days: number | null, now: Date): Date | null =>
  days === null ? null : new Date(now.getTime() + days * day);

/** What the mark says now. It never says verified past its date. */
export function standingAt(facts: StandingFacts, now: Date): ComputedStanding {
  if (!facts.isPublished) return { standing: null, reasons: [], turnsAt: null };
  const { verifiedAt, goodUntil, supersededBy } = facts;
  const stored = facts.reasons.map(({ kind, text, since }) => ({ kind, text, since: new Date(since) }));
  const due = goodUntil && dueFrom(verifiedAt, goodUntil);
  const age = goodUntil && due && due <= now ? ageReason(goodUntil, due, now) : null;
  const inForce = stored.filter(({ since }) => since <= now);
  const turns = [due, goodUntil, ...stored.map(({ since }) => since)].filter((at) => at !== null && at > now);
  return {
    standing: nameOf({
      isSuperseded: supersededBy !== null,
      isOutdated: inForce.some(({ kind }) => kind !== "review"),
      isDue: age !== null || inForce.length > 0,
    }),
    reasons: [
      ...(age ? [age] : []),
      ...stored.map(({ since, ...reason }) => ({ ...reason, since: since.toISOString() })),
    ],
    turnsAt: earliest(turns),
  };
}

function nameOf({
  isSuperseded,
  isOutdated,
  isDue,
}: Record<"isSuperseded" | "isOutdated" | "isDue", boolean>) {
  if (isSuperseded) return "superseded";
  if (isOutdated) return "outdated";
  return isDue ? "due" : "verified";
}

const ageReason = (goodUntil: Date, due: Date, now: Date): StandingReason => ({
  kind: "age",
  text: `Its verification ${goodUntil <= now ? "ended" : "ends"} on ${formatDay(goodUntil)}`,
  since: due.toISOString(),
});

/** The first of these moments; null without one. */
const earliest = (moments: readonly (Date | null)[]): Date | null =>
  moments.reduce((first, at) => (at && (!first || at < first) ? at : first), null);

/** What an item says of its standing (docs/rules.md#standing). */
export const presentStanding = (
  row: StandingFacts & { readonly appliesTo: string[] },
  now: Date,
  { standing, reasons }: ComputedStanding = standingAt(row, now),
): Pick<ContentItem, "applies_to" | "good_until" | "superseded_by" | "standing" | "standing_reasons"> => ({
  applies_to: row.appliesTo,
  good_until: (row.isPublished && row.goodUntil?.toISOString()) || null,
  superseded_by: row.isPublished ? row.supersededBy : null,
  standing,
  standing_reasons: reasons,
});
