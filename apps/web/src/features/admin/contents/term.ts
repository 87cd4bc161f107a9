import { intervalDays } from "@cairn/contract";
import { formatTermDay } from "../../../lib/time/dates.ts";
import type { IntervalDays } from "../admin-model.ts";

/** For how long a verification is to hold, as an admin chooses it. */
export interface Term {
  choice: (typeof termChoices)[number];
  /** As 2027-05-18; counts with the choice `date`. */
  date: string;
}

/** `category`: what the item's category says. `never`: it does not end. */
export const termChoices = ["category", ...intervalDays, "never", "date"] as const;

export const categorysTerm: Term = { choice: "category", date: "" };

const dayLength = 86_400_000;

/** An interval in words: "180 days", "no end". */
export const intervalWords = (days: IntervalDays) => (days === null ? "no end" : `${days} days`);

/** The instant for the call, null without end; undefined leaves it to the category. */
export function goodUntilOf({ choice, date }: Term, now: number): string | null | undefined {
  if (choice === "category") return undefined;
  if (choice === "never") return null;
  // Noon: far from both ends of the day, which is one of UTC.
  if (choice === "date") return `${date}T12:00:00.000Z`;
  return new Date(now + choice * dayLength).toISOString();
}

/** The first day that can be chosen: tomorrow, as 2027-05-18. */
export const firstDay = (now: number) => new Date(now + dayLength).toISOString().slice(0, 10);

export const termProblem = ({ choice, date }: Term, now: number): string | undefined =>
  choice === "date" && !(/^\d{4}-\d{2}-\d{2}$/.test(date) && date >= firstDay(now))
    ? "Please enter a date after today."
    : undefined;

/** "until 18 May 2027", or "with no end date"; for what the category says its interval is needed. */
export function untilWords(term: Term, interval: IntervalDays, now: number): string {
  const days: Term = { ...term, choice: term.choice === "category" ? (interval ?? "never") : term.choice };
  const until = goodUntilOf(days, now);
  return until ? `until ${formatTermDay(until)}` : "with no end date";
}
