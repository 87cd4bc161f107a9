/** What one run has shown of one promise. */
export interface Outcome {
  /** What was counted and measured, a line each. */
  readonly figures: readonly string[];
  /** How the promise was missed, in words; null if it is kept. */
  readonly shortfall: string | null;
}

export interface Scale {
  /** How often this run does something that a full run does `full` times. */
  times(full: number): number;
}

export interface Promised {
  /** Its number in the list of promises. */
  readonly number: number;
  readonly title: string;
  prove(scale: Scale): Promise<Outcome>;
}

/** The first actual shortfall; null if there is none. */
export const firstOf = (...shortfalls: (string | false | null)[]): string | null =>
  shortfalls.find((shortfall) => typeof shortfall === "string") || null;

/** The value below which this share of all values lies. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

export const spread = (values: readonly number[]): string =>
  `p50 ${Math.round(percentile(values, 0.5))} ms, p95 ${Math.round(percentile(values, 0.95))} ms, ` +
  `most ${Math.round(Math.max(...values))} ms`;
